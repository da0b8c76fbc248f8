import { ownValue } from '../../base/json';
import type { Finding, ServerSnapshot, Vetted } from '../../ipc/state';
import { nextAction, sentence } from '../reasons/sentence';
import { tooltipOf } from '../tree/treeNode';
import type { TreeNode } from '../tree/treeNode';
import { t } from './reviewTexts';
import { findingLines } from './toolReview';

/** Number of a server's tools that are held back, for its line; `undefined` for none. */
export function heldText({ vetted }: Pick<ServerSnapshot, 'vetted'>): string | undefined {
  const count = vetted?.held.length ?? 0;
  return count > 0 ? t('heldCount', { count }) : undefined;
}

/** Tools to review, in a line; `undefined` for none. */
export function reviewLine(vetted: Vetted | undefined): string | undefined {
  const { held = [], fresh = [] } = vetted ?? {};
  const lines = [
    held.length > 0 && t('heldLine', { count: held.length }),
    fresh.length > 0 && t('freshLine', { count: fresh.length }),
  ].filter((line) => line !== false);
  return lines.length > 0 ? lines.join(' · ') : undefined;
}

/** The line of a tool with what there is to look at of it. */
export function vettedNode(node: TreeNode, name: string, vetted: Vetted | undefined): TreeNode {
  if (!vetted) return node;
  const [isHeld, isFresh] = [vetted.held, vetted.fresh].map((names) => names.includes(name));
  const findings = ownValue(vetted.flagged, name);
  const isFlagged = findings !== undefined;
  if (!isHeld && !isFresh && !isFlagged) return node;
  const notes = [
    isHeld && t('heldBack'),
    isFresh && t('freshNote'),
    isFlagged && t('suspicious'),
    node.description,
  ];
  const tips = [
    isHeld && t('heldTip'),
    isFlagged && [t('suspiciousTip'), ...findingLines(findings)].join('\n'),
    tooltipOf(node),
  ];
  return {
    ...node,
    description: notes.filter(Boolean).join(' · '),
    tooltip: tips.filter(Boolean).join('\n\n'),
    context: isHeld || isFresh ? `${node.context} review` : node.context,
    ...((isHeld || isFlagged) && {
      icon: { id: 'warning', color: 'list.warningForeground' },
      image: undefined,
    }),
  };
}

/** The line of a prompt or a resource with what is suspicious in it. */
export function flaggedNode(
  node: TreeNode,
  key: string,
  flagged: Readonly<Record<string, readonly Finding[]>> | undefined,
): TreeNode {
  const findings = flagged && ownValue(flagged, key);
  if (!findings) return node;
  const tips = [[t('suspiciousItem'), ...findingLines(findings)].join('\n'), tooltipOf(node)];
  return {
    ...node,
    description: [t('suspicious'), node.description].filter(Boolean).join(' · '),
    tooltip: tips.filter(Boolean).join('\n\n'),
    icon: { id: 'warning', color: 'list.warningForeground' },
    image: undefined,
  };
}

/** Warnings above the tools of a server. */
export function vettedNotes(server: string, vetted: Vetted | undefined): TreeNode[] {
  const { instructions, pinsProblem } = vetted ?? {};
  const next = pinsProblem && nextAction(pinsProblem)?.text;
  const note = (id: string, label: string, tips: readonly string[]): TreeNode => ({
    id: `${id} ${server}`,
    label,
    tooltip: tips.join('\n'),
    icon: { id: 'warning', color: 'list.warningForeground' },
    context: 'note',
    server,
  });
  return [
    ...(pinsProblem
      ? [
          note('pins', t('pinsProblem'), [
            sentence(pinsProblem),
            ...(next === undefined ? [] : [next]),
          ]),
        ]
      : []),
    ...(instructions ? [note('instructions', t('instructions'), findingLines(instructions))] : []),
  ];
}
