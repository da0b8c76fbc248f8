import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sandboxPrograms } from '../../../../src/client/launch/sandboxPrograms';

function editorWith(file: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'editor-'));
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), '');
  return root;
}

test.each([
  `node_modules/@vscode/ripgrep-universal/bin/linux-${process.arch}/rg`,
  'node_modules/@vscode/ripgrep/bin/rg',
  'node_modules.asar.unpacked/@vscode/ripgrep/bin/rg',
])('the ripgrep of an editor is found at %s', (file) => {
  const root = editorWith(file);
  const ripgrep = path.join(root, file);
  expect(sandboxPrograms('run.js', root, 'linux')).toEqual({ script: 'run.js', ripgrep });
  expect(sandboxPrograms('run.js', root, 'darwin')).toEqual({ script: 'run.js' });
});

test('an editor without one leaves it to the PATH, and Windows has no sandbox', () => {
  const root = editorWith('other');
  expect(sandboxPrograms('run.js', root, 'linux')).toEqual({ script: 'run.js' });
  expect(sandboxPrograms('run.js', undefined, 'linux')).toEqual({ script: 'run.js' });
  expect(sandboxPrograms('run.js', root, 'win32')).toBeUndefined();
});
