import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { testHosts } from '../support/testHosts';
import { everythingEntry } from '../support/fakeServer/everything';
import { roundhouse } from '../support/roundhouse';

/** A folder with server-everything and tests of it. */
function folderWith(tests: object, env: Record<string, string> = {}, more: object = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'rh-'));
  mkdirSync(path.join(folder, '.vscode'));
  const file = (name: string): string => path.join(folder, '.vscode', name);
  const write = (variables: Record<string, string>): void => {
    const servers = { everything: { ...everythingEntry(), env: variables }, ...more };
    writeFileSync(file('mcp.json'), JSON.stringify({ servers }));
  };
  write(env);
  writeFileSync(file('mcp-tests.json'), JSON.stringify({ tests }, undefined, 2));
  return { folder, write, tests: () => readFileSync(file('mcp-tests.json'), 'utf8') };
}

interface Report {
  readonly tests: readonly {
    readonly server: string;
    readonly name: string;
    readonly passed: boolean;
    readonly message: string;
  }[];
  readonly passed: number;
  readonly failed: number;
}

test('the tests of a real server pass, and fail once it answers otherwise', async () => {
  const everything = {
    adds: {
      tool: 'get-sum',
      arguments: { a: 1, b: 2 },
      expect: { text: 'is 3', pattern: '^The sum' },
    },
    weather: {
      tool: 'get-structured-content',
      arguments: { location: 'Chicago' },
      expect: {
        jsonPath: { '$.temperature': 36 },
        schema: { type: 'object', required: ['conditions'] },
      },
    },
    refuses: { tool: 'get-sum', arguments: { a: 'no number' }, expect: { isError: true } },
    prompt: { prompt: 'simple-prompt', expect: { text: 'prompt' } },
    document: {
      resource: 'demo://resource/static/document/features.md',
      expect: { text: '# Everything' },
    },
    environment: { tool: 'get-env', expect: { jsonPath: { '$.GREETING': 'hello' } } },
  };
  const { folder, write } = folderWith({ everything }, { GREETING: 'hello' });
  const junit = path.join(folder, 'results.xml');
  const well = await roundhouse(['test', '--junit', junit], { cwd: folder });
  expect(well.stdout).toContain('✓ everything › adds');
  expect(well).toMatchObject({ code: 0, stderr: '' });
  expect(well.stdout).toMatch(/\n6 passed, 0 failed\n$/);
  expect(readFileSync(junit, 'utf8')).toContain('<testsuites tests="6" failures="0" errors="0"');

  write({ GREETING: 'good bye' });
  const changed = await roundhouse(['test', '--junit', junit], { cwd: folder });
  expect(changed.code).toBe(1);
  expect(changed.stdout).toContain(
    '    $.GREETING leads to another value than expected.\n    Expected: "hello"\n    Actual: "good bye"',
  );
  expect(changed.stdout).toMatch(/\n5 passed, 1 failed\n$/);
  expect(readFileSync(junit, 'utf8')).toContain('<testsuites tests="6" failures="1" errors="0"');
});

test('a snapshot that differs is updated where that is wanted, and nothing else in the file', async () => {
  const stale = { content: [{ type: 'text', text: 'The sum of 1 and 2 is 4.' }] };
  const adds = { tool: 'get-sum', arguments: { a: 1, b: 2 }, expect: { snapshot: stale } };
  const { folder, tests } = folderWith({ everything: { adds } });
  const before = tests();
  const differs = await roundhouse(['test'], { cwd: folder });
  expect(differs.code).toBe(1);
  expect(differs.stdout).toContain('The result differs from the snapshot of the test.');
  expect(tests()).toBe(before);

  const updated = await roundhouse(['test', '--update'], { cwd: folder });
  expect(updated).toMatchObject({ code: 0, stderr: 'everything › adds: snapshot updated.\n' });
  expect(tests()).toBe(before.replace('is 4.', 'is 3.'));
  expect(await roundhouse(['test'], { cwd: folder })).toMatchObject({ code: 0 });
});

