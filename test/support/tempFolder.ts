import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

// Each file of tests has a folder for what it and its processes put into the temporary one, and removes it.
const usual = process.env['TMPDIR'];
const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
process.env['TMPDIR'] = folder;

afterAll(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  // A process that is about to end may still write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});
