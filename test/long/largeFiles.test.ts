import { parseTree } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { parseAnyConfig, parseConfig } from '../../src/config/read/parseConfig';
import { setValue } from '../../src/config/write/jsonEdits';
import { folderSource } from '../unit/config/textAt';
import { processorTime } from '../support/processorTime';

// Texts as large as no mutation makes them; `npm run fuzz` has those.

const size = 5_000_000;

function largeFile(): string {
  const entry = (at: number) =>
    `    "server ${at}": {\n      "command": "npx",\n      "args": ["-y", "package-${at}"],\n` +
    `      "env": { "KEY": "\${input:key}", "HOME": "\${env:HOME}" }, // ${at}\n    },\n`;
  const count = Math.ceil(size / entry(10_000).length);
  const entries = Array.from({ length: count }, (_, at) => entry(at)).join('');
  const inputs = '[{ "id": "key", "type": "promptString" }]';
  return `{\n  "servers": {\n${entries}  },\n  "inputs": ${inputs}\n}\n`;
}

function milliseconds(action: () => unknown): number {
  const taken = processorTime();
  action();
  return taken();
}

/** The faster of two tries, so that neither side pays for the other's garbage. */
function fastest(action: () => unknown): number {
  return Math.min(milliseconds(action), milliseconds(action));
}

test('a file of 5 MB costs a small multiple of the bare parser', () => {
  const text = largeFile();
  const bare = fastest(() => parseTree(text, [], { allowTrailingComma: true }));
  const whole = fastest(() => {
    const { definitions, problems } = parseConfig(text, folderSource);
    expect(problems).toEqual([]);
    expect(definitions.length).toBeGreaterThan(20_000);
  });
  const faulty = fastest(() => parseConfig(text.replaceAll(', // 7', ' // 7'), folderSource));
  expect(whole / bare).toBeLessThan(8);
  expect(faulty / bare).toBeLessThan(10);
});

/** The text `part` as often as makes 5 MB. */
function many(part: string): string {
  return part.repeat(Math.ceil(size / part.length));
}

const pathological: Readonly<Record<string, string>> = {
  'one line': `{"servers":{${many('"a":{"command":"x","args":["y"]},')}"b":{"command":"z"}}}`,
  'keys that are all the same': `{"servers":{"a":{${many('"command":"x",')}"command":"y"}}}`,
  'variables that never end': `{"servers":{"a":{"command":"x","args":["${many('${')}"]}}}`,
  'variables without a name': `{"servers":{"a":{"command":"x","args":["${many('${}')}"]}}}`,
  'inputs that are not declared': `{"servers":{"a":{"command":"x","args":[${many('"${input:a}",')}]}}}`,
  'brackets that never close': many('['),
  'objects that never close': many('{"a":'),
  'brackets that never open': `{"servers":{${many('}')}`,
  'a fault in every place': `{"servers":{${many('"a" "b" : : , ')}}}`,
  junk: many('junk '),
  'a string that never ends': `{"servers":{"a":"${many('x')}`,
  'a comment that never ends': `{"servers":{} /*${many('* ')}`,
  comments: `{${many('// x\n')}"servers":{"a":{"command":"x"}}}`,
  'line ends': `{${many('\r\n')}"servers":{"a":{"command":"x"}}}`,
  escapes: `{"servers":{"a":{"command":"${many('\\u0024{')}"}}}`,
};

test.each(Object.keys(pathological))('5 MB of %s come to an end', async (name) => {
  const text = pathological[name] ?? '';
  const bare = milliseconds(() => text.split('\n').map((line) => line.length + 1));
  const taken = milliseconds(() => parseConfig(text, folderSource));
  const foreign = await parseAnyConfig(text, { ...folderSource, dialect: 'dotmcp' });
  expect(foreign.definitions.length).toBeLessThan(2);
  expect(milliseconds(() => setValue(text, ['servers', 'a', 'command'], 'y'))).toBeLessThan(10_000);
  // Whatever is quadratic takes hours here.
  expect(taken).toBeLessThan(10_000 + bare);
});

test.each([
  ['codex', 'config.toml', (part: string) => `[mcp_servers.a]\ncommand = "x"\n${part}`],
  ['continue', 'config.yaml', (part: string) => `mcpServers:\n  - name: a\n${part}`],
] as const)('large files of %s come to an end', async (dialect, file, make) => {
  const parts = [
    '[[a]]\n',
    '[',
    '- ',
    '{',
    '# x\n',
    'a = 1\n',
    'a: b\n',
    '"',
    "'''",
    ' ',
    '*a ',
    '&a ',
  ];
  for (const part of parts) {
    const text = make(part.repeat(300_000 / part.length));
    const taken = processorTime();
    await parseAnyConfig(text, { ...folderSource, dialect, file });
    expect(taken(), part).toBeLessThan(20_000);
  }
});
