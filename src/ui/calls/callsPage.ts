import type { Approval, CallRecord, GatewayRefusal } from '../../ipc/calls';
import { t } from './callTexts';
import { durationText, memoryText } from '../text/quantities';
import { sentence } from '../text/strings';
import { named } from '../toolSets/toolNames';

/** Characters of arguments, or of what a refused client said, that stand on the page. */
const longest = 400;

/** What the page is made of. */
export interface CallsPageInput {
  /** Newest first. */
  readonly calls: readonly CallRecord[];
  readonly refusals: readonly GatewayRefusal[];
  /** As many as were asked for: there may be more. */
  readonly most: number;
  /** The name of the server that it is about; absent: all. */
  readonly server?: string | undefined;
}

/** One line of the page, below its day. */
interface Line {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly text: string;
}

/**
 * The calls that are over and who was refused at the gateway, newest first; Markdown. Times are those of this
 * machine.
 */
export function callsPage({ calls, refusals, most, server }: CallsPageInput): string {
  const lines = [...calls.map(callLine), ...refusals.map(refusalLine)];
  const title = server === undefined ? t('title') : t('titleOf', { server: named(server) });
  const empty = t(server === undefined ? 'empty' : 'emptyOf');
  const note = t('note', calls.length >= most ? { most } : {});
  const body = lines.length > 0 ? [note, ...days(lines)] : [empty];
  return `${[`# ${title}`, ...body].join('\n\n')}\n`;
}

function days(lines: readonly Line[]): string[] {
  const byDay = new Map<string, string[]>();
  for (const { time, text } of lines.toSorted((one, other) => other.time - one.time)) {
    const day = dayText(time);
    const some = byDay.get(day) ?? [];
    byDay.set(day, some);
    some.push(text);
  }
  return Array.from(byDay, ([day, some]) => `## ${day}\n\n${some.join('\n')}`);
}

function callLine(call: CallRecord): Line {
  const { time, tool, server, outcome, took, size, route, client, approval, count } = call;
  const line = t('call', {
    time: clockText(time),
    tool: named(tool),
    server: named(server.name),
    outcome: t(outcome.kind),
    took: tookText(took),
    ...(size !== undefined && { size: sizeText(size) }),
    ...(count !== undefined && { count }),
    route: t(route, client === undefined ? {} : { client: named(client) }),
    ...(approval && { approval: approvalText(approval) }),
  });
  const why = 'reason' in outcome ? [named(sentence(outcome.reason))] : [];
  const given = call.arguments === '{}' ? [] : [named(cut(call.arguments, call.isCut))];
  return {
    time,
    text: [`- ${line}`, ...[...why, ...given].map((more) => `  ${more}`)].join('  \n'),
  };
}

function refusalLine({ kind, detail, count, first, last }: GatewayRefusal): Line {
  const many = count > 1 && { count, first: `${dayText(first)} ${clockText(first)}` };
  const line = t('refusal', { time: clockText(last), kind: t(kind), ...many });
  const said = detail === '' ? [] : [`  ${named(cut(detail))}`];
  return { time: last, text: [`- ${line}`, ...said].join('  \n') };
}

function approvalText(approval: Approval): string {
  switch (approval.by) {
    case 'rule':
      return t('byRule', { pattern: named(approval.pattern) });
    case 'person':
      return t('byPerson');
    case 'hints':
      return t('byHints');
    case 'editor':
      return t('byEditor');
    case 'client':
      return t('byClient');
  }
}

function cut(text: string, isCut = false): string {
  return text.length > longest || isCut ? `${text.slice(0, longest)}…` : text;
}

function tookText(milliseconds: number): string {
  if (milliseconds < 1_000) return t('milliseconds', { count: Math.round(milliseconds) });
  if (milliseconds >= 60_000) return durationText(milliseconds);
  return t('seconds', { count: (milliseconds / 1_000).toFixed(1) });
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return t('bytes', { count: bytes });
  if (bytes >= 1_000_000) return memoryText(bytes);
  return t('kilobytes', { count: (bytes / 1_000).toFixed(1) });
}

function dayText(time: number): string {
  const at = new Date(time);
  return [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
}

function clockText(time: number): string {
  const at = new Date(time);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':');
}

function two(count: number): string {
  return String(count).padStart(2, '0');
}
