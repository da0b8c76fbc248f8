import { DisposableStore, type Disposable } from '../../base/disposable';
import type { CheckResult } from '../../client/diagnosis/check';
import type { ServerEntry } from '../../client/configuredServers';
import { sentence } from '../reasons/sentence';
import type { CommandHandlers } from '../window/commands.editor';
import { pickServer } from '../tree/pickServer.editor';
import { VirtualDocuments } from '../window/virtualDocuments.editor';
import type { OpenWindow } from '../window/windowContext.editor';
import { lastLines, type WhyInput } from './whyPage';
import { isUp } from '../../ipc/serverStates';

type WhyContext = Pick<OpenWindow, 'model' | 'resolver' | 'inputs'>;

/** Check results, valid while the server is unchanged. */
interface Checked {
  readonly at: number;
  readonly checks: readonly CheckResult[];
  readonly fingerprint: string;
  readonly isUp: boolean;
}

/** Read-only pages that explain the state of a server. Open pages follow it. */
export class WhyPages implements Disposable {
  readonly #store = new DisposableStore();
  readonly #checked = new Map<string, Checked>();
  readonly #ended = new AbortController();
  readonly #documents = this.#store.add(
    new VirtualDocuments(
      'roundhouse-why',
      ({ query }) => this.#text(query),
      () => {
        const { entries, trusted, host } = this.context.model;
        return [entries.value, trusted.value, host.mode.value];
      },
    ),
  );

  constructor(private readonly context: WhyContext) {
    this.#store.add(() => this.#ended.abort());
  }

  async show(id: string): Promise<void> {
    const name = this.context.model.entries.peek().get(id)?.definition.name ?? id;
    await this.#documents.show(name, id);
  }

  /** Shows check results on the page of a server until that changes. */
  keep(id: string, checks: readonly CheckResult[]): void {
    const entry = this.context.model.entries.peek().get(id);
    if (!entry) return;
    const { fingerprint } = entry.definition;
    this.#checked.set(id, {
      at: Date.now(),
      checks,
      fingerprint,
      isUp: isUp(entry.snapshot.state),
    });
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #text(id: string): Promise<string> {
    const entry = this.context.model.entries.peek().get(id);
    if (!entry) return sentence({ code: 'entryGone', args: { server: id } });
    // The first open page loads this code.
    const { whyPage } = await import('./whyPage');
    return whyPage(await this.#input(entry));
  }

  async #input(entry: ServerEntry): Promise<WhyInput> {
    const { model, resolver } = this.context;
    const { definition, snapshot, runBy } = entry;
    const { signal } = this.#ended;
    const isOurs = runBy !== 'vscode' && !entry.inactiveReason;
    const [found, log, inputs] = await Promise.all([
      isOurs ? resolver.explain(entry, { gesture: false, signal }) : undefined,
      isOurs ? model.host.send('logs', { id: definition.id }).catch(() => []) : [],
      this.#inputs(entry),
    ]);
    const answer = found?.answer;
    const name = definition.name.toLowerCase();
    return {
      server: entry,
      namesakes: [...model.entries.peek().values()].filter(
        (other) => other.definition.name.toLowerCase() === name,
      ),
      mode: model.host.mode.peek(),
      trusted: model.trusted.peek(),
      approved: (await resolver.inspect(definition)).isApproved === true,
      inputs,
      launch: found?.facts,
      refusal: answer && answer.kind !== 'resolved' ? answer.reason : undefined,
      output: isOurs ? lastLines(snapshot, log) : [],
      checked: this.#checkedOf(entry),
      secrets: answer?.kind === 'resolved' ? answer.secrets : [],
      now: Date.now(),
    };
  }

  #inputs({ definition }: ServerEntry): Promise<WhyInput['inputs']> {
    const { file } = definition.source;
    return Promise.all(
      definition.inputs.map(async ({ id }) => ({
        id,
        // A secret store that cannot be read gives the launch nothing, either.
        isStored: await this.context.inputs.isStored(file, id).catch(() => false),
      })),
    );
  }

  #checkedOf({ definition, snapshot }: ServerEntry): Checked | undefined {
    const checked = this.#checked.get(definition.id);
    const isSame =
      checked?.fingerprint === definition.fingerprint && checked.isUp === isUp(snapshot.state);
    return isSame ? checked : undefined;
  }
}

/** The commands that explain a server: as it is known, and after a closer look. */
export function whyCommands(context: WhyContext, pages: WhyPages) {
  return {
    whyNotRunning: async (target) => {
      const entry = await pickServer(context.model, target);
      if (entry) await pages.show(entry.definition.id);
    },
    diagnoseServer: async (target) => {
      const entry = await pickServer(context.model, target);
      if (!entry) return;
      // The first run of this command loads this code.
      const { diagnoseServer } = await import('./diagnoseServer.editor');
      pages.keep(entry.definition.id, await diagnoseServer(context, entry));
      await pages.show(entry.definition.id);
    },
  } satisfies CommandHandlers;
}
