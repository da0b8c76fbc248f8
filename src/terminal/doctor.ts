import os from 'node:os';
import { computed } from '@preact/signals-core';
import { version } from '../../package.json';
import type { ConfigFile, Definition } from '../config/definition';
import { runFolder, runningHosts } from '../ipc/runFolder';
import type { ServerSnapshot } from '../ipc/state';
import { type CheckResult, runChecks } from '../client/diagnosis/check';
import { hostChecks } from '../client/diagnosis/hostChecks';
import { redactorOf, serverChecks } from '../client/diagnosis/serverChecks';
import {
  adviceTexts,
  checkLines,
  t as doctorText,
  checkBullets,
} from '../ui/diagnostics/doctorTexts';
import { nextAction } from '../ui/reasons/sentence';
import { bullets } from '../ui/text/markdown';
import { t } from '../ui/text/texts';
import { reportText } from '../ui/diagnostics/reportText';
import { withoutHomeFolder } from '../ui/text/withoutHomeFolder';
import type { Command } from './commands';
import {
  isReadable,
  isWell,
  listed,
  listProblems,
  problemLines,
  reportRetries,
  type ListedServer,
} from './listServers';
import type { TerminalWindow } from './terminalWindow';

/** A server with the results of its checks. */
interface CheckedListing extends ListedServer {
  readonly checks: readonly CheckResult[];
}

/** Checks and starts every server, and prints problems with their next steps. */
export const doctor: Command = async (window, options, configs, output) => {
  const started = performance.now();
  const { signal } = new AbortController();
  const place = { folder: runFolder(process.env), platform: process.platform };
  const host = await runChecks(hostChecks(place), { signal });
  const waiting = reportRetries(window, options, output);
  const checkedServers = await Promise.all(
    window.definitions.map((one) => checked(window, one, signal)),
  );
  const found = await listed(
    window,
    checkedServers.map(({ snapshot }) => snapshot),
    options,
  );
  waiting.dispose();
  const servers = found.map((server, at) => ({
    ...server,
    checks: checkedServers[at]?.checks ?? [],
  }));
  const problems = listProblems(configs);
  if (options.json) output.result(JSON.stringify({ servers, host, problems }, undefined, 2));
  else if (options.report) output.result(await doctorReport(window, { configs, servers, host }));
  else {
    for (const server of servers) output.result(serverText(server));
    output.result([doctorText('hosts'), ...checkLines(host).map(indented)].join('\n'));
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    output.result(doctorText('summary', { count: servers.length, seconds }));
  }
  for (const line of problemLines(problems)) output.message(line);
  const checks = [...host, ...servers.flatMap((server) => server.checks)];
  const isSound = checks.every(({ outcome }) => outcome !== 'failed');
  return servers.every(isWell) && isSound && isReadable(problems) ? 0 : 1;
};

async function checked(
  window: TerminalWindow,
  definition: Definition,
  signal: AbortSignal,
): Promise<{ readonly snapshot: ServerSnapshot; readonly checks: readonly CheckResult[] }> {
  const { id } = definition;
  const found = await window.launch(id, signal);
  const server = {
    snapshot: computed(() => window.host.servers.value.get(id)),
    start: async () => void (await window.start(id)),
  };
  const { answer } = found;
  const isOff = answer.kind === 'disabled';
  const checks = serverChecks({ definition, ...found, server });
  const results = isOff ? [] : await runChecks(checks, { signal, redact: redactorOf(answer) });
  // A server that cannot be launched was not started; the host has the reason.
  const known = window.host.servers.peek().get(id);
  const snapshot = answer.kind === 'resolved' && known ? known : await window.start(id);
  return { snapshot, checks: results };
}

function serverText(server: CheckedListing): string {
  const { checks, reason } = server;
  const output = reason?.args?.['output'];
  const lines = Array.isArray(output) ? output.map((line) => `| ${String(line)}`) : [];
  const next = reason && !isWell(server) ? nextAction(reason, 'terminal')?.text : undefined;
  const todo = adviceTexts(next, checks, 'terminal').map((text) =>
    doctorText('todo', { next: text }),
  );
  return [headText(server), ...[...checkLines(checks), ...lines, ...todo].map(indented)].join('\n');
}

function headText(server: ListedServer): string {
  const { name, state, reason, serverInfo, tools } = server;
  if (reason) return `${isWell(server) ? 'off ' : 'FAIL'} ${name}: ${state}. ${reason.message}`;
  const who = [serverInfo?.['name'], serverInfo?.['version']].filter((part) => part !== undefined);
  const parts = [state, ...(who.length > 0 ? [who.map(String).join(' ')] : [])];
  const count = t('tools', { count: tools.length });
  return `${isWell(server) ? 'ok  ' : 'FAIL'} ${name}: ${[...parts, count].join(', ')}`;
}

function indented(line: string): string {
  return `     ${line}`;
}

/** The content of a report. */
interface Examined {
  readonly configs: readonly ConfigFile[];
  readonly servers: readonly { readonly name: string; readonly checks: readonly CheckResult[] }[];
  readonly host: readonly CheckResult[];
}

/** The editor's report with all checks, without the person's home folder. */
async function doctorReport(
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
    `## ${doctorText('checks')}`,
    ...[...servers, { name: doctorText('hosts'), checks: host }].flatMap(({ name, checks }) =>
      checks.length > 0 ? [`### ${name}`, bullets(checkBullets(checks))] : [],
    ),
  ];
  return parts.join('\n\n');
}
