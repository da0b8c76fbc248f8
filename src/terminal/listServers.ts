import { effect } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { Reason } from '../base/errors';
import type { ConfigFile, Problem } from '../config/definition';
import { modelTool } from '../tools/schema/modelTool';
import type { SchemaChange } from '../tools/schema/schemaChange';
import type { Catalog, DroppedItem, ServerSnapshot, Tool } from '../ipc/state';
import { reasonOfState } from '../ui/tree/serverText';
import { problemText } from '../ui/editing/problemTexts';
import { t } from '../ui/diagnostics/doctorTexts';
import { sentence } from '../ui/reasons/sentence';
import type { Output } from './commands';
import type { Options } from './options';
import type { TerminalWindow } from './terminalWindow';

/** One server in the output of `list --json`. */
export interface ListedServer {
  readonly name: string;
  readonly id: string;
  readonly state: ServerSnapshot['state']['kind'];
  readonly era: string | null;
  readonly protocolVersion: string | null;
  readonly serverInfo: Readonly<Record<string, unknown>> | null;
  /** As the server gave them. */
  readonly tools: readonly Tool[];
  /** The repairs of the schemas that models get, by tool. */
  readonly schemaChanges: Readonly<Record<string, readonly SchemaChange[]>>;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  /** Invalid items of the lists. */
  readonly dropped: readonly (Omit<DroppedItem, 'reason'> & { readonly message: string })[];
  readonly reason: (Reason & { readonly message: string }) | null;
}

/** One problem of a file; line and column count from 1, as editors show them. */
interface ListedProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Problem['severity'];
  readonly code: Problem['code'];
  readonly message: string;
}

/** True if a server runs, or its own file disables it. */
export function isWell({ state, reason }: ListedServer): boolean {
  return state === 'running' || reason?.code === 'disabledInFile';
}

/** Starts all servers at once and lists them. */
export async function listServers(
  window: TerminalWindow,
  options: Options,
): Promise<ListedServer[]> {
  const snapshots = await Promise.all(window.definitions.map(({ id }) => window.start(id)));
  return listed(window, snapshots, options);
}

/** The catalogs and problems of servers in these states. */
export function listed(
  { host }: TerminalWindow,
  snapshots: readonly ServerSnapshot[],
  options: Options,
): Promise<ListedServer[]> {
  return Promise.all(
    snapshots.map(async (snapshot) =>
      listedServer(snapshot, await host.send('catalog', { id: snapshot.id }), options),
    ),
  );
}

/** Prints once that a command waits for a failed server's next attempt. */
export function reportRetries(
  { host }: TerminalWindow,
  { timeout }: Options,
  output: Output,
): Disposable {
  const reported = new Set<string>();
  const stop = effect(() => {
    for (const { id, name, state } of host.servers.value.values()) {
      if (state.kind !== 'backingOff' || reported.has(id)) continue;
      reported.add(id);
      output.message(t('retried', { server: name, why: sentence(state.error), seconds: timeout }));
    }
  });
  return { dispose: stop };
}

function listedServer(
  { id, name, state, handshake }: ServerSnapshot,
  { tools, prompts, resources, resourceTemplates, dropped }: Catalog,
  { timeout }: Options,
): ListedServer {
  const reason =
    state.kind === 'starting'
      ? { code: 'stillStarting', args: { seconds: timeout } }
      : reasonOfState(state);
  const changes = tools.map((tool) => [tool.name, modelTool(tool).changes] as const);
  return {
    name,
    id,
    state: state.kind,
    era: handshake?.era ?? null,
    protocolVersion: handshake?.protocolVersion ?? null,
    serverInfo: handshake?.serverInfo ?? null,
    tools,
    schemaChanges: Object.fromEntries(changes.filter(([, some]) => some.length > 0)),
    prompts: prompts.length,
    resources: resources.length,
    resourceTemplates: resourceTemplates.length,
    dropped: dropped.map(({ reason: why, ...item }) => ({ ...item, message: sentence(why) })),
    reason: reason ? { ...reason, message: sentence(reason) } : null,
  };
}

/** The problems of all files, in the order of the text. */
export function listProblems(configs: readonly ConfigFile[]): ListedProblem[] {
  return configs.flatMap(({ source, parsed }) =>
    parsed.problems
      .map((problem) => ({
        file: source.file,
        line: problem.range.startLine + 1,
        column: problem.range.startCharacter + 1,
        severity: problem.severity,
        code: problem.code,
        message: problemText(problem),
      }))
      .sort((a, b) => a.line - b.line || a.column - b.column),
  );
}

/** True if no problem is an error. */
export function isReadable(problems: readonly ListedProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

/** One line for each problem, in the format of compilers. */
export function problemLines(problems: readonly ListedProblem[]): readonly string[] {
  return problems.map(
    ({ file, line, column, severity, message }) =>
      `${file}:${line}:${column}: ${severity}: ${message}`,
  );
}

/** The lines of the errors of all files. */
export function errorLines(configs: readonly ConfigFile[]): readonly string[] {
  return problemLines(listProblems(configs).filter(({ severity }) => severity === 'error'));
}
