import type { Workspace } from '../../client/workspace';
import type { ToolSetInput } from './toolSetPicks';

/** Input for the choice of a tool set; tracked when read in an effect. */
export function toolSetInput(model: Workspace): ToolSetInput {
  const { toolSelection: toolSets, entries, policies } = model;
  return {
    entries: entries.value,
    catalogs: model.catalogs,
    policies: policies.value,
    sets: toolSets.all,
    active: toolSets.active.value,
    isChanged: toolSets.isChanged,
  };
}
