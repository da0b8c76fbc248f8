import type { Reason } from '../../base/errors';
import { nextAction } from '../reasons/sentence';
import { textsOf } from '../text/format';
import { offeredActions, type OfferedAction } from '../tree/serverActions';
import type { ShownServer } from '../tree/shownServer';
import type { ServerButton } from './pageSchemas';

/** In the order of the buttons; the first that applies is the main one. */
const actions = {
  signIn: { command: 'signIn', icon: 'account' },
  start: { command: 'startServer', icon: 'play' },
  stop: { command: 'stopServer', icon: 'debug-stop' },
  restart: { command: 'restartServer', icon: 'debug-restart' },
  enable: { command: 'enableServer', icon: 'circle-large-outline' },
  disable: { command: 'disableServer', icon: 'circle-slash' },
  debug: { command: 'debugServer', icon: 'debug-alt' },
  logLevel: { command: 'setLogLevel', icon: 'list-filter' },
} as const satisfies Partial<Record<OfferedAction, Omit<ServerButton, 'title'>>>;

/** Fewer words than the titles of the commands, because the buttons stand with their server. */
const t = textsOf<keyof typeof actions>({
  signIn: 'Sign in',
  start: 'Start',
  stop: 'Stop',
  restart: 'Restart',
  enable: 'Enable',
  disable: 'Disable',
  debug: 'Debug',
  logLevel: 'Set log level…',
});

/** The button that helps about a reason, if there is one. */
export function remedyButton(reason: Reason | undefined): ServerButton | undefined {
  const action = reason && nextAction(reason)?.action;
  return action && { ...action, icon: 'lightbulb' };
}

/** The buttons that make sense for a server now. */
export function serverButtons(server: ShownServer): ServerButton[] {
  const offered = new Set<OfferedAction>(offeredActions(server));
  return (Object.keys(actions) as (keyof typeof actions)[])
    .filter((action) => offered.has(action))
    .map((action) => ({ ...actions[action], title: t(action) }));
}
