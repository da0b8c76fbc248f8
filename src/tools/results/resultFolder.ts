import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { identityOf, pidNamespace, reaches } from '../../base/processIdentity';

/** The process, who tells it apart by its birth, and where its id counts. */
const nameShape = /^(?<pid>[1-9]\d*)-(?<birth>[0-9a-f]{16})-(?<place>[0-9a-f]{16})\.results$/;

/** The folder of the results that this process keeps, in the run folder; its name tells whose it is. */
export function resultFolder(runFolder: string): string {
  return path.join(runFolder, nameOf(process.pid));
}

/** Removes what hosts kept that were killed. Never rejects; what cannot be removed now may be by the next host. */
export async function removeLeftResults(runFolder: string): Promise<void> {
  const names = await readdir(runFolder).catch(() => []);
  const left = names.filter(isLeft);
  const removals = left.map((name) =>
    rm(path.join(runFolder, name), { recursive: true, force: true }),
  );
  await Promise.allSettled(removals);
}

function isLeft(name: string): boolean {
  const { pid, place } = nameShape.exec(name)?.groups ?? {};
  // Ids of another container are not ours to judge.
  if (pid === undefined || place !== hash(pidNamespace())) return false;
  return nameOf(Number(pid)) !== name || !reaches(Number(pid), 0);
}

function nameOf(pid: number): string {
  return `${pid}-${hash(identityOf(pid).birth)}-${hash(pidNamespace())}.results`;
}

function hash(text = ''): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
