import { describe, expect, test } from 'vitest';
import {
  putServerTest,
  putSnapshot,
  readServerTests,
  snapshotOf,
  subjectOf,
} from '../../../src/config/serverTests';

const folder = '/home/ada/project';

const text = `{
  // Calls that must keep working.
  "tests": {
    "calculator": {
      "adds": { "tool": "add", "arguments": { "a": 1 }, "expect": { "text": "1" } },
      "greets": { "prompt": "greet" },
      "reads": { "resource": "file:///a" },
    },
    "weather": { "asks": { "tool": "forecast" } },
  },
}
`;

describe('reading a file of tests', () => {
  test('each test has its server, its name and its place', () => {
    const { tests, problems } = readServerTests(text, folder);
    expect(problems).toEqual([]);
    expect(tests.map(({ server, name, range }) => [server, name, range.startLine])).toEqual([
      ['calculator', 'adds', 4],
      ['calculator', 'greets', 5],
      ['calculator', 'reads', 6],
      ['weather', 'asks', 8],
    ]);
    expect(tests[0]?.test).toEqual({
      tool: 'add',
      arguments: { a: 1 },
      expect: { text: '1' },
    });
    expect(tests.map(({ test }) => test && subjectOf(test))).toEqual([
      { kind: 'tool', name: 'add' },
      { kind: 'prompt', name: 'greet' },
      { kind: 'resource', name: 'file:///a' },
      { kind: 'tool', name: 'forecast' },
    ]);
  });

  test.each([
    ['{ "tool": 3 }', [['wrong', 'tool', 'string']]],
    ['{ "tool": "a", "expect": { "snaphot": {} } }', [['unknownKey', 'expect.snaphot']]],
    ['{ "tool": "a", "prompt": "b" }', [['oneSubject', 't']]],
    ['{}', [['oneSubject', 't']]],
    ['{ "tool": "a", "expect": { "text": 3 } }', [['wrong', 'expect.text']]],
    ['[]', [['wrong', 't', 'object']]],
    [
      '{ "tool": "a", "arguments": { "id": 9007199254740993 }, "expect": { "jsonPath": { "$": [1, 1e400] } } }',
      [
        ['inexact', 'arguments.id'],
        ['inexact', 'expect.jsonPath.$.1'],
      ],
    ],
  ])('a mistake is found where it stands, and costs only its test: %s', (written, expected) => {
    const { tests, problems } = readServerTests(
      `{"tests": {"s": {"t": ${written}, "good": {"tool": "a"}}}}`,
      folder,
    );
    expect(problems).toEqual([]);
    const [bad, good] = tests;
    expect(bad?.test).toBeUndefined();
    expect(
      bad?.problems.map(({ kind, at, expected }) => [kind, at, ...(expected ? [expected] : [])]),
    ).toEqual(expected);
    expect(good?.test).toEqual({ tool: 'a' });
  });

  test('a number of too many digits is found where it stands, behind a byte order mark, too', () => {
    const written =
      '\uFEFF{"tests": {"s": {"t": {"tool": "a", "arguments": {"a": 12345678901234567890}}}}}';
    const [saved] = readServerTests(written, folder).tests;
    const start = written.indexOf('1234') - 1;
    expect(saved?.problems.map(({ range }) => [range.startCharacter, range.endCharacter])).toEqual([
      [start, start + 20],
    ]);
  });

  test('a text that breaks off keeps the tests before', () => {
    const { tests, problems } = readServerTests(
      '{"tests": {"s": {"t": {"tool": "a"}, "u": {"to',
      folder,
    );
    expect(problems.map(({ kind }) => kind)).toContain('syntax');
    expect(tests.find(({ name }) => name === 't')?.test).toEqual({ tool: 'a' });
    expect(tests.find(({ name }) => name === 'u')?.test).toBeUndefined();
  });

  test('what is no object, and a key that nobody reads, are problems of the file', () => {
    expect(readServerTests('{"tests": {"s": []}}', folder).problems).toMatchObject([
      { kind: 'wrong', at: 'tests.s', expected: 'object' },
    ]);
    expect(readServerTests('{"$schema": "x", "test": {}}', folder).problems).toMatchObject([
      { kind: 'unknownKey', at: 'test' },
    ]);
    expect(readServerTests('', folder).problems).toEqual([]);
  });
});

