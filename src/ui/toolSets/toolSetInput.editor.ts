import type { Workspace } from '../../client/workspace';
import type { ToolSetInput } from './toolSetPicks';

/** Input for the choice of a tool set; tracked when read in an effect. */
export function toolSetInput(workspace: Workspace): ToolSetInput {
  const { toolSelection: toolSets, entries, policies } = workspace;
  return {
    entries: entries.value,
    catalogs: workspace.catalogs,
    policies: policies.value,
    sets: toolSets.all,
    active: toolSets.active.value,
    isChanged: toolSets.isChanged,
  };
}
