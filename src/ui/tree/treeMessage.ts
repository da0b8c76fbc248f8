import { t } from '../text/texts';
import type { ShownCosts } from '../costs/toolCosts';

/** What stands above the tree: why nothing starts, or that the tools in chat are too dear. */
export function treeMessage(trusted: boolean, { warnings }: Pick<ShownCosts, 'warnings'>) {
  if (!trusted) return t('statusRestricted');
  return warnings.length > 0 ? warnings.map(({ text }) => text).join(' ') : undefined;
}
