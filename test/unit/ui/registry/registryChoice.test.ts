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
  ['@shop/till@1.2.0', '@shop/till@1.10.0'],
  ['@shop/till@1.10.0-beta.2', '@shop/till@1.10.0'],
  // No earlier version, and none that is named exactly.
  ['@shop/till@1.10.0', undefined],
  ['@shop/till@2.0.0-rc.1', undefined],
  ['@shop/till@latest', undefined],
  ['@shop/till@^1.2.0', undefined],
  ['@shop/till@1', undefined],
  ['@shop/till', undefined],
  ['till-mcp[cli]==0.9', 'till-mcp[cli]==1.0rc2'],
  ['till-mcp==1.0rc1', 'till-mcp==1.0rc2'],
  ['till-mcp==1.0', undefined],
  ['ghcr.io/shop/till:1.0.0', 'ghcr.io/shop/till:1.1.0'],
  ['ghcr.io/shop/till:1', undefined],
  ['ghcr.io/shop/till@sha256:00', undefined],
])('%s is updated to %s', (word, expected) => {
  const python = { registryType: 'pypi', identifier: 'till-mcp', version: '1.0rc2' };
  const container = { ...image, identifier: 'ghcr.io/shop/till:1.1.0' };
  const packages = [{ ...npm, version: '1.10.0' }, python, container];
  const server = readServer({ name: 'a/b', packages });
  const found = (dialect: DialectId) => server && installed(run('-y', word), dialect)(server);
  expect(found('vscode')?.map(({ update }) => update?.updated)).toEqual([expected]);
  // The files of other hosts are theirs.
  expect(found('cursor')?.map(({ update }) => update)).toEqual([undefined]);
});
