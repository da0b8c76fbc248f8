import type { Workspace } from '../../client/workspace';
import type { ToolSetInput } from './toolSets';
import { catalogs } from '../window/catalogs.editor';

/** Input for the choice of a tool set; tracked when read in an effect. */
export function toolSetInput(model: Workspace): ToolSetInput {
  const { toolSets, entries, policies } = model;
  return {
    entries: entries.value,
    catalogs: catalogs(model),
    policies: policies.value,
    sets: toolSets.all,
    active: toolSets.active.value,
    isChanged: toolSets.isChanged,
  };
}