test('what cannot run is told by the test, and the others run', async () => {
  const { folder } = folderWith(
    {
      everything: {
        typo: { tol: 'echo' },
        missing: { tool: 'no-such-tool' },
        prompt: { prompt: 'simple-prompt' },
      },
      gone: { first: { tool: 'a' }, second: { tool: 'b' } },
      unknown: { any: { tool: 'a' } },
    },
    {},
    { gone: { command: 'no-such-command' } },
  );
  const { code, stdout } = await roundhouse(['test', '--json'], { cwd: folder });
  const report = JSON.parse(stdout) as Report;
  expect(code).toBe(1);
  expect(report).toMatchObject({ passed: 1, failed: 5 });
  const messages = new Map(report.tests.map(({ name, message }) => [name, message]));
  expect(messages.get('typo')).toContain('The key "tol" is not known.');
  expect(messages.get('missing')).toContain('no-such-tool');
  expect(messages.get('first')).toContain('"no-such-command" was not found');
  expect(messages.get('second')).toContain('"no-such-command" was not found');
  expect(messages.get('any')).toContain('There is no server "unknown"');

  const only = await roundhouse(['test', '--server', 'unknown'], { cwd: folder });
  expect(only.stdout).toMatch(/\n0 passed, 1 failed\n$/);
});

test('a run without tests is a mistake, and so is a file that is not there', async () => {
  const { folder } = folderWith({});
  const none = await roundhouse(['test'], { cwd: folder });
  expect(none.code).toBe(2);
  expect(none.stderr).toContain('There are no tests in .vscode/mcp-tests.json.');
  const absent = await roundhouse(['test', 'other.json', '--config', '.vscode/mcp.json'], {
    cwd: folder,
  });
  expect(absent.code).toBe(2);
  expect(absent.stderr).toContain('The tests cannot be read: ');
});

const hosts = testHosts();

test('a result that cannot be compared in time fails its test, and says so', async () => {
  // The program that reads results gives up at once.
  const failed = { code: 'readTooLong', args: { seconds: 30 } };
  const program = `const { parentPort } = require('node:worker_threads');
    parentPort.on('message', () => parentPort.postMessage(${JSON.stringify({ failed })}));`;
  const host = hosts.host({ resultReader: () => Promise.resolve(program) });
  const window = await hosts.attach(host, { till: fakeStdio() });
  const outcome = await window.send('runTest', {
    server: 'till',
    test: { tool: 'echo', arguments: { text: 'hello' }, expect: { text: 'hello' } },
    gesture: false,
    callId: 'call',
  });
  expect(outcome.failures).toEqual([{ reason: { code: 'testTooLong', args: { seconds: 30 } } }]);
});

test('a result takes the place of a snapshot only if it meets all else, and no other one could pass for it', async () => {
  const resultReader = () => readFile('dist/readerThread.js', 'utf8');
  const server = fakeStdio({ tools: ['echo', 'show'] });
  const window = await hosts.attach(hosts.host({ resultReader }), { till: server });
  const snapshotOf = async (
    tool: string,
    given: Record<string, unknown>,
    expected: object = {},
  ) => {
    const test = { tool, arguments: given, expect: { snapshot: {}, ...expected } };
    const request = { server: 'till', test, gesture: false, callId: 'call' };
    return (await window.send('runTest', request)).snapshot;
  };
  expect(await snapshotOf('echo', { text: 'hello' })).toMatchObject({
    content: [{ text: expect.stringContaining('hello') }],
  });
  expect(await snapshotOf('echo', { text: 'hello' }, { text: 'good bye' })).toBeUndefined();
  const shown = (id: number) => ({ content: [], structuredContent: { id } });
  expect(await snapshotOf('show', shown(2 ** 53 - 1))).toEqual(shown(2 ** 53 - 1));
  expect(await snapshotOf('show', shown(2 ** 53))).toBeUndefined();
});
