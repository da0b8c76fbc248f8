import type { ConfigFile, ConfigSource } from '../../config/definition';
import {
  byName,
  entryFacts,
  settingFacts,
  type EffectiveServer,
} from '../editing/effectiveConfiguration';
import { escapeDeceptive } from '../text/untrustedText';
import type { PageConfiguration } from './overviewMessages';

export interface ConfigurationInput {
  /** Nearest first. */
  readonly servers: Iterable<EffectiveServer>;
  /** The files that are there. */
  readonly files: readonly ConfigFile[];
  /** Every place where a file may be. */
  readonly sources: readonly ConfigSource[];
  readonly isTrusted: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** For every server where it comes from, what won and why, and what counts of its settings. */
export function pageConfiguration(input: ConfigurationInput): PageConfiguration {
  const { servers, files, sources, isTrusted, now } = input;
  const found = new Map(files.map(({ source, parsed }) => [source.id, parsed.definitions.length]));
  return {
    isRestricted: !isTrusted,
    groups: byName(servers).map((group) => ({
      name: escapeDeceptive(group[0]?.definition.name ?? ''),
      entries: group.map((server) => ({
        id: server.definition.id,
        counts: server.precedence?.kind !== 'overridden' && !server.inactiveReason,
        facts: [...entryFacts(server, losersTo(server, group), now)],
        settings: [...settingFacts(server.effective)],
      })),
    })),
    files: sources.map(({ id, file }) => ({
      file: escapeDeceptive(file),
      servers: found.get(id),
    })),
  };
}

/** The ids of the entries that a server of the same name overrides. */
function losersTo({ definition }: EffectiveServer, group: readonly EffectiveServer[]): string[] {
  return group.flatMap(({ definition: { id }, precedence }) =>
    precedence?.kind === 'overridden' && precedence.by === definition.id ? [id] : [],
  );
}
