import type { Reason, ReasonArguments } from '../../base/errors';
import type { Need } from '../../ipc/state';
import { format, localize, textsOf } from '../text/format';
import { clientReasonTexts } from './clientReasonTexts';
import { configReasonTexts } from './configReasonTexts';
import { doctorReasonTexts } from './doctorReasonTexts';
import { installHint } from './installHints';
import type { ActionName, ReadingContext, ReasonTable } from './reasonText';
import { resultReasonTexts } from './resultReasonTexts';
import { serverReasonTexts } from './serverReasonTexts';
import { toolReasonTexts } from './toolReasonTexts';

/** The texts of the reasons that people read. */
export const translatedReasonTexts: ReasonTable = {
  ...serverReasonTexts,
  ...toolReasonTexts,
  ...configReasonTexts,
  ...clientReasonTexts,
  ...doctorReasonTexts,
  unexpected: {
    says: 'Something unexpected happened: {message}',
    next: 'Copy the report and send it to the project.',
    action: 'copyReport',
  },
};

/** Every reason code with its texts. A new code needs one entry in one of these tables, and its translation. */
export const reasonTexts: ReasonTable = { ...translatedReasonTexts, ...resultReasonTexts };

/** Titles of the buttons: those of the commands, or fewer words where a reason stands beside them. */
export const actionTitles: Readonly<Record<ActionName, string>> = {
  showLog: 'Show Log',
  openConfiguration: 'Open Configuration',
  startServer: 'Start Server',
  restartServer: 'Restart Server',
  enableServer: 'Enable Server',
  signIn: 'Sign In',
  chooseOwner: 'Choose Who Runs the Servers',
  manageTrust: 'Manage Workspace Trust',
  copyReport: 'Copy Report',
  startInChat: 'Start in Chat',
  openChatAccess: 'Open Setting',
};

export const actionTitle = textsOf(actionTitles);

/** The need of a blocked server, in a few words. */
export const needText = textsOf<Need>({
  trust: 'needs your approval',
  input: 'needs a value from you',
  authorization: 'needs you to sign in',
  policy: 'not allowed by your organisation',
});

/** The reason and its cause as whole sentences; an unknown code is shown with its arguments. */
export function sentence(reason: Reason, context: ReadingContext = 'editor'): string {
  const text = reasonTexts[reason.code];
  const says = text ? languageOf(context)(text.says, reason.args) : unknownCode(reason);
  return reason.cause ? `${says} ${sentence(reason.cause, context)}` : says;
}

/** Fills a template in the language of who reads it; models get English. */
function languageOf(context: ReadingContext): typeof localize {
  return context === 'model' ? format : localize;
}

/** The reason and its cause in a few words; empty where the state says it already. */
export function brief(reason: Reason): string {
  const text = reasonTexts[reason.code]?.brief;
  if (text === undefined) return sentence(reason);
  const words = localize(text, reason.args);
  if (!reason.cause) return words;
  const cause = brief(reason.cause);
  // The state shows that it was given up; the cause says why.
  return reason.code === 'crashLoop' ? `${cause} · ${words}` : `${words} · ${cause}`;
}

/** A next action, with the button for it where a command of ours does it. */
export interface NextAction {
  readonly text: string;
  readonly action?: { readonly command: ActionName; readonly title: string } | undefined;
}

const inTheView =
  'Only the person can do something about it, in the MCP Roundhouse view, so ask them, and wait: "{next}"';

/** Next actions outside the editor of reasons that have none of their own there, by the editor's button. */
const otherMeans: Readonly<
  Record<'terminal' | 'model', Partial<Record<ActionName | 'otherwise', string>>>
> = {
  terminal: {
    showLog: 'Run the command again with --log to see all that the server writes.',
    startServer: 'Run the command again.',
    restartServer: 'Run the command again.',
    copyReport: 'Run "roundhouse doctor --report" and send what it prints to the project.',
  },
  model: {
    startServer: inTheView,
    restartServer: inTheView,
    enableServer: inTheView,
    signIn: inTheView,
    otherwise: 'Only the person can do something about it, so ask them, and wait: "{next}"',
  },
};

/** Reasons of servers that only the person can start again, whatever happened to a call. */
const restingCodes: ReadonlySet<string> = new Set(['crashLoop', 'givenUp']);

/**
 * The next action about a reason, if there is one. That of its cause comes first, unless the reason has one for the
 * context. `means` are further arguments of such a one.
 */
export function nextAction(
  reason: Reason,
  context: ReadingContext = 'editor',
  means: ReasonArguments = {},
  fill = languageOf(context),
): NextAction | undefined {
  const { code, args = {}, cause } = reason;
  const text = reasonTexts[code];
  const hint = text?.installs && installHint(String(args[text.installs]), context, fill);
  const own = context === 'editor' || hint ? undefined : text?.[context];
  const deeper = cause && nextAction(cause, context, means, fill);
  if (own !== undefined) {
    const next = nextAction(reason, 'editor', {}, fill)?.text ?? '';
    const rests = cause && restingCodes.has(cause.code) ? deeper?.text : undefined;
    const words = [fill(own, { ...means, ...args, next }), rests].filter(Boolean).join(' ');
    return words === '' ? undefined : { text: words };
  }
  if (deeper || !text?.next) return deeper;
  const { action } = text;
  const next = hint ?? fill(text.next, args);
  if (context === 'editor') {
    return { text: next, action: action && { command: action, title: actionTitle(action) } };
  }
  const { otherwise = '{next}', ...byAction } = otherMeans[context];
  return { text: fill((action && byAction[action]) ?? otherwise, { next }) };
}

/** The sentences of a reason with its next action. */
export function sentenceWithNext(
  reason: Reason,
  context?: ReadingContext,
  means?: ReasonArguments,
): string {
  const next = nextAction(reason, context, means)?.text;
  return [sentence(reason, context), next].filter(Boolean).join(' ').trim();
}

/** The same for a model that has only the servers' tools, as behind the gateway. */
export function sentenceForModel(reason: Reason): string {
  return sentenceWithNext(reason, 'model');
}

function unknownCode({ code, args }: Reason): string {
  const details = Object.entries(args ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`,
  );
  return details.length > 0 ? `${code} (${details.join('; ')})` : code;
}
