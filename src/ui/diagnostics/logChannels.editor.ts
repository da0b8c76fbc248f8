import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { reasonOf, UserError } from '../../base/errors';
import { type LogEntry, logLevelSchema, type LogLevel } from '../../ipc/contract';
import type { Workspace } from '../../client/workspace';
import { sentence } from '../reasons/sentence';
import { t } from '../resources/resourceTexts';
import { offeredActions } from '../tree/serverActions';
import type { CommandHandlers } from '../window/registerCommands.editor';
import { pickOne } from '../window/pick.editor';
import { pickOurServer } from '../tree/pickServer.editor';

/** Milliseconds after which a line gets its own time, because the channel shows only that of its writing. */
const lateAfter = 1_000;

/** One output channel a server, made when there is something to read or someone who wants to. */
export class LogChannels implements Disposable {
  readonly #store = new DisposableStore();
  readonly #channels = new Map<string, ServerLog>();

  constructor(private readonly workspace: Workspace) {
    this.#store.add(workspace.host.onLog((entry) => this.#log(entry.id).add(entry)));
  }

  show(id: string): void {
    this.#log(id).channel.show();
  }

  /** Shows a server's log, with a line about what a person changed. */
  note(id: string, text: string): void {
    const { channel } = this.#log(id);
    channel.info(text);
    channel.show(true);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #log(id: string): ServerLog {
    let log = this.#channels.get(id);
    if (!log) {
      const channel = this.#store.add(
        vscode.window.createOutputChannel(this.#title(id), { log: true }),
      );
      log = new ServerLog(channel, () => this.workspace.host.send('logs', { id }));
      this.#channels.set(id, log);
    }
    void log.begin();
    return log;
  }

  /** The name first, as the list of channels is narrow. */
  #title(id: string): string {
    const definition = this.workspace.entries.peek().get(id)?.definition;
    return `MCP Roundhouse: ${definition ? `${definition.name} (${definition.source.id})` : id}`;
  }
}

/** A channel that begins with the lines that the host has stored. */
class ServerLog {
  #isReading = false;
  /** False until the stored lines are there, because earlier lines are among them. */
  #begun = false;

  constructor(
    readonly channel: vscode.LogOutputChannel,
    private readonly read: () => Promise<readonly LogEntry[]>,
  ) {}

  add(entry: LogEntry): void {
    if (this.#begun) this.#write(entry);
  }

  /** Writes the stored lines; where there are none, the next line has them read again. */
  async begin(): Promise<void> {
    if (this.#begun || this.#isReading) return;
    this.#isReading = true;
    try {
      const stored = await this.read();
      for (const entry of stored) this.#write(entry);
      this.#begun = stored.length > 0;
    } catch (error) {
      this.channel.error(sentence(reasonOf(error)));
    }
    this.#isReading = false;
  }

  #write({ time, level, text: line, reason }: LogEntry): void {
    const said = reason ? sentence(reason) : line;
    const text = Date.now() - time < lateAfter ? said : `${timeText(time)} ${said}`;
    if (level === 'debug') this.channel.debug(text);
    else if (level === 'info') this.channel.info(text);
    else if (level === 'warning') this.channel.warn(text);
    else this.channel.error(text);
  }
}

/** A time as output channels write it, without the date of today. */
function timeText(time: number): string {
  const [date, clock = ''] = isoText(time);
  const [today] = isoText(Date.now());
  return date === today ? clock : `${date} ${clock}`;
}

/** Date and time in the form of Sweden, which is that of ISO 8601. */
function isoText(time: number): string[] {
  return new Date(time).toLocaleString('sv').split(' ');
}

/** The command that requests a log level of a server. */
export function logLevelCommand(workspace: Workspace, logs: LogChannels) {
  /** Levels requested in this window, by server. */
  const requested = new Map<string, LogLevel>();
  return {
    setLogLevel: async (target) => {
      const entry = await pickOurServer(workspace, target);
      if (!entry) return;
      const { id, name: server } = entry.definition;
      if (!offeredActions(entry).includes('logLevel'))
        throw new UserError('noLogLevels', { server });
      const rows = (['ofServer', ...logLevelSchema.options] as const).map((value) => ({
        label: value === 'ofServer' ? t('levelOfServer') : value,
        ...(value === (requested.get(id) ?? 'ofServer') && { description: t('currentLevel') }),
        value,
      }));
      const picked = await pickOne(t('pickLevel', { server }), rows);
      if (!picked) return;
      const level = picked === 'ofServer' ? undefined : picked;
      await workspace.host.setLogLevel(id, level);
      if (level) requested.set(id, level);
      else requested.delete(id);
      logs.note(id, level ? t('levelSet', { server, level }) : t('levelUnset', { server }));
      if (level === 'debug') logs.note(id, t('debugHidden'));
    },
  } satisfies CommandHandlers;
}
