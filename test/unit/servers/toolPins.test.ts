import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyCatalog, type Tool } from '../../../src/ipc/state';
import { KnownFiles } from '../../../src/servers/knownFiles';
import { KnownServers } from '../../../src/servers/knownServers';
import { PinFiles, ToolPins } from '../../../src/servers/toolPins';
import { verdictOf } from '../../../src/tools/scan/pins';

const till = { name: 'till', launchVersion: 'f1' };
const clean = () => false;
const tool = (name: string): Tool => ({ name, description: `The tool ${name}` });
let folder = '';

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'roundhouse-test-')), 'pins');
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(path.dirname(folder), { recursive: true });
});

async function opened(): Promise<ToolPins> {
  const pins = new ToolPins(folder);
  await pins.load([till]);
  return pins;
}

const keyFile = (): string => path.join(folder, 'key');
const pinFile = (): string =>
  path.join(folder, readdirSync(folder).find((name) => name.endsWith('.json')) ?? '');

/** Makes a file unreadable. Returns what gives it back. */
function withhold(file: string): () => void {
  const aside = `${file}-aside`;
  renameSync(file, aside);
  // What is not a file is there and cannot be read, whoever runs this test.
  mkdirSync(file);
  return () => (rmdirSync(file), renameSync(aside, file));
}

/** The texts of the files with pins. */
const stored = (): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');

describe('pins', () => {
  test('are written at once where there were none, and changes later, all together', async () => {
    const pins = await opened();
    const writes = vi.spyOn(KnownFiles.prototype, 'write');
    pins.learn(till, [tool('a')], clean);
    await vi.waitFor(() => expect(stored()).toContain('The tool a'));
    pins.learn(till, [tool('a'), tool('b')], clean);
    pins.learn(till, [tool('a'), tool('b'), tool('c')], clean);
    expect(stored()).not.toContain('The tool b');
    await pins.flush();
    expect(stored()).toContain('The tool c');
    expect(writes).toHaveBeenCalledTimes(2);
  });

  test('are on disk before the list that they belong to', async () => {
    const pins = await opened();
    const known = new KnownServers(
      new KnownFiles(path.join(path.dirname(folder), 'known')),
      undefined,
      pins,
    );
    const writes = vi.spyOn(KnownFiles.prototype, 'write');
    const catalog = { ...emptyCatalog, tools: [tool('a')] };
    known.store(till, { catalog }, clean);
    pins.accept(till, catalog.tools, clean);
    await known.flush();
    const texts = writes.mock.calls.map(([, text = '']) => text);
    expect(texts).toEqual([expect.stringMatching('"pins":'), expect.stringMatching('"catalog":')]);
  });

  test('hold no definition that one of those who changed them takes for a secret', async () => {
    const pins = await opened();
    pins.learn(till, [tool('a')], clean);
    await pins.flush();
    pins.learn(till, [tool('a'), tool('secret')], (text) => text.includes('secret'));
    pins.learn(till, [tool('a'), tool('secret'), tool('b')], clean);
    await pins.flush();
    expect(stored()).toContain('The tool b');
    expect(stored()).not.toContain('The tool secret');
  });

  test('are written with the next change, or at the end, where the disk refused them', async () => {
    const pins = await opened();
    rmSync(folder, { recursive: true });
    writeFileSync(folder, '');
    pins.learn(till, [tool('a')], clean);
    await pins.flush();
    expect(pins.of(till).peek().problem?.code).toBe('pinsUnwritten');
    rmSync(folder);
    await pins.flush();
    expect(pins.of(till).peek().problem).toBeUndefined();
    expect(stored()).toContain('The tool a');
  });
});

describe('pins of another host', () => {
  const changed: Tool = { name: 'a', description: 'Another' };

  test('count with the next client, and are read only where there are any', async () => {
    const other = await opened();
    other.learn(till, [tool('a')], clean);
    await other.flush();
    const pins = await opened();
    pins.learn(till, [tool('a'), tool('b')], clean);
    await pins.flush();
    const verdict = () => verdictOf(pins.of(till).peek().pins, pins.identify(changed));
    await pins.load([till]);
    expect(verdict()).toBe('changed');
    other.accept(till, [changed], clean);
    await other.flush();
    await pins.load([till]);
    expect(verdict()).toBeUndefined();
    expect(verdictOf(pins.of(till).peek().pins, pins.identify(tool('b')))).toBe('new');
    const [before, reads] = [pins.of(till).peek(), vi.spyOn(KnownFiles.prototype, 'read')];
    await pins.load([till]);
    expect(pins.of(till).peek()).toBe(before);
    expect(reads).not.toHaveBeenCalled();
  });

  test.each([
    ['gone', (file: string) => rmSync(file)],
    ['broken', (file: string) => writeFileSync(file, '{')],
  ])('whose file is %s do not count', async (_how, damage) => {
    const first = await opened();
    first.learn(till, [tool('a')], clean);
    await first.flush();
    const pins = await opened();
    const before = pins.of(till).peek();
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
      damage(path.join(folder, name));
    await pins.load([till]);
    expect(pins.of(till).peek()).toBe(before);
  });
});

