import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { reasonOf, UserError } from '../../base/errors';
import { type LogEntry, logLevelSchema, type LogLevel } from '../../ipc/requests';
import type { Workspace } from '../../client/workspace';
import { sentence } from '../reasons/sentence';
import { t } from '../resources/resourceTexts';
import { offeredActions } from '../tree/serverActions';
import type { CommandHandlers } from '../window/commands.editor';
import { pickOurServer } from '../tree/pickServer.editor';

/** One output channel a server, made when there is something to read or someone who wants to. */
export class LogChannels implements Disposable {
  readonly #store = new DisposableStore();
  readonly #channels = new Map<string, ServerLog>();

  constructor(private readonly model: Workspace) {
    this.#store.add(model.host.onLog((entry) => this.#log(entry.id).add(entry)));
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
      log = new ServerLog(channel, this.model.host.send('logs', { id }));
      this.#channels.set(id, log);
    }
    return log;
  }

  /** The name first, as the list of channels is narrow. */
  #title(id: string): string {
    const definition = this.model.entries.peek().get(id)?.definition;
    return `MCP Roundhouse: ${definition ? `${definition.name} (${definition.source.id})` : id}`;
  }
}

/** A channel that begins with the lines that the host has kept. */
class ServerLog {
  /** False until `kept` is answered, because earlier lines are among the kept ones. */
  #begun = false;

  constructor(
    readonly channel: vscode.LogOutputChannel,
    kept: Promise<readonly LogEntry[]>,
  ) {
    void this.#begin(kept);
  }

  add(entry: LogEntry): void {
    if (this.#begun) this.#write(entry);
  }

  async #begin(kept: Promise<readonly LogEntry[]>): Promise<void> {
    try {
      for (const entry of await kept) this.#write(entry);
    } catch (error) {
      this.channel.error(sentence(reasonOf(error)));
    }
    this.#begun = true;
  }

  #write({ level, text: line, reason }: LogEntry): void {
    const text = reason ? sentence(reason) : line;
    if (level === 'debug') this.channel.debug(text);
    else if (level === 'info') this.channel.info(text);
    else if (level === 'warning') this.channel.warn(text);
    else this.channel.error(text);
  }
}

/** The command that says how much a server is to log. */
export function logLevelCommand(model: Workspace, logs: LogChannels) {
  /** Levels requested in this window, by server. */
  const asked = new Map<string, LogLevel>();
  return {
    setLogLevel: async (target) => {
      const entry = await pickOurServer(model, target);
      if (!entry) return;
      const { id, name: server } = entry.definition;
      if (!offeredActions(entry).includes('logLevel'))
        throw new UserError('noLogLevels', { server });
      const picked = await pickLevel(server, asked.get(id));
      if (!picked) return;
      const { level } = picked;
      await model.host.setLogLevel(id, level);
      if (level) asked.set(id, level);
      else asked.delete(id);
      logs.note(id, level ? t('levelSet', { server, level }) : t('levelUnset', { server }));
      if (level === 'debug') logs.note(id, t('debugHidden'));
    },
  } satisfies CommandHandlers;
}

async function pickLevel(
  server: string,
  current: LogLevel | undefined,
): Promise<{ readonly level: LogLevel | undefined } | undefined> {
  const rows = [undefined, ...logLevelSchema.options].map((level) => ({
    label: level ?? t('levelOfServer'),
    ...(level === current && { description: t('currentLevel') }),
    level,
  }));
  return vscode.window.showQuickPick(rows, { placeHolder: t('pickLevel', { server }) });
}
