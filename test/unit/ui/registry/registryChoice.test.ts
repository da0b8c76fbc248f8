import { expect, test } from 'vitest';
import type { Launch } from '../../../../src/config/definition';
import { installedCheck } from '../../../../src/ui/registry/registryChoice';
import { readServer } from '../../../../src/ui/registry/registrySchema';

const run = (...args: string[]): Launch => ({ type: 'stdio', command: 'x', args, env: {} });
const at = (url: string): Launch => ({ type: 'http', url, headers: {} });
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
  expect(server && installedCheck([launch])(server)).toBe(expected);
});

test('nothing is installed where nothing is configured', () => {
  const server = readServer({ name: 'a/b', packages: [npm] });
  expect(server && installedCheck([])(server)).toBe(false);
});
