import { ownValue } from '../base/json';
import type { ServerSnapshot, Vetted } from '../contract/state';
import { sayReview } from './reviewTexts';
import { findingLines } from './toolReview';
import type { TreeNode } from './treeNodes';

/** How many of a server's tools are held back, for its line; `undefined` for none. */
export function heldText({ vetted }: Pick<ServerSnapshot, 'vetted'>): string | undefined {
  const count = vetted?.held.length ?? 0;
  return count > 0 ? sayReview('heldCount', { count }) : undefined;
}

/** What there is to look at, in a line; `undefined` for nothing. */
export function reviewLine(vetted: Vetted | undefined): string | undefined {
  const { held = [], fresh = [] } = vetted ?? {};
  const lines = [
    held.length > 0 && sayReview('heldLine', { count: held.length }),
    fresh.length > 0 && sayReview('freshLine', { count: fresh.length }),
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
    isHeld && sayReview('heldBack'),
    isFresh && sayReview('freshNote'),
    isFlagged && sayReview('suspicious'),
    node.description,
  ];
  const tips = [
    isHeld && sayReview('heldTip'),
    isFlagged && [sayReview('suspiciousTip'), ...findingLines(findings)].join('\n'),
    node.tooltip,
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

/** A line that says what was found in the instructions of a server; none for nothing. */
export function instructionNodes(server: string, vetted: Vetted | undefined): TreeNode[] {
  if (!vetted?.instructions) return [];
  return [
    {
      id: `instructions ${server}`,
      label: sayReview('instructions'),
      tooltip: findingLines(vetted.instructions).join('\n'),
      icon: { id: 'warning', color: 'list.warningForeground' },
      context: 'note',
      server,
      children: [],
    },
  ];
}
