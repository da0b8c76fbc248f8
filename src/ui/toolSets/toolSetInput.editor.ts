import type { WorkspaceModel } from '../../client/workspaceModel';
import type { ToolSetInput } from './toolSetPicks';
import { catalogs } from '../window/catalogs.editor';

/** What the choice of a set is made of; read in an effect it follows. */
export function toolSetInput(model: WorkspaceModel): ToolSetInput {
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
