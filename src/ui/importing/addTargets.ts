import type { ConfigSource } from '../../config/definition';

/**
 * Files for new servers, the usual ones first: a folder's `.vscode/mcp.json`, the user's own, then others. Files of
 * other hosts are left out.
 */
export function addTargets(sources: readonly ConfigSource[]): readonly ConfigSource[] {
  const rank = ({ id, dialect }: ConfigSource): number => {
    if (id.startsWith('folder:')) return 0;
    if (dialect === 'vscode' && !id.includes(':')) return 1;
    return dialect === 'dotmcp' ? 2 : 3;
  };
  return sources
    .filter(({ external }) => external === undefined)
    .toSorted((one, other) => rank(one) - rank(other));
}
