import { getNodePath, getNodeValue, type Node } from 'jsonc-parser';
import * as z from 'zod/mini';
import { escapedInPattern } from '../base/escape';
import { canonicalJson, isExactNumber, ownValue, type Json, type JsonObject } from '../base/json';
import type { Range } from './definition';
import { JsoncDocument } from './read/jsoncDocument';
import { lastOfEach, nodeAt, properties } from './read/properties';
import { setValue } from './write/jsonEdits';

const object = z.record(z.string(), z.unknown());

/** What the result of a call must be like. A call with nothing in here must succeed. */
export const expectationSchema = z.partial(
  z.strictObject({
    /** The call fails: the tool says so, or the server answers with an error. */
    isError: z.boolean(),
    /** Texts that are in the result's text. */
    text: z.union([z.string(), z.array(z.string())]),
    /** A regular expression that the result's text matches. */
    pattern: z.string(),
    /** JSON Paths of RFC 9535 into the result's JSON, each with the value that it leads to. */
    jsonPath: object,
    /** A JSON Schema that the result's JSON fits. */
    schema: object,
    /** The whole result, see `snapshotOf`. */
    snapshot: object,
  }),
);
export type Expectation = z.infer<typeof expectationSchema>;

const subjects = ['tool', 'prompt', 'resource'] as const;
export type TestSubject = (typeof subjects)[number];

/** A call of a server and what is expected of its result. It names a tool, a prompt or a resource's URI. */
export const serverTestSchema = z
  .strictObject({
    tool: z.optional(z.string()),
    prompt: z.optional(z.string()),
    resource: z.optional(z.string()),
    arguments: z.optional(object),
    expect: z.optional(expectationSchema),
  })
  .check(
    z.refine((test) => subjects.filter((subject) => test[subject] !== undefined).length === 1),
  );
export type ServerTest = z.infer<typeof serverTestSchema>;

/** A mistake in a file of tests. */
export interface TestProblem {
  /**
   * `wrong`: a value of a wrong type, `expected` names the right one. `oneSubject`: not one of tool, prompt, resource.
   * `inexact`: a number of too many digits.
   */
  readonly kind: 'syntax' | 'wrong' | 'unknownKey' | 'oneSubject' | 'inexact';
  /** The names from the root, in a test from its value, joined by dots; for `syntax` the name of the error. */
  readonly at: string;
  readonly expected?: string | undefined;
  readonly range: Range;
}

/** One test of a file. One with problems cannot run. */
export interface SavedTest {
  readonly server: string;
  /** Unique among the tests of its server. */
  readonly name: string;
  /** Its name and value in the file. */
  readonly range: Range;
  readonly test?: ServerTest | undefined;
  readonly problems: readonly TestProblem[];
}

/** The same for tests that run the same, and only for them. */
export function testKey({ server, name, test }: SavedTest): string {
  return canonicalJson({ server, name, test });
}

/** A file of tests as far as it can be read. */
export interface TestFile {
  readonly tests: readonly SavedTest[];
  /** Mistakes outside of the tests. */
  readonly problems: readonly TestProblem[];
}

/**
 * Reads a file of tests: `{ "tests": { SERVER: { NAME: test } } }`, with comments. A mistake costs only its test.
 * `folder`: the absolute path of the workspace folder, which takes the place of `${workspaceFolder}`.
 */
export function readServerTests(text: string, folder: string): TestFile {
  const document = new JsoncDocument(text);
  const { root } = document;
  const problems: TestProblem[] = document.faults.map((fault) => ({
    kind: 'syntax',
    at: fault.error,
    range: document.range(fault),
  }));
  const members = (node: Node | undefined, path: readonly string[]) => {
    if (node?.type === 'object') return [...lastOfEach(properties(node)).values()];
    if (node) {
      const range = document.range(node);
      problems.push({ kind: 'wrong', at: path.join('.'), expected: 'object', range });
    }
    return [];
  };
  const tests = members(root, []).flatMap(({ name: key, key: at, value: servers }) => {
    if (key !== 'tests') {
      if (key !== '$schema')
        problems.push({ kind: 'unknownKey', at: key, range: document.range(at) });
      return [];
    }
    return members(servers, [key]).flatMap(({ name: server, value }) =>
      members(value, [key, server]).map(({ name, node, value: written }): SavedTest => {
        const range = document.range(node);
        // Its syntax error is a problem of the file.
        if (!document.isWhole(node)) return { server, name, range, problems };
        return { server, name, range, ...readTest(name, written, document, folder) };
      }),
    );
  });
  return { tests, problems };
}

