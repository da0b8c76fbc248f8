import type { ActionName } from '../reasons/reasonText';
import type { OfferedImage } from './offeredImage';
import type { Icon } from './shownServer';
import type { Checkbox } from './toolMarks';

/** One line of the tree, with everything below it. */
export interface TreeNode {
  /** Stable while the thing it shows is the same, so that what is expanded stays so. */
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** A function for a long text, called when a person points at the line. Servers have `serverDetails` instead. */
  readonly tooltip?: string | (() => string) | undefined;
  readonly icon?: Icon | undefined;
  /** Of the server's own, in place of the icon. */
  readonly image?: OfferedImage | undefined;
  /** Words the menus ask for, such as "server start log". */
  readonly context: string;
  /** The server this is or belongs to. */
  readonly server?: string | undefined;
  /** The file this is or belongs to. */
  readonly file?: string | undefined;
  /** Name of a tool or prompt, URI of a resource, or URI template. */
  readonly item?: string | undefined;
  /** Media type of a resource. */
  readonly mimeType?: string | undefined;
  readonly click?: NodeClick | undefined;
  /** Checked if chat gets it; absent if that cannot be chosen. */
  readonly checkbox?: Checkbox | undefined;
  readonly expanded?: boolean | undefined;
  /** Absent: none. */
  readonly children?: readonly TreeNode[];
}

/** The command, without `roundhouse.`, that a click runs with the line as its target. */
export interface NodeClick {
  readonly command:
    | ActionName
    | 'openServer'
    | 'openResource'
    | 'openTemplate'
    | 'runPrompt'
    | 'showCatalogChange'
    | 'showTool';
  /** By default the label of the line. */
  readonly title?: string;
}

/** A line below its server; `kind` is its context. `key` tells lines of one kind and server apart. */
export function serverLine(
  kind: string,
  server: string,
  line: Omit<TreeNode, 'id' | 'context' | 'server'>,
  key?: string,
): TreeNode {
  const id = [kind, server, key].filter((part) => part !== undefined).join(' ');
  return { id, context: kind, server, ...line };
}

/**
 * The topmost nodes, by id, that must be shown anew with everything below them; `all` where what
 * stands at the top is not the same any more.
 */
export function treeChanges(
  before: readonly TreeNode[],
  after: readonly TreeNode[],
): readonly string[] | 'all' {
  if (!sameIds(before, after)) return 'all';
  return after.flatMap((node, at) => changesOf(before[at], node));
}

/** Most lines are the very same object, see `catalogNodes`. */
function changesOf(before: TreeNode | undefined, after: TreeNode): readonly string[] {
  if (before === after) return [];
  if (!before || !sameLine(before, after) || !sameIds(before.children, after.children)) {
    return [after.id];
  }
  return (after.children ?? []).flatMap((child, at) => changesOf(before.children?.[at], child));
}

function sameIds(some: readonly TreeNode[] = [], others: readonly TreeNode[] = []): boolean {
  return some.length === others.length && some.every(({ id }, at) => id === others[at]?.id);
}

/** Images are long, and mostly the very same text. */
function sameLine(one: TreeNode, other: TreeNode): boolean {
  const isSame = one.image?.light === other.image?.light && one.image?.dark === other.image?.dark;
  return isSame && withoutImage(one) === withoutImage(other);
}

function withoutImage(node: TreeNode): string {
  return JSON.stringify({ ...node, children: undefined, image: undefined });
}

/**
 * The words of a line for screen readers. Without them VS Code says the tooltip in place of the name, also one made later.
 */
export function spokenText({ label, description = '', tooltip }: SpokenParts): string {
  const more = typeof tooltip === 'string' && tooltip !== label ? tooltip : '';
  // The description is mostly the beginning of the tooltip.
  const parts = [label, more.startsWith(description) ? '' : description, more];
  return parts.filter(Boolean).join(', ');
}

type SpokenParts = Pick<TreeNode, 'label' | 'description' | 'tooltip'>;

/** The tooltip of a line as text. */
export function tooltipOf({ tooltip }: Pick<TreeNode, 'tooltip'>): string | undefined {
  return typeof tooltip === 'function' ? tooltip() : tooltip;
}
