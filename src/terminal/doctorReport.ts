import os from 'node:os';
import type { CheckResult } from '../client/diagnosis/check';
import { runningHosts } from '../ipc/runFolder';
import { checkBullets, t } from '../ui/diagnostics/doctorTexts';
import { reportText } from '../ui/diagnostics/reportText';
import { withoutHomeFolder } from '../ui/text/withoutHomeFolder';
import { version } from '../../package.json';
import type { NamedConfig } from './readConfigs';
import type { TerminalWindow } from './terminalWindow';

/** What was looked at. */
export interface Examined {
  readonly configs: readonly NamedConfig[];
  readonly servers: readonly { readonly name: string; readonly checks: readonly CheckResult[] }[];
  readonly host: readonly CheckResult[];
}

/** The report that the editor makes, with all checks, and without the name of the person. */
export async function doctorReport(
  { host, definitions }: TerminalWindow,
  examined: Examined,
): Promise<string> {
  const snapshots = host.servers.peek();
  const entries = new Map(
    definitions.flatMap((definition) => {
      const snapshot = snapshots.get(definition.id);
      const entry = { definition, snapshot, runBy: 'roundhouse' } as const;
      return snapshot ? [[definition.id, { ...entry, snapshot }] as const] : [];
    }),
  );
  const report = reportText({
    context: 'terminal',
    files: examined.configs,
    entries,
    mode: { kind: 'window' },
    hosts: await runningHosts(process.env),
    samples: await host.send('resources', { ids: [...entries.keys()] }),
    trusted: true,
    now: Date.now(),
    environment: {
      product: 'Node.js',
      productVersion: process.version,
      version,
      platform: `${process.platform} ${process.arch}`,
    },
  });
  return withoutHomeFolder(`${report}\n${checksText(examined)}`, os.homedir());
}

function checksText({ servers, host }: Examined): string {
  const parts = [
    `## ${t('checks')}`,
    ...[...servers, { name: t('hosts'), checks: host }].flatMap(({ name, checks }) =>
      checks.length > 0
        ? [
            `### ${name}`,
            checkBullets(checks)
              .map((line) => `- ${line}`)
              .join('\n'),
          ]
        : [],
    ),
  ];
  return parts.join('\n\n');
}