describe('writing', () => {
  test('a test is added to what is there, byte for byte', () => {
    const added = putServerTest(
      text,
      { server: 'weather', name: 'again' },
      { tool: 'forecast' },
      folder,
    );
    expect(added.startsWith(text.slice(0, text.indexOf('"asks"')))).toBe(true);
    expect(readServerTests(added, folder).tests.at(-1)).toMatchObject({
      server: 'weather',
      name: 'again',
      test: { tool: 'forecast' },
    });
  });

  test('a file begins with its first test', () => {
    const added = putServerTest(
      '',
      { server: 'a.b/c', name: 'it "works"' },
      { resource: 'x:y' },
      folder,
    );
    expect(readServerTests(added, folder).tests).toMatchObject([
      { server: 'a.b/c', name: 'it "works"' },
    ]);
  });

  test('only the snapshot changes', () => {
    const changed = putSnapshot(
      text,
      { server: 'calculator', name: 'adds' },
      { content: [] },
      folder,
    );
    expect(changed).toBe(
      text.replace('{ "text": "1" }', '{ "text": "1", "snapshot": { "content": [] } }'),
    );
  });
});

test.each(['/home/ada/project', String.raw`C:\Users\ada\a "b"`])(
  'the workspace folder has a variable in its place, so that a file is good for everyone: %s',
  (own) => {
    const arguments_ = { path: `${own}/a`, other: `to ${own} and ${own}2` };
    const saved = { tool: 'read', arguments: arguments_ };
    const written = putServerTest('', { server: 's', name: 't' }, saved, own);
    expect(written).toContain('"${workspaceFolder}/a"');
    expect(written).toContain('"to ${workspaceFolder} and ${workspaceFolder}2"');
    expect(readServerTests(written, own).tests[0]?.test).toEqual(saved);
    expect(readServerTests(written, '/b').tests[0]?.test?.arguments?.['path']).toBe('/b/a');
  },
);

test.each([
  ['https://api.example.com/app/users', 'https://api.example.com/app/users'],
  ['http://localhost:8080/app', 'http://localhost:8080/app'],
  ['/var/my_/app, /var/my-/app and ../app', '/var/my_/app, /var/my-/app and ../app'],
  ['file:///app/a (/app/b)', 'file://${workspaceFolder}/a (${workspaceFolder}/b)'],
  ['Files:\n/app/a\n\t/app/b', 'Files:\n${workspaceFolder}/a\n\t${workspaceFolder}/b'],
  [
    '\u001b[32m/app/a\u001b[0m, 已读取/app/b',
    '\u001b[32m${workspaceFolder}/a\u001b[0m, 已读取${workspaceFolder}/b',
  ],
  ['{"text":"Files:\\n/app/a"}', '{"text":"Files:\\n${workspaceFolder}/a"}'],
])('the folder is not taken for the end of another path: %j', (given, written) => {
  const saved = { tool: 'read', arguments: { given } };
  const text = putServerTest('', { server: 's', name: 't' }, saved, '/app');
  expect(text).toContain(JSON.stringify(written));
  expect(readServerTests(text, '/app').tests[0]?.test).toEqual(saved);
});

test.each([folder, '/'])(
  'a text that reads like the variable has one more sign in the file: %s',
  (own) => {
    const texts = ['${workspaceFolder}', '$${workspaceFolder}/${!workspaceFolder}', `$${folder}`];
    const saved = { tool: 'read', arguments: { texts }, expect: { snapshot: { content: texts } } };
    const written = putServerTest('', { server: 's', name: 't' }, saved, own);
    expect(written).toContain('"${!workspaceFolder}"');
    expect(written).toContain('"$${!workspaceFolder}/${!!workspaceFolder}"');
    const [test] = readServerTests(written, own).tests;
    expect(test?.test).toEqual(saved);
    const updated = putSnapshot(written, { server: 's', name: 't' }, { content: texts }, own);
    expect(updated).toBe(written);
  },
);

test.each(['/', 'C:\\'])('the root of a drive stays: %s', (own) => {
  const saved = { tool: 'read', arguments: { path: `${own}a` } };
  const written = putServerTest('', { server: 's', name: 't' }, saved, own);
  expect(written).not.toContain('${workspaceFolder}');
});

test('a snapshot has what the server answers for', () => {
  const content = [{ type: 'text', text: 'a' }];
  expect(snapshotOf({ content, isError: false, _meta: { at: 1 }, resultType: 'complete' })).toEqual(
    {
      content,
    },
  );
  expect(snapshotOf({ contents: [], isError: true })).toEqual({ contents: [], isError: true });
});
