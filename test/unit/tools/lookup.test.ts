import { signal } from '@preact/signals-core';
import { expect, test } from 'vitest';
import { askedServer, findHandle, findTool, toolForModel } from '../../../src/tools/lookup';
import { nearest } from '../../../src/tools/nearest';
import type { Tool } from '../../../src/ipc/state';
import type { ServerHandle } from '../../../src/servers/serverHandle';

/** Only what lookups read of a server handle; its server has the hidden tools, too. */
function handle(id: string, tools: readonly Tool[], hidden: readonly string[] = []): ServerHandle {
  const catalog = {
    tools: [...tools],
    prompts: [],
    resources: [],
    resourceTemplates: [],
    dropped: [],
  };
  const offered = signal(catalog);
  const refusalFor = (tool: string): object | undefined =>
    hidden.includes(tool) ? { code: 'toolHidden' } : undefined;
  const name = id.split('/')[1];
  const known = {
    catalog: offered,
    modelCatalog: offered,
    knowsAll: true,
    scan: { holdsNew: false },
  };
  return { id, name, ...known, refusalFor } as unknown as ServerHandle;
}

const github = handle('user/github', [
  { name: 'create_issue', description: 'Open an issue in a repository' },
  {
    name: 'listPullRequests',
    description: 'All of them',
    inputSchema: { properties: { repo: {} } },
  },
]);
const files = handle('folder:a/files', [
  { name: 'read_file', title: 'Read', description: 'A file' },
]);
const twin = handle('folder:a/github', []);

test('the nearest names come first, whatever their case', () => {
  expect(nearest('Gihub', ['files', 'github', 'gitlab'], 2)).toEqual(['github', 'gitlab']);
});

test('a server is found by id, and by name where only one has it', () => {
  expect(findHandle([github, files], 'files')).toBe(files);
  expect(findHandle([github, twin], 'user/github')).toBe(github);
  expect(() => findHandle([github, twin], 'github')).toThrow(
    expect.objectContaining({ code: 'ambiguousServer' }),
  );
  expect(() => findHandle([github, files], 'fils')).toThrow(
    expect.objectContaining({
      code: 'unknownServer',
      args: { server: 'fils', valid: ['files', 'github'] },
    }),
  );
});

test('an unknown tool is answered with the nearest ones', () => {
  expect(findTool(askedServer(files, files), 'read_file').title).toBe('Read');
  expect(() => findTool(askedServer(github, github), 'create_isue')).toThrow(
    expect.objectContaining({
      code: 'unknownTool',
      args: {
        server: 'github',
        tool: 'create_isue',
        valid: ['create_issue', 'listPullRequests'],
      },
    }),
  );
});

test('a tool is left to its server where the list failed, unless new ones are held back', () => {
  const server = handle('user/half', [{ name: 'read' }], ['write']);
  const half = askedServer(server, server);
  const failed = { ...half, knowsAll: () => false };
  expect(findTool(failed, 'read')).toEqual({ name: 'read' });
  expect(findTool(failed, 'list')).toEqual({ name: 'list' });
  expect(() => findTool(failed, 'write')).toThrow(expect.objectContaining({ code: 'toolHidden' }));
  expect(() => findTool({ ...failed, holdsNew: () => true }, 'list')).toThrow(
    expect.objectContaining({ code: 'toolsNotListed', args: { server: 'half', tool: 'list' } }),
  );
});

test('a hidden tool says so, and is not among the valid ones', () => {
  const half = handle('user/half', [{ name: 'read' }], ['write']);
  expect(() => findTool(askedServer(half, half), 'write')).toThrow(
    expect.objectContaining({
      code: 'toolHidden',
      args: { server: 'half', tool: 'write', valid: ['read'] },
    }),
  );
  expect(() => findTool(askedServer(half), 'writ')).toThrow(
    expect.objectContaining({ args: { server: 'half', tool: 'writ', valid: ['read'] } }),
  );
});

test('a model finds a tool by the name that it knows, and is proposed such names', () => {
  const odd = handle('user/odd', [{ name: 'admin.list' }]);
  expect(toolForModel(odd, 'admin--list').name).toBe('admin.list');
  expect(() => toolForModel(odd, 'admin--lists')).toThrow(
    expect.objectContaining({
      code: 'unknownTool',
      args: expect.objectContaining({ valid: ['admin--list'] }) as unknown,
    }),
  );
});
