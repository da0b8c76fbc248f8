import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Gives a run a temporary folder of its own; lists what is left there in the end, and removes it. */
export default function giveFolder(): () => void {
  const usual = process.env['TMPDIR'];
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  process.env['TMPDIR'] = folder;
  return () => {
    if (usual === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = usual;
    const left = readdirSync(folder, { recursive: true }).map(String);
    rmSync(folder, { recursive: true, force: true });
    if (left.length > 0) console.warn(`Left in the temporary folder by tests: ${left.join(', ')}`);
  };
}
