import { escapedInLine } from '../../base/lineMarkdown';
import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import type { AppliedRule } from '../../config/settings/toolRules';
import type { HeldCall } from '../../ipc/calls';
import type { McpObject } from '../../ipc/state';
import { t } from './chatStrings';
import { fenced, fenceFor } from '../text/markdown';

/** A call as a person is asked about it. */
export interface CallQuestion {
  /** Markdown, as the editor takes a title for that. */
  readonly title: string;
  /** Markdown; everything that others wrote stands in it as code. */
  readonly message: string;
  /** Markdown. */
  readonly running: string;
}

/** A call, and what is known of it. */
export interface AskedCall {
  readonly server: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly arguments: McpObject;
  /** What the server says of the tool; absent where it is not known. */
  readonly annotations?: McpObject | undefined;
  /** The rule that counts for the tool, if one does; `layer`: where it stands. */
  readonly rule?: (Pick<AppliedRule, 'effect' | 'pattern'> & Partial<AppliedRule>) | undefined;
  /** Something in its definition is suspicious. */
  readonly isFlagged?: boolean | undefined;
  /** It will be refused, as far as is known, which is not worth a question. */
  readonly isKept?: boolean | undefined;
  /** The server says so, and a person believes what it says. */
  readonly onlyReads?: boolean | undefined;
  /** The agent that wants to make it, as it calls itself; absent: chat does. */
  readonly client?: string | undefined;
}

/** A call that the host may not let pass by itself, with what this window knows of its server. */
export function heldCall(
  { id, tool, rule, ...call }: HeldCall,
  name: string,
  policy: ToolPolicy | undefined,
): AskedCall {
  const known = policy && toolDecision(policy, tool).rule;
  const asking = known?.pattern === rule ? known : undefined;
  return {
    ...call,
    tool,
    server: { id, name },
    ...(rule !== undefined && { rule: asking ?? { effect: 'ask', pattern: rule } }),
  };
}

/**
 * The question before `roundhouse_call_tool` runs: the real server, tool and arguments, uncut, and what the
 * server claims that the tool may touch.
 */
export function callQuestion(call: AskedCall): CallQuestion {
  const { id, name } = call.server;
  const names = { tool: inLine(call.tool), server: inLine(name) };
  return {
    title: t('callTitle', names),
    message: [
      `${t('callServer')} ${inlineCode(id)}  `,
      `${t('callTool')} ${inlineCode(call.tool)}  `,
      t('callArguments'),
      '',
      fenced(visibleLines(call.arguments).join('\n'), 'json'),
      '',
      claimText(call.annotations),
      '',
      t('allowsMore'),
    ].join('\n'),
    running: t('callRunning', names),
  };
}

/** What the editor shows while the description of a tool is read; Markdown. The names are those that a model gave. */
export function describingText({
  tool,
  server,
}: Readonly<Record<'tool' | 'server', string>>): string {
  return t('describing', { tool: inLine(tool), server: inLine(server) });
}

/** The title of the question where it is no Markdown. */
export function callTitle({ tool, server: { name } }: Pick<AskedCall, 'tool' | 'server'>): string {
  return t('callTitle', { tool, server: name });
}

/** The arguments as a person reads them, with nothing hidden. */
export function visibleLines(given: McpObject): readonly string[] {
  return visible(JSON.stringify(given, undefined, 2)).split('\n');
}

/** What the server says of the tool, as its own word; of hints only those that are set. */
export function claimText(annotations: McpObject = {}): string {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations;
  const isReader = readOnlyHint === true;
  const claims = [
    isReader && t('claimsReading'),
    !isReader && destructiveHint === true && t('claimsDestroying'),
    !isReader && destructiveHint === false && t('claimsAdding'),
    openWorldHint === true && t('claimsOpen'),
    openWorldHint === false && t('claimsClosed'),
  ].filter((claim) => claim !== false);
  if (claims.length === 0) return t('claimsNothing');
  return t('claims', { claims: claims.join(', ') });
}

/** Writes out characters that are there but not seen, such as those that turn the reading direction. */
function visible(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) =>
    Array.from({ length: hidden.length }, (_unit, at) => {
      return `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`;
    }).join(''),
  );
}

function inLine(text: string): string {
  return escapedInLine(visible(text.replaceAll(/\s+/g, ' ')));
}

function inlineCode(text: string): string {
  const fence = fenceFor(text, 1);
  return `${fence} ${visible(text).replaceAll('\n', '\\n')} ${fence}`;
}
