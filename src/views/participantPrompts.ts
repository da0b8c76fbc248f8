import { bullets, escaped } from './markdown';
import { sayParticipant } from './participantTexts';
import type { ItemGroup } from './resourceItems';
import { named } from './toolNames';
import { visible } from './visible';

/** Prompts that are listed of one server. */
const mostOfServer = 25;

/** The prompts of all servers, where a person wrote none of their names behind `/prompt`; Markdown. */
export function participantPrompts(written: string, groups: readonly ItemGroup[]): string {
  const said = written.trim();
  const unknown = said === '' ? [] : [sayParticipant('promptUnknown', { prompt: named(said) })];
  if (groups.length === 0) return [...unknown, sayParticipant('promptsNone')].join(' ');
  const lists = groups.flatMap(({ name, picks }) => {
    const lines = picks
      .slice(0, mostOfServer)
      .map(({ item, detail = '' }) =>
        [named(`${name}/${item}`), escaped(detail)].filter((part) => part !== '').join(' · '),
      );
    const more = picks.length - lines.length;
    if (more > 0) lines.push(sayParticipant('promptsMore', { count: more }));
    return [`**${escaped(visible(name))}**`, bullets(lines)];
  });
  return [[...unknown, sayParticipant('promptsPick')].join(' '), ...lists].join('\n\n');
}