describe('the files of pins', () => {
  const pin = (hash: string) => ({ hash, tool: tool(hash) });

  test('are read again only where another host has written them', async () => {
    const [one, other] = [new PinFiles(folder), new PinFiles(folder)];
    const reads = vi.spyOn(KnownFiles.prototype, 'read');
    await one.merge('till', new Map([['a', pin('1')]]), clean);
    await one.merge('till', new Map([['a', pin('1')]]), clean);
    expect(reads).toHaveBeenCalledTimes(1);
    await other.merge('till', new Map([['b', pin('2')]]), clean);
    const { pins } = await one.merge('till', new Map([['a', pin('1')]]), clean);
    expect(reads).toHaveBeenCalledTimes(3);
    expect([...(pins?.keys() ?? [])].toSorted()).toEqual(['a', 'b']);
  });

  test('are read again where a definition was kept from them', async () => {
    const files = new PinFiles(folder);
    const reads = vi.spyOn(KnownFiles.prototype, 'read');
    await files.merge('till', new Map([['a', pin('1')]]), () => true);
    const { pins } = await files.merge('till', new Map([['b', pin('2')]]), clean);
    expect(reads).toHaveBeenCalledTimes(2);
    expect(pins?.get('a')).toEqual({ hash: '1' });
    expect(stored()).not.toContain('The tool 1');
  });

  test.each([
    ['their file', pinFile],
    ['the key of all', keyFile],
  ])('are read with the next client where %s could not be', async (_what, fileOf) => {
    const first = await opened();
    first.learn(till, [tool('a')], clean);
    await first.flush();
    const restore = withhold(fileOf());
    const pins = await opened();
    const unread = pins.of(till).peek();
    expect(unread.problem).toMatchObject({ code: 'pinsUnread' });
    expect(verdictOf(unread.pins, pins.identify(tool('a')))).toBe('new');
    pins.learn(till, [tool('a')], clean);
    await pins.load([till]);
    expect(pins.of(till).peek().problem).toMatchObject({ code: 'pinsUnread' });
    restore();
    await pins.load([till]);
    const { pins: read, problem } = pins.of(till).peek();
    expect(problem).toBeUndefined();
    expect(verdictOf(read, pins.identify(tool('a')))).toBeUndefined();
    expect(verdictOf(read, pins.identify({ name: 'a', description: 'Another' }))).toBe('changed');
  });

  test('that were learned without the key are those of the first list where there are none', async () => {
    await opened();
    const restore = withhold(keyFile());
    const pins = await opened();
    pins.learn(till, [tool('a')], clean);
    expect(verdictOf(pins.of(till).peek().pins, pins.identify(tool('a')))).toBe('new');
    restore();
    await pins.load([till]);
    const { pins: read, problem } = pins.of(till).peek();
    expect(problem).toBeUndefined();
    expect(verdictOf(read, pins.identify(tool('a')))).toBeUndefined();
    expect(verdictOf(read, pins.identify({ name: 'a', description: 'Another' }))).toBe('changed');
  });

  test('that were accepted while their file could not be read are written once it can be', async () => {
    const first = await opened();
    first.learn(till, [tool('a')], clean);
    await first.flush();
    const restore = withhold(pinFile());
    const pins = await opened();
    const other = { name: 'a', description: 'Another' };
    pins.learn(till, [other], clean);
    pins.accept(till, [other], clean);
    await pins.flush();
    restore();
    await pins.load([till]);
    await pins.flush();
    const next = await opened();
    expect(verdictOf(next.of(till).peek().pins, next.identify(other))).toBeUndefined();
  });

  test('that are gone hold nothing any more', async () => {
    const files = new PinFiles(folder);
    await files.merge('till', new Map([['a', pin('1')]]), clean);
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json')))
      rmSync(path.join(folder, name));
    const { pins } = await files.merge('till', new Map([['b', pin('2')]]), clean);
    expect([...(pins?.keys() ?? [])]).toEqual(['b']);
  });
});
