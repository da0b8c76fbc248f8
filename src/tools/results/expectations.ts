import type { JSONValue } from 'json-p3';
import { UserError } from '../../base/errors';
import { canonicalJson, isObject, mayBeRounded, parsedJson, type Json } from '../../base/json';
import { runWithTimeout } from '../../base/runWithTimeout';
import { snapshotOf, type Expectation } from '../../config/serverTests';
import { strictProblem } from '../../connection/schemaValidator';
import type { FailedExpectation } from '../../ipc/serverTests';
import type { McpObject } from '../../ipc/state';
import { compiledPath, nodesAt } from './jsonPath';

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
  const given = snapshotOf(result);
  if (snapshot && !isSame(snapshot, given)) {
    unmet('testSnapshot', {}, { expected: jsonText(snapshot), actual: jsonText(given) });
    if (mayBeRounded(given)) unmet('testRounded');
  }
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
