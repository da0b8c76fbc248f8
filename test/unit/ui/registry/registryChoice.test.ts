import { expect, test } from 'vitest';
import type { Definition, DialectId, Launch } from '../../../../src/config/definition';
import { installedSearch } from '../../../../src/ui/registry/registryChoice';
import { readServer } from '../../../../src/ui/registry/registrySchema';

const run = (...args: string[]): Launch => ({ type: 'stdio', command: 'x', args, env: {} });
const at = (url: string): Launch => ({ type: 'http', url, headers: {} });
const installed = (launch: Launch, dialect: DialectId = 'vscode') =>
  installedSearch([{ name: 'till', launch, source: { dialect } } as Definition]);
const npm = { registryType: 'npm', identifier: '@shop/till' };
const image = { registryType: 'oci', identifier: 'ghcr.io/shop/till:1.0.0' };
const remote = { type: 'sse', url: 'https://{branch}.shop.example/sse' };

test.each([
  [run('-y', '@shop/till@1.0.0'), true],
  [run('-y', '@shop/till'), true],
  [run('--from', '@shop/till[mcp]==1.0.0', 'till'), true],
  [run('-y', '@shop/till-mcp'), false],
  [run('run', '-i', 'ghcr.io/shop/till:2.0.0'), true],
  [run('run', '-i', 'ghcr.io/shop/till@sha256:00'), true],
  [run('run', '-i', 'localhost:5000/shop/till'), false],
  [run('till==1.0.0'), false],
  [at('https://${input:till-branch}.shop.example/sse/'), true],
  [at('https://a.shop.example/sse'), false],
])('%j: %s', (launch, expected) => {
  const server = readServer({ name: 'a/b', packages: [npm, image], remotes: [remote] });
  expect(server && installed(launch)(server).length > 0).toBe(expected);
});

test('nothing is installed where nothing is configured', () => {
  const server = readServer({ name: 'a/b', packages: [npm] });
  expect(server && installedSearch([])(server)).toEqual([]);
});

test.each([
  ['npx', '@shop/till@1.2.0', '@shop/till@1.10.0'],
  ['/usr/bin/bunx', '@shop/till@1.10.0-beta.2', '@shop/till@1.10.0'],
  // No earlier version, and none that is named exactly.
  ['npx', '@shop/till@1.10.0', undefined],
  ['npx', '@shop/till@2.0.0-rc.1', undefined],
  ['npx', '@shop/till@latest', undefined],
  ['npx', '@shop/till@^1.2.0', undefined],
  ['npx', '@shop/till@1', undefined],
  ['npx', '@shop/till', undefined],
  ['uvx', 'till-mcp[cli]==0.9', 'till-mcp[cli]==1.0rc2'],
  ['uvx', 'till-mcp@0.9.0', 'till-mcp@1.0rc2'],
  ['uvx', 'till-mcp==1.0rc1', 'till-mcp==1.0rc2'],
  ['uvx', 'till-mcp==1.0', undefined],
  ['uvx', 'till-mcp==0.*', undefined],
  ['uvx', 'till-mcp==1.0.post1', undefined],
  // Another registry has other versions.
  ['npx', 'till-mcp@0.9.0', undefined],
  ['uvx', '@shop/till@1.2.0', undefined],
  ['docker', 'ghcr.io/shop/till:1.0.0', 'ghcr.io/shop/till:1.1.0'],
  ['docker', 'ghcr.io/shop/till:1', undefined],
  ['docker', 'ghcr.io/shop/till:1.0.0-alpine', undefined],
  ['docker', 'ghcr.io/shop/till@sha256:00', undefined],
  ['docker', 'ghcr.io/shop/till:1.0.0@sha256:00', undefined],
  ['cmd /c npx', '@shop/till@1.2.0', '@shop/till@1.10.0'],
  ['C:\\node\\NPX.CMD', '@shop/till@1.2.0', '@shop/till@1.10.0'],
  ['bun x', '@shop/till@1.2.0', '@shop/till@1.10.0'],
  ['cmd /c uvx', '@shop/till@1.2.0', undefined],
])('%s %s is updated to %s', (line, word, expected) => {
  const [command = '', ...before] = line.split(' ');
  const python = { registryType: 'pypi', identifier: 'till-mcp', version: '1.0rc2' };
  const container = { ...image, identifier: 'ghcr.io/shop/till:1.1.0' };
  const later = { ...npm, version: '1.10.0' };
  const packages = [later, { ...later, transport: { type: 'sse' } }, python, container];
  const server = readServer({ name: 'a/b', packages });
  const launch: Launch = { type: 'stdio', command, args: [...before, '-y', word], env: {} };
  const found = (dialect: DialectId) => server && installed(launch, dialect)(server);
  expect(found('vscode')?.map(({ update }) => update?.updated)).toEqual([expected]);
  // The files of other hosts are theirs.
  expect(found('cursor')?.map(({ update }) => update)).toEqual([undefined]);
});
