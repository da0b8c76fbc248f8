import { signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { redactor } from '../../base/redact';
import type { Sequencer } from '../../base/sequencer';
import { raceAbort } from '../../base/abort';
import { DeclinedServers } from '../../client/declinedServers';
import type { ServerRequestHandlers } from '../../client/serverRequestHandlers';
import { SamplingBudget, SamplingPermissions } from '../../client/sampling';
import type { CallDetails } from '../calls/callQuestion';
import { t } from '../sampling/samplingTexts';
import type { CommandHandlers } from '../window/registerCommands.editor';
import { notice } from '../window/notice.editor';
import { pickServer } from '../tree/pickServer.editor';
import type { SamplingContext } from '../sampling/sampling.editor';
import { SamplingPages } from '../sampling/samplingPages.editor';
import { follow } from '../window/follow';
import type { OpenWindow } from '../window/windowContext.editor';
import { untrustedText } from '../text/untrustedText';
import { t as questionText } from './questionTexts';

type QuestionsWindow = Pick<OpenWindow, 'values' | 'workspace' | 'inputs' | 'resolver'>;

/** Answers requests that servers send to this window, with the user's help. */
export class WindowQuestions implements Disposable {
  readonly #store = new DisposableStore();
  readonly #queue: RequestQueue;
  readonly #pages = this.#store.add(new SamplingPages());
  readonly #permissions: SamplingPermissions;
  readonly handlers: Required<ServerRequestHandlers>;

  constructor(private readonly window: QuestionsWindow) {
    const { workspace, resolver } = window;
    this.#queue = this.#store.add(new RequestQueue(window.inputs.showing));
    this.#permissions = new SamplingPermissions(window.values);
    const entryOf = (id: string) => workspace.entries.peek().get(id);
    // A running server keeps its secrets also where its entry cannot be resolved any more.
    const secrets = new Map<string, readonly string[]>();
    const declined = new DeclinedServers((id) => entryOf(id)?.snapshot.state);
    const context: SamplingContext = {
      workspace,
      mask: async (definition, signal) => {
        const answer = await resolver.resolve(definition, { gesture: false, signal });
        if (answer.kind === 'resolved') secrets.set(definition.id, answer.secrets);
        return redactor(secrets.get(definition.id) ?? []);
      },
      permissions: this.#permissions,
      declined,
      budget: new SamplingBudget(),
      queue: this.#queue,
      pages: this.#pages,
    };
    // The first question loads the code that only questions need.
    this.handlers = {
      elicit: async (question, signal) =>
        (await import('./elicitation.editor')).elicitation(this.#queue, declined)(question, signal),
      sample: async (question, signal) =>
        (await import('../sampling/sampling.editor')).sampling(context)(question, signal),
      approve: async (held, signal) => {
        const { pendingCall } = await import('../calls/callQuestion');
        const name = entryOf(held.id)?.definition.name ?? held.id;
        const call = pendingCall(held, name, workspace.policies.peek().get(held.id));
        return (await this.approve(call, signal)) ? 'yes' : 'no';
      },
    };
  }

  /** Asks the user to approve a call, in turn with servers' requests. */
  approve(call: CallDetails, abort: AbortSignal): Promise<boolean> {
    return this.#queue.run(call.server.name, abort, async (signal) => {
      const { callStep, isAllowed } = await import('../calls/callQuestion');
      const { showStep } = await import('./questionStep.editor');
      return isAllowed(await showStep(callStep(call), signal));
    });
  }

  /** Commands that show sampling requests and revoke permissions. */
  commands() {
    const { workspace } = this.window;
    return {
      showSamplingRequests: async ({ server }) => {
        const entry = server === undefined ? undefined : workspace.entries.peek().get(server);
        await this.#pages.showAll(entry?.definition);
      },
      forgetSampling: async (target) => {
        const entry = await pickServer(workspace, target);
        if (!entry) return;
        await this.#permissions.forget(entry.definition);
        const { name: server } = entry.definition;
        void notice('information', t('forgotten', { server }));
      },
    } satisfies CommandHandlers;
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** Shows requests of servers one after another. A status bar item names the waiting servers, in a warning colour. */
export class RequestQueue implements Disposable {
  readonly #store = new DisposableStore();
  readonly #waiting = signal<readonly string[]>([]);
  readonly #ending = new AbortController();

  constructor(private readonly showing: Sequencer) {
    const item = this.#store.add(
      vscode.window.createStatusBarItem('roundhouse.questions', vscode.StatusBarAlignment.Left),
    );
    item.name = questionText('statusName');
    item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    this.#store.add(
      follow(
        () => waitingLine(this.#waiting.value),
        (line) => {
          if (!line) return item.hide();
          item.text = line.text;
          item.tooltip = line.tooltip;
          item.show();
        },
      ),
    );
    this.#store.add(() => this.#ending.abort());
  }

  /**
   * Runs `ask` when it is this request's turn. The signal aborts when the request is cancelled, which also rejects at
   * once, or when the window closes.
   */
  async run<T>(
    server: string,
    abort: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const either = AbortSignal.any([abort, this.#ending.signal]);
    this.#waiting.value = [...this.#waiting.peek(), server];
    const answer = this.showing.run(async () => {
      either.throwIfAborted();
      return ask(either);
    });
    try {
      return await raceAbort(answer, either);
    } finally {
      const at = this.#waiting.peek().indexOf(server);
      this.#waiting.value = this.#waiting.peek().toSpliced(at, 1);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** Servers that wait for the user, for the status bar; `undefined` if there are none. */
function waitingLine(
  servers: readonly string[],
): { readonly text: string; readonly tooltip: string } | undefined {
  const names = [...new Set(servers)].map(untrustedText);
  if (names.length === 0) return undefined;
  const args = { servers: names, count: names.length };
  return {
    text: `$(bell) ${questionText('waiting', args)}`,
    tooltip: questionText('waitingTooltip', args),
  };
}
