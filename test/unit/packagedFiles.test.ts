import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Packager {
  readonly PackageManager: { readonly None: number };
  readonly listFiles: (options: {
    readonly cwd: string;
    readonly packageManager: number;
  }) => Promise<readonly string[]>;
}

const { listFiles, PackageManager } = createRequire(import.meta.url)('@vscode/vsce') as Packager;

test('the VSIX has the bundles, the media of its manifest, what must be shipped along, and nothing else', async () => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'rh-'));
  const manifest = readFileSync('package.json', 'utf8');
  const named = [...manifest.matchAll(/"\.?\/?(media\/[^"]+)"/g)].map(([, file = '']) => file);
  expect(named).toContain('media/mcp-tests.schema.json');
  const shipped = [
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'dist/ThirdPartyNotices.txt',
    'dist/bom.json',
    'dist/extension.js',
    'dist/vendor/java-proxy-agent/srt-proxy-agent.jar',
    'dist/vendor/seccomp/x64/apply-seccomp',
    'package.json',
    'package.nls.json',
    'package.nls.zh-cn.json',
    'l10n/bundle.l10n.zh-cn.json',
    ...named,
  ];
  const left = [
    'SECURITY.md',
    'dist/extension.js.map',
    'dist/mcp-roundhouse-0.1.0.vsix',
    'node_modules/other/index.js',
    'src/extension.ts',
  ];
  try {
    for (const file of [...shipped, ...left]) {
      mkdirSync(path.join(cwd, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(cwd, file), '');
    }
    for (const file of ['.vscodeignore', 'package.json']) copyFileSync(file, path.join(cwd, file));
    const files = await listFiles({ cwd, packageManager: PackageManager.None });
    expect(files.toSorted()).toEqual([...new Set(shipped)].toSorted());
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
