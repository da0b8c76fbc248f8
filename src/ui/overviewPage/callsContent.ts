import type { Approval, CallOutcome, CallRecord, GatewayRefusal } from '../../ipc/calls';
import { t as callText } from '../calls/callTexts';
import { sentence } from '../reasons/sentence';
import { tookText } from '../text/texts';
import { sizeText } from '../serverPage/resultTexts';
import { escapeDeceptive } from '../text/untrustedText';
import type { CallRow } from './overviewMessages';
import { t } from './overviewTexts';

/** Characters shown of arguments, or of a refused client's text. */
const longest = 2_000;

/** Finished calls and refusals of the gateway, newest first. */
export function pageCalls(
  calls: readonly CallRecord[],
  refusals: readonly GatewayRefusal[],
): CallRow[] {
  return [...calls.map(callRow), ...refusals.map(refusalRow)].toSorted(
    (one, other) => other.time - one.time,
  );
}

const results: Readonly<Record<CallOutcome['kind'], CallRow['result']>> = {
  ok: 'done',
  isError: 'failed',
  asks: 'other',
  task: 'other',
  cancelled: 'other',
  refused: 'refused',
  failed: 'failed',
};

function callRow(call: CallRecord): CallRow {
  const { key, time, server, outcome, took, size, route, client, approval, count } = call;
  const given = call.arguments === '{}' ? [] : [cut(call.arguments, call.isCut)];
  return {
    key,
    time,
    server: { id: server.id, name: escapeDeceptive(server.name) },
    tool: escapeDeceptive(call.tool),
    result: results[outcome.kind],
    outcome: callText(outcome.kind, count === undefined ? {} : { count }),
    caller: callText(route, client === undefined ? {} : { client }),
    approval: approval && approvalText(approval),
    took: tookText(took),
    size: size === undefined ? undefined : sizeText(size),
    details: [...('reason' in outcome ? [sentence(outcome.reason)] : []), ...given],
  };
}

function refusalRow({ kind, detail, count, first, last }: GatewayRefusal, at: number): CallRow {
  return {
    key: `refusal ${at}`,
    time: last,
    tool: t('gateway'),
    result: 'refused',
    outcome: callText(kind),
    attempts: { count, first },
    caller: cut(detail),
    details: [],
  };
}

function approvalText(approval: Approval): string {
  const pattern = approval.by === 'rule' ? approval.pattern : '';
  return callText(`by.${approval.by}`, { pattern });
}

function cut(text: string, isCut = false): string {
  const shown = text.length > longest || isCut ? `${text.slice(0, longest)}…` : text;
  return escapeDeceptive(shown);
}
