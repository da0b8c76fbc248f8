import { escapedInLine } from '../../base/escape';
import { toolDecision, type ToolPolicy } from '../../config/settings/toolPolicy';
import type { AppliedRule } from '../../config/settings/toolRules';
import type { ApprovalRequest } from '../../ipc/calls';
import type { McpObject } from '../../ipc/state';
import { t } from '../chat/chatTexts';
import { fenced, fenceFor } from '../text/markdown';
import { untrustedText } from '../text/untrustedText';
import type { PickStep, StepAnswer, StepRow } from '../questions/questionStep';
import { t as toolSetText } from '../toolSets/toolSetTexts';

/** Texts with which the user is asked about a call. */
export interface CallQuestion {
  /** Markdown, because the editor reads titles as such. */
  readonly title: string;
  /** Markdown; text of others stands in it as code. */
  readonly message: string;
  /** Markdown. */
  readonly running: string;
}

/** A tool call with the facts that decide about its approval. */
export interface CallDetails {
  readonly server: { readonly id: string; readonly name: string };
  readonly tool: string;
  readonly arguments: McpObject;
  /** The server's annotations of the tool; absent if unknown. */
  readonly annotations?: McpObject | undefined;
  /** The rule that applies to the tool; `layer`: the settings it is in. */
  readonly rule?: (Pick<AppliedRule, 'effect' | 'pattern'> & Partial<AppliedRule>) | undefined;
  /** The scan found something suspicious in its definition. */
  readonly isFlagged?: boolean | undefined;
  /** The call is expected to be refused, so nobody is asked. */
  readonly isKept?: boolean | undefined;
  /** The server says that the tool only reads, and the user trusts its hints. */
  readonly onlyReads?: boolean | undefined;
  /** Name that the calling agent gives itself; absent for chat and apps. */
  readonly client?: string | undefined;
  /** An app of the server makes it. */
  readonly isByApp?: boolean | undefined;
}

/** A call held by the host, with this window's facts about the server. */
export function pendingCall(
  { id, tool, rule, ...call }: ApprovalRequest,
  name: string,
  policy: ToolPolicy | undefined,
): CallDetails {
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
 * Confirmation of `roundhouse_call_tool`: the actual server, tool and arguments, uncut, and the server's claims about
 * the tool.
 */
export function callQuestion(call: CallDetails): CallQuestion {
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

/** Progress while a tool is described; Markdown. The names come from the model. */
export function describingText({
  tool,
  server,
}: Readonly<Record<'tool' | 'server', string>>): string {
  return t('describing', { tool: inLine(tool), server: inLine(server) });
}

/** Title of the confirmation as plain text. */
export function callTitle({
  tool,
  server: { name },
}: Pick<CallDetails, 'tool' | 'server'>): string {
  return t('callTitle', { tool, server: name });
}

/** Arguments as lines of JSON, with invisible characters escaped. */
export function visibleLines(given: McpObject): readonly string[] {
  return visible(JSON.stringify(given, undefined, 2)).split('\n');
}

/** The server's claims about the tool, marked as unchecked; only hints that are set. */
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

/** Escapes invisible characters, such as those that change the reading direction. */
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

/** Characters of an argument per row, and rows shown. */
const [lineLength, mostLines] = [110, 400];

/**
 * Step that asks about a call if a rule or a suspicious definition requires it. The editor's question does not do,
 * because a permission given there applies to all tools called this way. Enter alone allows nothing.
 */
export function callStep(call: CallDetails): PickStep {
  const { rule } = call;
  const lines = visibleLines(call.arguments).flatMap(pieces);
  const more = lines.length - mostLines;
  const rows: StepRow[] = lines.slice(0, mostLines).map((label) => ({ label }));
  return {
    kind: 'pick',
    title: untrustedText(callTitle(call)),
    prompt: [
      call.isFlagged && t('flaggedCall'),
      claimText(call.annotations),
      rule?.effect === 'ask' &&
        t('askedByRule', {
          rule: rule.pattern,
          ...(rule.layer && { layer: toolSetText(rule.layer) }),
        }),
    ]
      .filter((text) => text !== undefined && text !== false)
      .map(untrustedText)
      .join(' '),
    placeholder:
      call.client === undefined
        ? t(call.isByApp ? 'mayAppCall' : 'mayCall')
        : untrustedText(t('mayAgentCall', { client: call.client })),
    back: false,
    decline: t('refuseCall'),
    many: false,
    rows: [
      { label: t('callArguments'), heading: true },
      ...rows,
      ...(more > 0 ? [{ label: t('moreLines', { count: more }) }] : []),
      { label: '', heading: true },
      { id: 'allow', icon: 'check', label: t('allowCall') },
      { id: 'refuse', icon: 'circle-slash', label: t('refuseCall') },
    ],
  };
}

/** True if the user allowed the call; dismissing the question refuses it. */
export function isAllowed(answer: StepAnswer): boolean {
  return answer.kind === 'picked' && answer.ids[0] === 'allow';
}

/** A line in pieces that fit. Leading blanks stay, because they show the structure. */
function pieces(line: string): readonly string[] {
  const count = Math.max(1, Math.ceil(line.length / lineLength));
  return Array.from({ length: count }, (_piece, at) => {
    const piece = line.slice(at * lineLength, (at + 1) * lineLength);
    const blanks = piece.length - piece.trimStart().length;
    return '\u00A0'.repeat(blanks) + untrustedText(piece);
  });
}
