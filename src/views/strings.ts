import type { Reason } from '../base/errors';
import type { Need } from '../contract/state';
import { format } from './format';
import { reasonTexts, type ActionName } from './reasonTexts';

/** What a person can do about a reason; `action` is absent where no command of ours does it. */
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
};

/** What a blocked server waits for, in a few words. */
export const needTexts: Readonly<Record<Need, string>> = {
  trust: 'needs your approval',
  input: 'needs a value from you',
  authorization: 'needs you to sign in',
  policy: 'not allowed by your organisation',
  pin: 'needs a look at its changed tools',
};

/** The reason and what brought it about as whole sentences; an unknown code is named with its arguments. */
export function sentence(reason: Reason): string {
  const text = reasonTexts[reason.code];
  const says = text ? format(text.says, reason.args) : unknownCode(reason);
  return reason.cause ? `${says} ${sentence(reason.cause)}` : says;
}

/** What a person can do about the reason, if anything; what brought it about comes first. */
export function nextAction(reason: Reason): NextAction | undefined {
  const deeper = reason.cause && nextAction(reason.cause);
  const text = reasonTexts[reason.code];
  if (deeper || !text?.next) return deeper;
  const next = text.nextFor?.(reason.args ?? {}) ?? format(text.next, reason.args);
  return { text: next, action: text.action };
}

function unknownCode({ code, args }: Reason): string {
  const details = Object.entries(args ?? {}).map(
    ([name, value]) => `${name}: ${typeof value === 'object' ? value.join(', ') : value}`,
  );
  return details.length > 0 ? `${code} (${details.join('; ')})` : code;
}
