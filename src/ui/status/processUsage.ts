import type { ProcessUsage } from '../../ipc/processUsage';
import { memoryText, t } from '../text/texts';
import { usageText, restartsText, uptimeText, entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { escapeDeceptive } from '../text/untrustedText';
import { isUp } from '../../ipc/serverStates';

export interface UsageList {
  /** Totals. */
  readonly title: string;
  readonly picks: readonly UsagePick[];
}

export interface UsagePick {
  readonly label: string;
  readonly description: string;
  readonly server: string;
}

/** True if a server that Roundhouse runs is up or has a process. */
export function isAlive({ runBy, snapshot }: ShownServer): boolean {
  return runBy !== 'vscode' && (isUp(snapshot.state) || snapshot.pid !== undefined);
}

/** Running servers with their usage, largest memory first. */
export function usageList(
  entries: ReadonlyMap<string, ShownServer>,
  samples: readonly ProcessUsage[],
  now: number,
): UsageList {
  const byServer = new Map(samples.map((sample) => [sample.id, sample]));
  const alive = [...entries.values()].filter(isAlive);
  const rows = alive.map((entry) => ({ entry, sample: byServer.get(entry.definition.id) }));
  rows.sort((a, b) => (b.sample?.memory ?? -1) - (a.sample?.memory ?? -1));
  // Servers that share one process take it once.
  const distinct = new Map(rows.map(({ entry, sample }) => [entry.snapshot.pid, sample]));
  const sum = (of: (sample: ProcessUsage) => number): number =>
    [...distinct.values()].reduce((total, sample) => total + (sample ? of(sample) : 0), 0);
  return {
    title: t('usageTotals', {
      count: alive.length,
      processes: sum(({ processes }) => processes),
      memory: memoryText(sum(({ memory }) => memory)),
    }),
    picks: rows.map(({ entry, sample }) => usagePick(entry, sample, now)),
  };
}

function usagePick(entry: ShownServer, sample: ProcessUsage | undefined, now: number): UsagePick {
  const { definition, snapshot } = entry;
  const parts = [
    sample && usageText(sample),
    uptimeText(snapshot, now) ?? entryText(entry, now).state,
    restartsText(snapshot, now),
  ];
  return {
    label: escapeDeceptive(definition.name),
    description: parts.filter(Boolean).join(' · '),
    server: definition.id,
  };
}
