import type { Reason, ReasonArguments } from '../../base/errors';
import type { Need } from '../../ipc/state';
import { format } from '../text/format';
import { contextSteps, restingCodes, type ReadingContext } from './readingContext';
import type { ActionName } from './reasonText';
import { reasonTexts } from './reasonTexts';

/** A next action; `action` is absent where no command of ours does it. */
export interface NextAction {
  readonly text: string;
  readonly action?: ActionName | undefined;
}

/** Titles of the buttons; the same words as the commands' titles. */
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

/** The need of a blocked server, in a few words. */
export const needTexts: Readonly<Record<Need, string>> = {
  trust: 'needs your approval',
  input: 'needs a value from you',
  authorization: 'needs you to sign in',
  policy: 'not allowed by your organisation',
  pin: 'needs a look at its changed tools',
};

/** The reason and its cause as whole sentences; an unknown code is shown with its arguments. */
export function sentence(reason: Reason): string {
  const text = reasonTexts[reason.code];
  const says = text ? format(text.says, reason.args) : unknownCode(reason);
  return reason.cause ? `${says} ${sentence(reason.cause)}` : says;
}

/**
 * The next action about a reason, if there is one. That of its cause comes first, unless the context has a step for
 * the whole. `means` are further arguments of such a step.
 */
export function nextAction(
  reason: Reason,
  context: ReadingContext = 'editor',
  means: ReasonArguments = {},
): NextAction | undefined {
  const { code, args = {}, cause } = reason;
  const { byCode, byAction, otherwise } = contextSteps[context];
  const text = reasonTexts[code];
  const special = text?.nextFor?.(args, context);
  const own = special === undefined ? byCode[code] : undefined;
  const deeper = cause && nextAction(cause, context, means);
  if (own !== undefined) {
    const next = nextAction(reason)?.text ?? '';
    const rests = cause && restingCodes.has(cause.code) ? deeper?.text : undefined;
    const words = [format(own, { ...means, ...args, next }), rests].filter(Boolean).join(' ');
    return words === '' ? undefined : { text: words };
  }
  if (deeper || !text?.next) return deeper;
  const next = special ?? format(text.next, args);
  if (context === 'editor') return { text: next, action: text.action };
  return { text: format((text.action && byAction[text.action]) ?? otherwise, { next }) };
}

function unknownCode({ code, args }: Reason): string {
  const details = Object.entries(args ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`,
  );
  return details.length > 0 ? `${code} (${details.join('; ')})` : code;
}
