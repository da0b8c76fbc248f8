import type { DefinitionChanges } from '../../config/definitionChanges';
import { t } from '../text/texts';

/** What a change of configuration files did to the entries, a line each. */
export function changeLines({ added, removed, changed }: DefinitionChanges): readonly string[] {
  return [
    ...added.map((server) => t('entryAdded', { server })),
    ...removed.map((server) => t('entryRemoved', { server })),
    ...changed.map(({ id, fields }) => t('entryChanged', { server: id, fields })),
  ];
}
