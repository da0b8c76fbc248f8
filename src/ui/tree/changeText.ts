import type { DefinitionChanges } from '../../config/definitionChanges';
import { say } from '../text/texts';

/** What a change of configuration files did to the entries, a line each. */
export function changeLines({ added, removed, changed }: DefinitionChanges): readonly string[] {
  return [
    ...added.map((server) => say('entryAdded', { server })),
    ...removed.map((server) => say('entryRemoved', { server })),
    ...changed.map(({ id, fields }) => say('entryChanged', { server: id, fields })),
  ];
}
