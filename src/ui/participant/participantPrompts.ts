import { bullets } from '../text/markdown';
import { t } from './participantTexts';
import { writtenServers, type ItemGroup } from '../resources/resourceItems';
import { named } from '../toolSets/toolNames';
import { untrustedMarkdown } from '../text/untrustedText';

/** Prompts listed per server. */
const mostOfServer = 25;

/** All prompts as Markdown, for a text after `/prompt` that names none of them. */
export function participantPrompts(written: string, groups: readonly ItemGroup[]): string {
  const said = written.trim();
  const unknown = said === '' ? [] : [t('promptUnknown', { prompt: named(said) })];
  if (groups.length === 0) return [...unknown, t('promptsNone')].join(' ');
  const servers = writtenServers(groups);
  const lists = groups.flatMap(({ name, picks }) => {
    const lines = picks
      .slice(0, mostOfServer)
      .map(({ server, item, detail = '' }) =>
        [named(`${servers.get(server)}/${item}`), untrustedMarkdown(detail)]
          .filter((part) => part !== '')
          .join(' · '),
      );
    const more = picks.length - lines.length;
    if (more > 0) lines.push(t('promptsMore', { count: more }));
    return [`**${untrustedMarkdown(name)}**`, bullets(lines)];
  });
  return [[...unknown, t('promptsPick')].join(' '), ...lists].join('\n\n');
}
