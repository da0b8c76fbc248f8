import * as z from 'zod/mini';
import type { Reason } from '../base/errors';
import { serverTestSchema } from '../config/serverTests';
import { mcpObjectSchema, reasonSchema } from './state';

/** An expectation that a result does not meet. */
export const failedExpectationSchema = z.object({
  reason: reasonSchema,
  /** Texts to compare, where they say more than the reason. */
  expected: z.optional(z.string()),
  actual: z.optional(z.string()),
});
export type FailedExpectation = z.infer<typeof failedExpectationSchema>;

/** The outcome of a test whose call came to a result. */
export const testResultSchema = z.object({
  /** Milliseconds from the call to its result. */
  took: z.number(),
  /** Empty: the test has passed. */
  failures: z.array(failedExpectationSchema),
  /** The result in place of the snapshot that it differs from; absent if there is another failure. */
  snapshot: z.optional(mcpObjectSchema),
});
export type TestResult = z.infer<typeof testResultSchema>;

/** The outcome of a test. It has passed without a reason and without failures. */
export interface TestOutcome extends TestResult {
  /** Why its call came to no result, or was not made. */
  readonly reason?: Reason;
}

export function hasPassed({ reason, failures }: TestOutcome): boolean {
  return !reason && failures.length === 0;
}

/** Errors with which a server answers a call, so that a test can expect them. */
export const serverErrors: ReadonlySet<string> = new Set(['serverError', 'resourceNotFound']);

/** A client's requests about tests of its servers. */
export const serverTestRequests = {
  /**
   * Makes the call of a test and compares its result. Fails like `callTool` and `read` where it comes to no result,
   * unless the test expects an error and the server gave one.
   */
  runTest: {
    params: z.object({
      server: z.string(),
      test: serverTestSchema,
      gesture: z.boolean(),
      callId: z.string(),
    }),
    result: testResultSchema,
  },
} as const;