function readTest(
  name: string,
  node: Node,
  document: JsoncDocument,
  folder: string,
): Pick<SavedTest, 'test' | 'problems'> {
  const { data, error } = serverTestSchema.safeParse(getNodeValue(node));
  const problems = (error?.issues ?? []).map((issue): TestProblem => {
    const below = issue.path.filter((step) => typeof step !== 'symbol');
    const place = nodeAt(node, below) ?? node;
    const at = below.join('.') || name;
    const range = document.range(place);
    if (issue.code === 'unrecognized_keys') {
      const [key = ''] = issue.keys;
      return { kind: 'unknownKey', at: [...below, key].join('.'), range };
    }
    if (issue.code === 'custom') return { kind: 'oneSubject', at, range };
    const expected = issue.code === 'invalid_type' ? issue.expected : undefined;
    return { kind: 'wrong', at, expected, range };
  });
  const depth = getNodePath(node).length;
  for (const number of inexactNumbers(node, document)) {
    const at = getNodePath(number).slice(depth).join('.');
    problems.push({ kind: 'inexact', at, range: document.range(number) });
  }
  const test = problems.length === 0 && data ? withFolder(data, folder) : undefined;
  return { test, problems };
}

/** The numbers in a value that would be sent, or compared, as other ones. */
function inexactNumbers(node: Node, document: JsoncDocument): readonly Node[] {
  if (node.type === 'number') return isExactNumber(document.source(node)) ? [] : [node];
  return (node.children ?? []).flatMap((child) => inexactNumbers(child, document));
}

/** The text of a file with a test put in, or in place of the one with its name; all else stays byte for byte. */
export function putServerTest(
  text: string,
  { server, name }: Pick<SavedTest, 'server' | 'name'>,
  test: ServerTest,
  folder: string,
): string {
  return setValue(text, ['tests', server, name], withoutFolder(test as JsonObject, folder));
}

/** The text of a file in which a test expects another result. */
export function putSnapshot(
  text: string,
  { server, name }: Pick<SavedTest, 'server' | 'name'>,
  snapshot: JsonObject,
  folder: string,
): string {
  const path = ['tests', server, name, 'expect', 'snapshot'];
  return setValue(text, path, withoutFolder(snapshot, folder));
}

/**
 * Stands for the workspace folder, so that a file is good for every machine. A text that reads like it has one sign
 * more in the file than in the test.
 */
const folderVariable = /\$\{(!*)workspaceFolder\}/g;

function withFolder<T>(value: T, folder: string): T {
  const text = JSON.stringify(value).replaceAll(folderVariable, (_, signs: string) =>
    signs === '' ? inJson(folder) : variableWith(signs.slice(1)),
  );
  return JSON.parse(text) as T;
}

function withoutFolder<T>(value: T, folder: string): T {
  const escaped = JSON.stringify(value).replaceAll(folderVariable, (_, signs: string) =>
    variableWith(`${signs}!`),
  );
  // The root of a drive is in every path.
  const isRoot = /^(?:[A-Za-z]:)?[\\/]*$/.test(folder);
  const text = isRoot ? escaped : escaped.replaceAll(asFolder(folder), () => variableWith(''));
  return JSON.parse(text) as T;
}

/** Finds the folder in a JSON text, but not at the end of another path or URL. An escape such as `\n` is no name. */
function asFolder(folder: string): RegExp {
  return new RegExp(
    `(?<!(?<!\\\\|\\\\u001b\\[[\\d;]*)[A-Za-z\\d._-])${escapedInPattern(inJson(folder))}`,
    'gu',
  );
}

function variableWith(signs: string): string {
  return `\${${signs}workspaceFolder}`;
}

/** A text as it stands within a JSON text. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The subject of a test with its name or URI. */
export function subjectOf(test: ServerTest): { readonly kind: TestSubject; readonly name: string } {
  const kind = subjects.find((subject) => test[subject] !== undefined) ?? 'tool';
  return { kind, name: test[kind] ?? '' };
}

/** The parts of a result that its server answers for. The others, such as `_meta`, change with every call. */
const answered = ['content', 'structuredContent', 'isError', 'messages', 'contents'] as const;

/** The result of a call as a test keeps it. */
export function snapshotOf(result: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(
    answered.flatMap((key) => {
      const value = ownValue(result, key);
      // `false` and nothing mean the same.
      return value === undefined || value === false ? [] : [[key, value as Json]];
    }),
  );
}
