import { expect, test } from 'vitest';
import { getNodeValue } from 'jsonc-parser';
import { canonicalJson, isObject, type JsonObject } from '../../../../src/base/json';
import { UserError } from '../../../../src/base/errors';
import { readDocument } from '../../../../src/config/read/parseConfig';
import { putEntries } from '../../../../src/config/write/putEntries';
import { Seeded } from '../../../support/seeded';
import { randomValue } from '../randomJsonc';

const runs = 300;
const names = ['a', 'b', 'two words', 'd.e'];

/** Tables, dotted keys and inline tables in any order, each statement with its comment. */
function randomToml(random: Seeded): string {
  const newline = random.pick(['\n', '\r\n']);
  const quoted = names.map((name) => (/ |\./.test(name) ? `"${name}"` : name));
  const blocks = quoted.flatMap((name, at) => {
    const form = random.below(4);
    if (form === 0) return [];
    if (form === 1) return [`# on ${at}.`, `mcp_servers.${name}.command = "x" # by ${at}.`];
    const env = [`[mcp_servers.${name}.env] # in ${at}.`, 'K = """', '# text"""'];
    const table = [`[mcp_servers.${name}]`, `command = 'x' # by ${at}.`];
    const above = random.pick([[], [''], [`# on ${at}.`], ['', `# on ${at}.`]]);
    return [...above, ...(form === 2 ? table : [...table, '', ...env])];
  });
  const dotted = blocks.filter((_line, at) => isDotted(blocks, at));
  const tables = blocks.filter((_line, at) => !isDotted(blocks, at));
  const lines = ['model = "m" # which.', ...dotted, '', ...tables, '', '[tui] # last.', 'x = 1'];
  return lines.join(newline) + random.pick(['', newline]);
}

function isDotted(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.startsWith('# on') ? lines[at + 1] : lines[at];
  return line?.startsWith('mcp_servers.') ?? false;
}

function randomYaml(random: Seeded): string {
  const newline = random.pick(['\n', '\r\n']);
  const indent = random.pick(['', '  ', '    ']);
  const items = names.flatMap((name, at) => {
    if (random.once(4)) return [];
    const note = random.once(2) ? ['env:', '  K: |', '    # text'] : [];
    const [first, ...rest] = [`name: ${name} # by ${at}.`, 'command: x', ...note];
    return [
      ...(random.once(2) ? [`${indent}# on ${at}.`] : []),
      `${indent}- ${first}`,
      ...rest.map((line) => `${indent}  ${line}`),
    ];
  });
  const lines = ['name: mine # which.', 'mcpServers: # these.', ...items, '# last.', 'rules: []'];
  return lines.join(newline) + random.pick(['', newline]);
}

test.each([
  ['codex', 'toml', randomToml],
  ['continue', 'yaml', randomYaml],
] as const)('entries put into %s leave all else as it was', async (...given) => {
  const [dialect, syntax, make] = given;
  const random = new Seeded(7);
  let edits = 0;
  for (let run = 0; run < runs; run++) {
    const text = make(random);
    const name = random.pick([...names, 'new']);
    const value = { command: 'y', extra: { inner: randomValue(random, 2), k: 'v' } };
    const entries = [{ name, value, overwrite: true }];
    const edited = await putEntries({ file: 'f', text }, { dialect, entries, inputs: [] });
    const where = `${name} in\n${text}\n→\n${edited}`;
    edits += edited === text ? 0 : 1;
    expect(await others(edited, syntax, name), where).toEqual(await others(text, syntax, name));
    const at = names.indexOf(name);
    const kept = (from: string) =>
      (from.match(/# \w+( \d)?\./g) ?? []).filter((note) => !note.includes(` ${at}.`));
    expect(kept(edited), where).toEqual(kept(text));
    expect(/(?<!\r)\n/.test(edited), where).toBe(/(?<!\r)\n/.test(text));
  }
  expect(edits).toBeGreaterThan(runs / 2);
});

/** What the file says but for one entry. */
async function others(text: string, syntax: 'toml' | 'yaml', name: string): Promise<string> {
  const { root, faults } = await readDocument(text, syntax);
  expect(faults).toEqual([]);
  const value = (root && getNodeValue(root)) as JsonObject;
  const { mcp_servers: tables, mcpServers: list, ...rest } = value;
  const { [name]: _one, ...below } = isObject(tables) ? tables : {};
  const items = Array.isArray(list) ? (list as unknown[]) : [];
  const left = items.filter((item) => isObject(item) && item['name'] !== name);
  return canonicalJson({ ...rest, below, left });
}

test('a file with a fault is never written', async () => {
  const random = new Seeded(3);
  for (let run = 0; run < runs; run++) {
    const whole = randomToml(random);
    const text = whole.slice(0, random.below(whole.length));
    const entries = [{ name: 'a', value: { command: 'y' }, overwrite: true }];
    const { faults } = await readDocument(text, 'toml');
    const placed = putEntries({ file: 'f', text }, { dialect: 'codex', entries, inputs: [] });
    if (faults.length > 0) await expect(placed).rejects.toBeInstanceOf(UserError);
    else await expect(placed).resolves.toContain('"y"');
  }
});
