import type { ToolPolicy } from '../../config/settings/toolPolicy';
import { allTools, setAt, type ToolSet } from '../../config/settings/toolSets';
import { isInSet } from '../toolSets/isInSet';
import { costOfAll, sumOf, type Cost, type ServerCost } from './toolCosts';

/** A tool set and its cost. */
export interface SetCost extends Cost {
  /** Absent: all tools. */
  readonly name: string | undefined;
  readonly isActive: boolean;
}

export interface SetInput {
  readonly servers: readonly ServerCost[];
  /** By name. */
  readonly sets: ReadonlyMap<string, ToolSet>;
  /** Name of the active set; `undefined`: all tools. */
  readonly active: string | undefined;
  /** By server id. */
  readonly policies: ReadonlyMap<string, ToolPolicy>;
}

/** Cost of each tool set, and of all tools; empty if there are no sets. */
export function setCosts({ servers, sets, active, policies }: SetInput): readonly SetCost[] {
  if (sets.size === 0) return [];
  return [[undefined, allTools] as const, ...sets].map(([name, set]) => {
    const parts = servers.map(({ id, name: server, each }) => {
      const policy = policies.get(id);
      const globs = setAt(set, { id, name: server });
      return costOfAll(each.filter(({ tool }) => !policy || isInSet(policy, globs, tool.name)));
    });
    return { name, isActive: name === active, ...sumOf(parts) };
  });
}
