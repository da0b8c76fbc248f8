import { randomBytes } from 'node:crypto';
import { redactor } from '../base/redact';
import type { CallOutcome, CallRecord } from '../ipc/calls';
import type { ServerLog } from '../servers/serverLog';
import { mapReason } from '../base/errors';
import { maskSecrets } from '../config/maskSecrets';
import { briefArguments, type BriefArguments } from './audit/briefArguments';
import type { ToolCaller } from './callGuard';

/** Knows the secrets of a launch. */
export type LaunchLog = Pick<ServerLog, 'clean' | 'masked'>;

/** A call that is over, without its arguments. */
interface EndedCall extends Pick<
  CallRecord,
  'time' | 'took' | 'server' | 'tool' | 'outcome' | 'size' | 'approval'
> {
  readonly caller: ToolCaller;
}

/** Characters of names that others choose. */
export const longestName = 100;

/** Begins the keys of this process. A UUID for each record would take more memory: the runtime keeps it in twenty parts. */
const host = randomBytes(9).toString('base64url');
let latest = 0;

/** The record of a call: bounded, with known secrets masked. `log` belongs to its launch. */
export function recordedCall(
  { caller: { route, client }, tool, outcome, ...others }: EndedCall,
  given: unknown,
  log: LaunchLog | undefined,
): CallRecord {
  const { text, isCut, secrets } = recordable(given, log);
  const masked = client === undefined ? undefined : (log?.masked(client) ?? client);
  return {
    key: `${host}${(latest += 1)}`,
    ...others,
    tool: tool.slice(0, longestName),
    route,
    arguments: text,
    outcome: withoutSecretsOf(secrets, outcome),
    ...(masked !== undefined && { client: maskSecrets('', masked).slice(0, longestName) }),
    ...(isCut && { isCut }),
  };
}

/** No value is recorded without a launch, because its secrets are unknown then. */
function recordable(given: unknown, log: LaunchLog | undefined): BriefArguments {
  const brief = briefArguments(given, (plain) => log?.masked(plain) ?? plain);
  return log || brief.text === '{}' ? brief : { ...brief, text: '{', isCut: true };
}

/** Masks secrets in the outcome too, because servers repeat arguments in their errors. */
function withoutSecretsOf(secrets: readonly string[], outcome: CallOutcome): CallOutcome {
  if (!('reason' in outcome)) return outcome;
  const redact = redactor(secrets);
  const reason = mapReason(outcome.reason, (text) => maskSecrets('', redact(text)));
  return { ...outcome, reason };
}
