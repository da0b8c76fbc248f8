import { textsOf } from '../text/format';
import type { ShownServer } from './shownServer';
import type { TreeNode } from './treeNode';

const t = textsOf({
  badge: '{count} MCP {count|server waits|servers wait} for your decision',
  setUp: 'Set Up…',
  setUpNote: 'nothing runs yet',
});

/** The number of servers that start only once a person has decided about them; none in Restricted Mode. */
export function waitingServers(entries: Iterable<ShownServer>, trusted: boolean): number {
  return trusted ? [...entries].filter(waits).length : 0;
}

/** Tooltip of the badge. */
export function waitingText(count: number): string {
  return t('badge', { count });
}

/**
 * The top line that leads to the choice of the owner. It is there while `roundhouse.owner` is `ask` and a server waits
 * for the choice.
 */
export function setUpNode(entries: Iterable<ShownServer>, isOpen: boolean): TreeNode | undefined {
  if (!isOpen || ![...entries].some(waits)) return undefined;
  return {
    id: 'setUp',
    label: t('setUp'),
    description: t('setUpNote'),
    icon: { id: 'rocket' },
    context: 'setUp',
    click: { command: 'chooseOwner' },
  };
}

function waits({ runBy, inactiveReason, snapshot: { state } }: ShownServer): boolean {
  if (inactiveReason || runBy === 'vscode' || state.kind === 'disabled') return false;
  return runBy === 'undecided' || (state.kind === 'blocked' && state.need === 'trust');
}
