import { randomUUID } from 'node:crypto';
import { redactor } from '../base/redact';
import type { CallOutcome, CallRecord } from '../ipc/calls';
import { briefArguments, type BriefArguments, maskSecrets } from './approval/briefArguments';
import type { ServerLog } from '../servers/serverLog';
import type { ToolCaller } from './toolGate';
import { mapReason } from '../base/errors';

/** Knows the secrets of a launch. */
export type LaunchLog = Pick<ServerLog, 'clean' | 'masked'>;

/** What a record tells of a call beside its arguments. */
interface EndedCall extends Pick<
  CallRecord,
  'time' | 'took' | 'server' | 'tool' | 'outcome' | 'size' | 'approval'
> {
  readonly caller: ToolCaller;
}

/** Characters of names that others choose. */
export const longestName = 100;

/** A call as it may be kept: bounded, and without secrets as far as they can be told. `log`: of its launch. */
export function recordedCall(
  { caller: { route, client }, tool, outcome, ...told }: EndedCall,
  given: unknown,
  log: LaunchLog | undefined,
): CallRecord {
  const { text, isCut, secrets } = recordable(given, log);
  const said = client === undefined ? undefined : (log?.masked(client) ?? client);
  return {
    key: randomUUID(),
    ...told,
    tool: tool.slice(0, longestName),
    route,
    arguments: text,
    outcome: withoutSecretsOf(secrets, outcome),
    ...(said !== undefined && { client: maskSecrets('', said).slice(0, longestName) }),
    ...(isCut && { isCut }),
  };
}

/** Without a launch nobody knows which secrets it has, so that no value is kept. */
function recordable(given: unknown, log: LaunchLog | undefined): BriefArguments {
  const brief = briefArguments(given, (plain) => log?.masked(plain) ?? plain);
  return log || brief.text === '{}' ? brief : { ...brief, text: '{', isCut: true };
}

/** What a server says of a call may repeat what was masked in its arguments. */
function withoutSecretsOf(secrets: readonly string[], outcome: CallOutcome): CallOutcome {
  if (!('reason' in outcome)) return outcome;
  const redact = redactor(secrets);
  const reason = mapReason(outcome.reason, (text) => maskSecrets('', redact(text)));
  return { ...outcome, reason };
}
