import type * as z from 'zod/mini';
import { hasCode, UserError } from '../base/errors';
import { snapshotOf, subjectOf } from '../config/serverTests';
import {
  serverErrors,
  type FailedExpectation,
  type serverTestRequests,
  type TestResult,
} from '../ipc/serverTests';
import type { McpObject } from '../ipc/state';
import { outputProblemOf } from '../servers/outputCheck';
import type { ServerHandle } from '../servers/serverHandle';
import type { GuardOptions } from './callGuard';
import { callTool, readFrom, type CallContext } from './callTool';
import type { ResultReader } from './results/resultReader';

/** A test of a server. */
type TestRequest = Omit<z.output<typeof serverTestRequests.runTest.params>, 'callId'>;

/**
 * Makes the call of a test, starting an idle server first, and compares its result.
 * @throws UserError why there is no result, see `callTool` and `readFrom`.
 */
export async function runTest(
  handles: Iterable<ServerHandle>,
  request: TestRequest,
  context: CallContext,
  guardOptions: GuardOptions,
  reader: Pick<ResultReader, 'compare'>,
): Promise<TestResult> {
  const { expect = {} } = request.test;
  const begun = performance.now();
  let result;
  try {
    result = await makeCall(handles, request, context, guardOptions);
  } catch (error) {
    const isServers = error instanceof UserError && serverErrors.has(error.code);
    if (!expect.isError || !isServers) throw error;
    const text = String(error.args['message'] ?? '');
    result = { isError: true, content: [{ type: 'text', text }] };
  }
  const took = performance.now() - begun;
  const compared = await reader.compare(result, expect, context.signal).catch(tookTooLong);
  const failures = [...compared];
  const outputProblem = outputProblemOf(result);
  if (outputProblem) failures.push({ reason: outputProblem });
  const [first, second] = failures;
  const onlyDiffers = first?.reason.code === 'testSnapshot' && !second;
  return { took, failures, ...(onlyDiffers && { snapshot: snapshotOf(result) }) };
}

/** Stands for all expectations where these could not be compared. @throws any other error. */
function tookTooLong(error: unknown): FailedExpectation[] {
  if (!hasCode(error, 'readTooLong')) throw error;
  const seconds = Number(error.args['seconds']);
  return [{ reason: { code: 'testTooLong', args: { seconds } } }];
}

async function makeCall(
  handles: Iterable<ServerHandle>,
  { server, test, gesture }: TestRequest,
  context: CallContext,
  guardOptions: GuardOptions,
): Promise<McpObject> {
  const { kind, name } = subjectOf(test);
  const { arguments: args = {} } = test;
  if (kind === 'tool') {
    const call = { server, tool: name, arguments: args, gesture, route: 'person' } as const;
    return (await callTool(handles, call, context, guardOptions)).result;
  }
  const read =
    kind === 'prompt'
      ? ({ method: 'prompts/get', params: { name, arguments: args } } as const)
      : ({ method: 'resources/read', params: { uri: name } } as const);
  return readFrom(handles, { server, gesture, ...read }, context);
}
