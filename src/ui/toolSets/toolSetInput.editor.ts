import type { Workspace } from '../../client/workspace';
import { catalogs } from '../window/catalogs.editor';
import type { ToolSetInput } from './toolSetPicks';

/** Input for the choice of a tool set; tracked when read in an effect. */
export function toolSetInput(model: Workspace): ToolSetInput {
  const { toolSelection: toolSets, entries, policies } = model;
  return {
    entries: entries.value,
    catalogs: catalogs(model),
    policies: policies.value,
    sets: toolSets.all,
    active: toolSets.active.value,
    isChanged: toolSets.isChanged,
  };
}
