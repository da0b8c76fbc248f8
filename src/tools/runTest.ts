import type { JSONValue } from 'json-p3';
import { UserError } from '../base/errors';
import { canonicalJson, isObject, parsedJson, type Json } from '../base/json';
import { runWithTimeout } from '../base/runWithTimeout';
import { snapshotOf, subjectOf, type Expectation, type ServerTest } from '../config/serverTests';
import { strictProblem } from '../connection/schemaValidator';
import type { FailedExpectation, TestResult } from '../ipc/serverTests';
import type { McpObject } from '../ipc/state';
import { outputProblemOf } from '../servers/outputCheck';
import type { ServerHandle } from '../servers/serverHandle';
import type { GuardOptions } from './callGuard';
import { callTool, readFrom, type CallContext } from './callTool';
import { compiledPath, nodesAt } from './results/jsonPath';

/** A test of a server; `server` is an id or a unique name. */
export interface TestRequest {
  readonly server: string;
  readonly test: ServerTest;
  readonly gesture: boolean;
}

/**
 * Makes the call of a test, starting an idle server first, and compares its result.
 * @throws UserError why there is no result, see `callTool` and `readFrom`.
 */
export async function runTest(
  handles: Iterable<ServerHandle>,
  request: TestRequest,
  context: CallContext,
  guard: GuardOptions,
): Promise<TestResult> {
  const { expect = {} } = request.test;
  const begun = performance.now();
  const took = (): number => performance.now() - begun;
  let result;
  try {
    result = await makeCall(handles, request, context, guard);
  } catch (error) {
    const isServers = error instanceof UserError && serverErrors.has(error.code);
    if (!expect.isError || !isServers) throw error;
    const text = String(error.args['message'] ?? '');
    result = { isError: true, content: [{ type: 'text', text }] };
  }
  const differs = expect.snapshot !== undefined && !isSame(expect.snapshot, snapshotOf(result));
  return {
    took: took(),
    failures: failedExpectations(result, expect),
    ...(differs && { snapshot: snapshotOf(result) }),
  };
}

/** Errors with which a server answers a call. */
const serverErrors: ReadonlySet<string> = new Set(['serverError', 'resourceNotFound']);

async function makeCall(
  handles: Iterable<ServerHandle>,
  { server, test, gesture }: TestRequest,
  context: CallContext,
  guard: GuardOptions,
): Promise<McpObject> {
  const { kind, name } = subjectOf(test);
  const { arguments: args = {} } = test;
  if (kind === 'tool') {
    const call = { server, tool: name, arguments: args, gesture, route: 'person' } as const;
    return (await callTool(handles, call, context, guard)).result;
  }
  const read =
    kind === 'prompt'
      ? { method: 'prompts/get', params: { name, arguments: args } }
      : { method: 'resources/read', params: { uri: name } };
  return readFrom(handles, { server, gesture, ...read }, context);
}

/** Milliseconds for a regular expression. */
const patternTimeoutMs = 1_000;

/** The expectations that a result does not meet. One that cannot be checked is among them. */
export function failedExpectations(result: McpObject, expect: Expectation): FailedExpectation[] {
  const text = textOf(result);
  const failures: FailedExpectation[] = [];
  const unmet = (
    code: string,
    args: Record<string, string> = {},
    texts: Omit<FailedExpectation, 'reason'> = {},
  ): void => void failures.push({ reason: { code, args }, ...texts });
  const isError = result['isError'] === true;
  if (isError && !expect.isError) unmet('testError', {}, { actual: text });
  if (!isError && expect.isError) unmet('testNoError', {}, { actual: text });
  for (const wanted of [expect.text ?? []].flat())
    if (!text.includes(wanted)) unmet('testText', {}, { expected: wanted, actual: text });
  const { pattern, jsonPath = {}, schema, snapshot } = expect;
  if (pattern !== undefined) {
    const found = matches(pattern, text);
    if (typeof found === 'string') unmet('testPatternUnusable', { pattern, message: found });
    else if (!found) unmet('testPattern', { pattern }, { actual: text });
  }
  const value = jsonOf(result, text);
  for (const [path, wanted] of Object.entries(jsonPath)) {
    const found = attempt(() => valueAtPath(value, path));
    if (found instanceof UserError) failures.push({ reason: found.reason });
    else if (!isSame(found, wanted))
      unmet('testJsonPath', { path }, { expected: jsonText(wanted), actual: jsonText(found) });
  }
  if (schema) {
    const problem = attempt(() => (value === undefined ? undefined : strictProblem(schema, value)));
    if (value === undefined) unmet('testNoJson', {}, { actual: text });
    else if (problem instanceof UserError) failures.push({ reason: problem.reason });
    else if (problem !== undefined) unmet('testSchema', { problem }, { actual: jsonText(value) });
  }
  const outputProblem = outputProblemOf(result);
  if (outputProblem) failures.push({ reason: outputProblem });
  const given = snapshotOf(result);
  if (snapshot && !isSame(snapshot, given))
    unmet('testSnapshot', {}, { expected: jsonText(snapshot), actual: jsonText(given) });
  return failures;
}

/** True if the text matches; a text if the pattern is invalid or takes too long. */
function matches(pattern: string, text: string): boolean | string {
  try {
    const found = runWithTimeout(patternTimeoutMs, () => new RegExp(pattern, 'u').test(text));
    return found ? found.value : `${patternTimeoutMs} ms`;
  } catch (error) {
    return (error as Error).message;
  }
}

function attempt<T>(work: () => T): T | UserError {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
}

/** The value of a path; of one that can lead to several values their list. `undefined`: it leads nowhere. */
function valueAtPath(value: Json | undefined, path: string): unknown {
  const query = compiledPath(path);
  if (value === undefined) return undefined;
  const values = [...nodesAt(path, query, value)].map((node): JSONValue => node.value);
  return query.singularQuery() ? values[0] : values;
}

/** The texts of a result, one a line: of a tool's content, a prompt's messages or a resource's contents. */
function textOf({ content, messages, contents }: McpObject): string {
  const parts: unknown[] = [content, contents].flatMap((list) => (Array.isArray(list) ? list : []));
  const said = Array.isArray(messages)
    ? messages.flatMap((message) => (isObject(message) ? [message['content']].flat() : []))
    : [];
  return [...parts, ...said]
    .flatMap((part) => {
      if (!isObject(part)) return [];
      const { text, resource } = part;
      if (typeof text === 'string') return text;
      const inner = isObject(resource) ? resource['text'] : undefined;
      return typeof inner === 'string' ? inner : [];
    })
    .join('\n');
}

/** The JSON of a result: `structuredContent`, else what its text is. */
function jsonOf({ structuredContent }: McpObject, text: string): Json | undefined {
  return (structuredContent ?? parsedJson(text)) as Json | undefined;
}

/** True for values that are equal as JSON, in whatever order their keys are. */
function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b);
}

/** JSON with sorted keys, so that only what differs is shown as different. */
function jsonText(value: unknown): string {
  if (value === undefined) return '';
  return JSON.stringify(JSON.parse(canonicalJson(value)), undefined, 2);
}
