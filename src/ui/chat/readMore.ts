import { UserError } from '../../base/errors';
import type { ReadPart, ResultPart } from '../../ipc/largeResults';
import { sentenceForModel } from '../reasons/sentence';
import type { ChatPart } from './chatResult';

/** Arguments of `roundhouse_read_more` as a model gives them. Empty values count as absent. */
export interface ReadMoreInput {
  readonly result?: unknown;
  readonly lines?: unknown;
  readonly characters?: unknown;
  readonly path?: unknown;
  readonly search?: unknown;
  readonly regex?: unknown;
  readonly context?: unknown;
  readonly from?: unknown;
}

/** Context lines at most. */
const mostContext = 20;
/** Characters per text part: VS Code's agent moves longer parts into a file. */
const mostOfPiece = 8_000;

/**
 * Parses the arguments.
 * @throws UserError `partUnclear`, `rangeUnclear`.
 */
export function requestedPart(input: ReadMoreInput): { result: string; part: ResultPart } {
  const result = textOf(input.result);
  const modes = (['lines', 'characters', 'path', 'search'] as const).filter(
    (mode) => textOf(input[mode]) !== '',
  );
  const [mode] = modes;
  if (result === '' || mode === undefined || modes.length > 1) throw new UserError('partUnclear');
  return { result, part: partBy(mode, textOf(input[mode]), input) };
}

/** The part of a result for the model, preceded by its position and how to read on. */
export function readParts({ text, note }: ReadPart): readonly ChatPart[] {
  return [`${sentenceForModel(note)}\n`, ...pieces(text)].map((piece) => ({
    kind: 'text',
    text: piece,
  }));
}

function partBy(mode: ResultPart['by'], asked: string, input: ReadMoreInput): ResultPart {
  const from = Math.max(1, wholeNumber(input.from) ?? 1);
  switch (mode) {
    case 'lines':
    case 'characters':
      return { by: mode, ...rangeOf(asked, mode) };
    case 'path':
      return { by: mode, path: asked, from };
    case 'search': {
      const context = Math.max(0, Math.min(mostContext, wholeNumber(input.context) ?? 0));
      return { by: mode, search: asked, isRegex: input.regex === true, context, from };
    }
  }
}

/** Parses "5", "5-10", "5-" or "-10". */
function rangeOf(asked: string, unit: string): { from: number; to?: number } {
  const { from, dash, to } =
    /^(?<from>\d{1,15})?\s*(?<dash>-|–|:|\.\.)?\s*(?<to>\d{1,15})?$/.exec(asked.trim())?.groups ??
    {};
  if (from === undefined && to === undefined) throw new UserError('rangeUnclear', { unit, asked });
  if (from === undefined) return { from: -Number(to) };
  if (to !== undefined) return { from: Number(from), to: Number(to) };
  return dash === undefined ? { from: Number(from), to: Number(from) } : { from: Number(from) };
}

function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length;) {
    const whole = text.length - at <= mostOfPiece;
    const lineEnd = whole ? text.length : text.lastIndexOf('\n', at + mostOfPiece - 1) + 1;
    const end = lineEnd > at ? lineEnd : at + mostOfPiece;
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.trunc(number) : undefined;
}
