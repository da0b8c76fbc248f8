import { UserError } from '../../../src/base/errors';
import { canonicalJson, type JsonObject } from '../../../src/base/json';
import type { Definition } from '../../../src/config/definition';
import { JsoncDocument } from '../../../src/config/read/jsoncDocument';
import { parseAnyConfig } from '../../../src/config/read/parseConfig';
import { properties } from '../../../src/config/read/properties';
import { putEntries } from '../../../src/config/write/putEntries';
import { removeValue, setValue } from '../../../src/config/write/jsonEdits';
import { holds, type Target } from '../target';
import { configFileOf, configFiles, configWords, sourceOf, type ConfigFile } from './configFile';

const added = 'fuzzed entry';
const value: JsonObject = { command: 'put', args: ['in'] };

/** Entries put into files of all hosts and replaced there: nothing else changes by a byte. */
export const edits: Target = {
  name: 'edits',
  reads: 'configuration files that are edited',
  seeds: configFiles,
  words: configWords,
  async run(input) {
    const file = configFileOf(input);
    const before = await definitionsIn(file);
    if (!before.has(added)) await put(file, before);
    for (const name of [...before.keys()].slice(0, 2)) await replace(file, name, before);
    setAndRemove(file.text);
  },
  patience: { base: 600, each: 60 },
  quick: 30,
};

type Definitions = ReadonlyMap<string, string>;

/** What each entry says. */
async function definitionsIn(file: ConfigFile): Promise<Definitions> {
  const { definitions } = await parseAnyConfig(file.text, sourceOf(file));
  return new Map(definitions.map((one) => [one.name, said(one)]));
}

function said({ launch, inputs, settings }: Definition): string {
  return canonicalJson({ launch, inputs, settings });
}

async function put(file: ConfigFile, before: Definitions): Promise<void> {
  const text = await edited(() => written(file, added));
  if (text === undefined) return;
  holds(isWithin(file.text, text), 'what was there is gone', () => [file.text, text]);
  const after = await definitionsIn({ ...file, text });
  sameBut(added, before, after, () => [file.text, text]);
  holds(await isStable({ ...file, text }, added), 'an entry is put twice', () => text);
}

async function replace(file: ConfigFile, name: string, before: Definitions): Promise<void> {
  const text = await edited(() => written(file, name));
  if (text === undefined) return;
  sameBut(name, before, await definitionsIn({ ...file, text }), () => [file.text, text]);
  holds(await isStable({ ...file, text }, name), 'an entry is replaced twice', () => text);
}

function written({ dialect, file, text }: ConfigFile, name: string): Promise<string> {
  const entries = [{ name, value, overwrite: true }];
  return putEntries({ file, text }, { dialect, entries, inputs: [] });
}

/** A file with a fault is left to the person. */
async function edited(edit: () => Promise<string>): Promise<string | undefined> {
  try {
    return await edit();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function isStable(file: ConfigFile, name: string): Promise<boolean> {
  return (await written(file, name)) === file.text;
}

function sameBut(
  name: string,
  before: Definitions,
  after: Definitions,
  detail: () => unknown,
): void {
  const others = (all: Definitions): string =>
    canonicalJson(Object.fromEntries([...all].filter(([other]) => other !== name)));
  holds(others(before) === others(after), 'another entry has changed', detail);
}

/** Whether a text is what is left of another one where something is taken out; space may change around it. */
function isWithin(less: string, more: string): boolean {
  let at = 0;
  for (const character of less.replaceAll(/[\s,]+/g, '')) {
    at = more.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** The same of single values of JSON, at the first places of the file. */
function setAndRemove(text: string): void {
  const document = new JsoncDocument(text);
  const { root } = document;
  if (root?.type !== 'object' || document.faults.length > 0) return;
  const all = properties(root);
  const members = new Map(all.map(({ name, value: node }) => [name, written(node)]));
  if (members.size !== all.length) return;
  for (const name of [...members.keys()].slice(0, 2)) {
    const set = setValue(text, [name], 'fuzzed');
    const expected = new Map(members).set(name, '"fuzzed"');
    holds(isSame(set, expected), 'a value is not set, or another one', () => [text, name, set]);
    const without = removeValue(text, [name]);
    expected.delete(name);
    holds(isSame(without, expected), 'a value is not removed', () => [text, name, without]);
    holds(isWithin(without, text), 'more than was there', () => [text, without]);
  }
  const more = setValue(text, [added], 1);
  const expected = new Map(members).set(added, '1');
  holds(isSame(more, expected), 'a value is not added', () => [text, more]);
  holds(isWithin(text, more), 'what was there is gone', () => [text, more]);

  function written({ offset, length }: { offset: number; length: number }): string {
    return text.replace(/^\uFEFF/, '').slice(offset, offset + length);
  }
}

function isSame(text: string, expected: ReadonlyMap<string, string>): boolean {
  const { root, faults } = new JsoncDocument(text);
  if (!root || faults.length > 0) return false;
  const body = text.replace(/^\uFEFF/, '');
  const members = properties(root).map(({ name, value: { offset, length } }) => [
    name,
    body.slice(offset, offset + length),
  ]);
  const [found, wanted] = [members, [...expected]].map((all) =>
    canonicalJson(Object.fromEntries(all)),
  );
  return members.length === expected.size && found === wanted;
}
