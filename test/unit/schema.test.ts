import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dialects } from '../../src/config/dialects';
import { parseConfig } from '../../src/config/read/parseConfig';
import { entryKeys, transportWords } from '../../src/config/read/parseEntry';
import { expectationSchema, serverTestSchema } from '../../src/config/serverTests';
import { folderSource } from './config/textAt';

interface Schema {
  readonly markdownDescription?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly const?: string;
  readonly defaultSnippets?: readonly { readonly label: string; readonly body: object }[];
}

function read(file: string): Schema {
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
}

const schema = read('media/mcp.schema.json');
const tests = read('media/mcp-tests.schema.json');
const dotmcp = read('media/dotmcp.schema.json').definitions ?? {};
const { stdio, remote, input } = schema.definitions ?? {};

test('the schema knows exactly the keys that are read', () => {
  const keys = [stdio, remote].flatMap((kind) => Object.keys(kind?.properties ?? {}));
  expect([...new Set(keys)].toSorted()).toEqual([...entryKeys].toSorted());
});

test('the schema of .mcp.json knows exactly the keys and transports that are read', () => {
  const kinds = [dotmcp['stdio'], dotmcp['remote']];
  const keys = kinds.flatMap((kind) => Object.keys(kind?.properties ?? {}));
  expect([...new Set(keys)].toSorted()).toEqual(
    dialects.dotmcp.rows.map(({ key }) => key).toSorted(),
  );
  for (const [word, type] of transportWords) {
    const [one, other] = type === 'stdio' ? kinds : kinds.toReversed();
    for (const written of [word, word.toUpperCase()]) {
      expect(takesType(one, written), written).toBe(true);
      expect(takesType(other, written), written).toBe(false);
    }
  }
  expect(kinds.map((kind) => takesType(kind, 'studio'))).toEqual([false, false]);
});

test('the schema of tests knows exactly the keys that are read', () => {
  const { test: one, expect: expectation } = tests.definitions ?? {};
  const keysOf = (kind?: Schema): string[] => Object.keys(kind?.properties ?? {}).toSorted();
  expect(keysOf(one)).toEqual(Object.keys(serverTestSchema.shape).toSorted());
  expect(keysOf(expectation)).toEqual(Object.keys(expectationSchema.shape).toSorted());
});

test('every key is explained', () => {
  const kinds = [
    stdio,
    remote,
    ...(input?.oneOf ?? []),
    ...Object.values(dotmcp),
    ...Object.values(tests.definitions ?? {}),
  ];
  for (const kind of kinds) {
    for (const [key, value] of Object.entries(kind?.properties ?? {})) {
      expect(value.markdownDescription, key).toMatch(/\.$/);
    }
  }
});

test('what the schema wants of an input is what is read', () => {
  for (const { properties, required = [] } of input?.oneOf ?? []) {
    const values: Readonly<Record<string, unknown>> = {
      id: 'a',
      type: properties?.['type']?.const,
      description: 'Why?',
      default: 'x',
      password: true,
      options: ['x', { label: 'Y', value: 'y' }],
      command: 'tasks.pick',
      args: { any: 1 },
    };
    const whole = Object.fromEntries(
      Object.keys(properties ?? {}).map((key) => [key, values[key]]),
    );
    const least = Object.fromEntries(required.map((key) => [key, values[key]]));
    for (const written of [whole, least]) {
      const { problems } = parseConfig(JSON.stringify({ inputs: [written] }), folderSource);
      expect(problems).toEqual([]);
    }
  }
});

test('what the snippets write can be read', () => {
  const snippets = schema.properties?.['servers']?.defaultSnippets ?? [];
  expect(snippets.length).toBeGreaterThan(3);
  for (const { label, body } of snippets) {
    const written = JSON.stringify(body)
      .replaceAll(/\$\{\d:([^{}]*)\}/g, '$1')
      .replaceAll(String.raw`\\$`, '$');
    const inputs = [{ id: 'token', type: 'promptString' }];
    const text = `{"servers": ${written}, "inputs": ${JSON.stringify(inputs)}}`;
    expect(parseConfig(text, folderSource).problems, label).toEqual([]);
  }
});

/** True if a kind of server takes a word for `type`; `(?i)` is what VS Code takes for either case. */
function takesType(kind: Schema | undefined, word: string): boolean {
  const ways = kind?.properties?.['type']?.anyOf ?? [];
  return ways.some((way) =>
    way.pattern === undefined
      ? way.enum?.includes(word)
      : new RegExp(way.pattern.replace('(?i)', ''), 'i').test(word),
  );
}
