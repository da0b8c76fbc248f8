import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary folder whose `.vscode/mcp.json` has these servers. */
export interface WorkspaceFolder {
  path: string;
  /** Replaces the servers. */
  write(servers: Record<string, unknown>): void;
  remove(): void;
}

export function workspaceFolder(servers: Record<string, unknown>): WorkspaceFolder {
  const path = mkdtempSync(join(tmpdir(), 'rh-workspace-'));
  mkdirSync(join(path, '.vscode'));
  const file = join(path, '.vscode', 'mcp.json');
  const write = (servers: Record<string, unknown>) =>
    writeFileSync(file, JSON.stringify({ servers }, undefined, 2));
  write(servers);
  return { path, write, remove: () => rmSync(path, { recursive: true, force: true }) };
}
