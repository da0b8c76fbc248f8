import type { Approval, CallRecord, GatewayRefusal } from '../../ipc/calls';
import { durationText, memoryText } from '../text/texts';
import { sentence } from '../reasons/sentence';
import { named } from '../text/markdown';
import { t } from './callTexts';

/** Characters shown of arguments, or of a refused client's text. */
const longest = 400;

export interface CallsPageInput {
  /** Newest first. */
  readonly calls: readonly CallRecord[];
  readonly refusals: readonly GatewayRefusal[];
  /** The requested limit; more calls may exist. */
  readonly most: number;
  /** Name of the server; absent: all servers. */
  readonly server?: string | undefined;
}

/** A line of the page. */
interface Line {
  /** Epoch milliseconds. */
  readonly time: number;
  readonly text: string;
}

/** Finished calls and refusals of the gateway as Markdown, newest first, in local time. */
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
  const pattern = approval.by === 'rule' ? named(approval.pattern) : '';
  return t(`by.${approval.by}`, { pattern });
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
