import { effect } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { Reason } from '../base/errors';
import type { Problem } from '../config/definition';
import { modelTool } from '../tools/schema/modelTool';
import type { SchemaChange } from '../tools/schema/schemaChange';
import type { Catalog, DroppedItem, ServerSnapshot, Tool } from '../ipc/state';
import { reasonOfState } from '../ui/tree/serverText';
import { problemText } from '../ui/editing/problemTexts';
import { t } from '../ui/diagnostics/doctorTexts';
import { sentence } from '../ui/reasons/sentence';
import type { Output } from './command';
import type { Options } from './options';
import type { NamedConfig } from './readConfigs';
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
  /** What models get differs from these by so much, by tool. */
  readonly schemaChanges: Readonly<Record<string, readonly SchemaChange[]>>;
  readonly prompts: number;
  readonly resources: number;
  readonly resourceTemplates: number;
  /** What was left out of the lists. */
  readonly dropped: readonly DroppedItem[];
  readonly reason: (Reason & { readonly message: string }) | null;
}

/** One problem of a file; line and column count from 1, as editors show them. */
export interface ListedProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly severity: Problem['severity'];
  readonly code: Problem['code'];
  readonly message: string;
}

/** Whether nothing is wrong with a server: it runs, or its own file says that it shall not. */
export function isWell({ state, reason }: ListedServer): boolean {
  return state === 'running' || reason?.code === 'disabledInFile';
}

/** Starts every server, as many at once as there are, and says what each offers or what is wrong. */
export async function listServers(
  window: TerminalWindow,
  options: Options,
): Promise<ListedServer[]> {
  const snapshots = await Promise.all(window.definitions.map(({ id }) => window.start(id)));
  return listed(window, snapshots, options);
}

/** What servers offer as they are now, or what is wrong with them. */
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

/** Tells once of each server that failed and is tried again, for which a command waits. */
export function tellRetries(
  { host }: TerminalWindow,
  { timeout }: Options,
  output: Output,
): Disposable {
  const told = new Set<string>();
  const stop = effect(() => {
    for (const { id, name, state } of host.servers.value.values()) {
      if (state.kind !== 'backingOff' || told.has(id)) continue;
      told.add(id);
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
    dropped,
    reason: reason ? { ...reason, message: sentence(reason) } : null,
  };
}

/** The problems of all files, in their order and that of the text. */
export function listProblems(configs: readonly NamedConfig[]): ListedProblem[] {
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

/** Whether no problem keeps an entry from being understood. */
export function isReadable(problems: readonly ListedProblem[]): boolean {
  return problems.every(({ severity }) => severity !== 'error');
}

/** Problems as compilers write them, a line each. */
export function problemLines(problems: readonly ListedProblem[]): readonly string[] {
  return problems.map(
    ({ file, line, column, severity, message }) =>
      `${file}:${line}:${column}: ${severity}: ${message}`,
  );
}
