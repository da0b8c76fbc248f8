import { expect, test } from 'vitest';
import type { ConfigSource, Definition } from '../../../src/config/definition';
import { parseConfig } from '../../../src/config/read/parseConfig';
import { resolvePrecedence } from '../../../src/config/precedence';
import { processorTime } from '../../support/processorTime';

const levels: Readonly<Record<string, number>> = {
  roundhouse: 0,
  folder: 0,
  dotmcp: 1,
  cursor: 1,
  workspace: 100,
  remote: 150,
  user: 200,
  windsurf: 400,
};

/** Entries `<source id>/<name>`; a source with a colon belongs to the folder after it. */
function definitions(...ids: readonly string[]): Definition[] {
  return ids.flatMap((id) => {
    const [sourceId = '', name = ''] = id.split('/');
    const [kind = '', folder] = sourceId.split(':');
    const source: ConfigSource = {
      id: sourceId,
      file: `/${sourceId}`,
      ...(folder !== undefined && { folder: `/home/ann/${folder}` }),
      dialect: 'vscode',
      level: levels[kind] ?? Number.NaN,
      readByEditor: false,
    };
    return parseConfig(JSON.stringify({ servers: { [name]: { command: 'x' } } }), source)
      .definitions;
  });
}

/** Each entry's precedence: nothing where it counts, else the id of the winner. */
function winners(ids: readonly string[], disabled: readonly string[] = []) {
  const found = resolvePrecedence(definitions(...ids), ({ id }) => !disabled.includes(id));
  return Object.fromEntries(
    Array.from(found, ([id, one]) => [id, one.kind === 'counts' ? '' : one.by]),
  );
}

test.each<[string, string[], Record<string, string>]>([
  [
    'of one level and folder the first counts',
    ['roundhouse:a/db', 'folder:a/db'],
    { 'folder:a/db': 'roundhouse:a/db' },
  ],
  [
    'a folder’s own file before .mcp.json',
    ['dotmcp:a/db', 'folder:a/db'],
    { 'dotmcp:a/db': 'folder:a/db' },
  ],
  [
    '.mcp.json before another host’s',
    ['dotmcp:a/db', 'cursor:a/db'],
    { 'cursor:a/db': 'dotmcp:a/db' },
  ],
  [
    'the folder before the workspace',
    ['workspace/db', 'cursor:a/db'],
    { 'workspace/db': 'cursor:a/db' },
  ],
  [
    'the workspace before the remote user',
    ['workspace/db', 'remote/db'],
    { 'remote/db': 'workspace/db' },
  ],
  ['the user before other hosts', ['windsurf/db', 'user/db'], { 'windsurf/db': 'user/db' }],
  ['case does not tell names apart', ['user/DB', 'folder:a/db'], { 'user/DB': 'folder:a/db' }],
  ['two folders run in places of their own', ['folder:a/db', 'folder:b/db', 'dotmcp:c/db'], {}],
  ['other names are others', ['folder:a/db', 'user/dbs'], {}],
])('%s', (_what, ids, expected) => {
  const all = Object.fromEntries(ids.map((id) => [id, '']));
  expect(winners(ids)).toEqual({ ...all, ...expected });
});

test('what is disabled overrides nothing: the next one counts', () => {
  const ids = ['folder:a/db', 'dotmcp:a/db', 'user/db'];
  expect(winners(ids, ['folder:a/db'])).toEqual({ 'dotmcp:a/db': '', 'user/db': 'dotmcp:a/db' });
  expect(winners(ids, ids)).toEqual({});
});

test('ten thousand entries of one name are no matter', () => {
  const ids = Array.from({ length: 10_000 }, (_, at) => `folder:f${at}/db`);
  const taken = processorTime();
  const found = resolvePrecedence(definitions(...ids, 'user/db'), () => true);
  expect(found.get('user/db')).toEqual({ kind: 'overridden', by: 'folder:f0/db' });
  expect(taken()).toBeLessThan(5_000);
});
