import { realpath } from 'node:fs/promises';
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-core';
import { DisposableStore, type Disposable } from '../base/disposable';
import { isInFolder } from '../base/contains';
import { memo } from '../base/lazy';
import type { GuardOptions } from '../tools/callGuard';
import { setAt } from '../config/settings/toolSets';
import type { ExternalOffer } from '../ipc/externalClients';
import type { GatewayServer } from '../gateway/gatewayServer';
import { mergedId, MergedServer } from '../gateway/merged/mergedServer';
import type { TakenToken, Tokens } from '../gateway/tokens';
import type { ToolsForModels } from '../servers/modelCatalog';
import type { ServerHandle } from '../servers/serverHandle';

export interface ExternalAccessOptions {
  readonly tokens: Tokens;
  /** The window's handles. */
  readonly handles: ReadonlySignal<readonly ServerHandle[]>;
  /** One of them as the gateway sees it, for models with another set of tools than the window's. */
  serverOf(handle: ServerHandle, models?: ToolsForModels): GatewayServer;
  /** Notes the calls of external clients. */
  readonly guardOptions: GuardOptions;
  /** When the window was used last, in epoch milliseconds. */
  lastUsed(): number;
}

/** The access of an external client. */
export interface ExternalAdmission {
  readonly set?: string | undefined;
  /**
   * The client works in a folder of the window; otherwise it gets only the person's own servers.
   */
  readonly isAtHome?: boolean;
}

/** Prefixes of the ids of servers in the person's own configuration. */
const ownSources = ['user/', 'remote/'];

/** The access of external clients to one window, which ends with the window. */
export class ExternalAccess implements Disposable {
  readonly #offer = signal<ExternalOffer | undefined>(undefined);
  readonly #store = new DisposableStore();
  /** Tokens that the window has issued, by their offered entry as JSON. */
  readonly #taken = new Map<string, TakenToken>();
  /** Real paths of the folders of the offer. */
  readonly #real = signal<ReadonlyMap<string, string>>(new Map());
  #latest: ExternalOffer | undefined;

  constructor(private readonly options: ExternalAccessOptions) {
    this.#store.add(() => {
      for (const token of this.#taken.values()) token.dispose();
    });
  }

  /** Absent until the window takes external clients. */
  get offer(): ReadonlySignal<ExternalOffer | undefined> {
    return this.#offer;
  }

  get lastUsed(): number {
    return this.options.lastUsed();
  }

  /** Takes external clients on these terms from now on. */
  async welcome(offer: ExternalOffer): Promise<void> {
    if (this.#store.disposed) return;
    this.#latest = offer;
    // Revokes tokens at once, however long a disk takes to answer.
    this.#takeTokens(offer);
    if (this.#offer.peek()) this.#offer.value = offer;
    // External clients send real paths.
    const real = await Promise.all(
      offer.folders.map(
        async (folder) => [folder, await realpath(folder).catch(() => folder)] as const,
      ),
    );
    if (this.#store.disposed || this.#latest !== offer) return;
    batch(() => {
      this.#real.value = new Map(real);
      this.#offer.value = offer;
    });
  }

  /** The length of the window's folder around this one; 0: there is none. Reads signals. */
  nearness(folder: string): number {
    const real = this.#real.value;
    const folders = this.#offer.value?.folders ?? [];
    const above = folders
      .flatMap((own) => [own, real.get(own) ?? own])
      .filter((own) => isInFolder(folder, own));
    return Math.max(0, ...above.map(({ length }) => length));
  }

  /** A token for an external client, which is revoked when the external client or the window leaves. */
  admit(admission: ExternalAdmission, stay: DisposableStore): string {
    const servers = this.#serversFor(admission);
    const token = this.options.tokens.issueToExternalClient(servers.find);
    const admitted = this.#store.add({
      dispose: () => (this.options.tokens.revoke(token), servers.dispose()),
    });
    stay.add(() => this.#store.release(admitted));
    return token;
  }

  /** Revokes the tokens before anything of the window's ends, so that nobody is told of lists that get empty. */
  dispose(): void {
    this.#store.dispose();
    this.#offer.value = undefined;
  }

  #takeTokens({ tokens }: ExternalOffer): void {
    const wanted = new Map(tokens.map((token) => [JSON.stringify(token), token]));
    for (const [key, token] of this.#taken) {
      if (wanted.has(key)) continue;
      this.#taken.delete(key);
      token.revoke();
    }
    for (const [key, { hash, set }] of wanted) {
      if (this.#taken.has(key)) continue;
      const servers = this.#serversFor({ set, isAtHome: true });
      const taken = this.options.tokens.take(hash, servers.find);
      this.#taken.set(key, {
        dispose: () => (taken.dispose(), servers.dispose()),
        revoke: () => (taken.revoke(), servers.dispose()),
      });
    }
  }

  /** All servers as one, under its id; a set that was removed has no tools. */
  #serversFor({ set, isAtHome = false }: ExternalAdmission) {
    const left = new AbortController();
    const serverOf = memo((handle: ServerHandle) =>
      this.options.serverOf(handle, this.#modelsOf(handle, set)),
    );
    const servers = computed(() =>
      this.options.handles.value.filter(({ id }) => isAtHome || isOwn(id)).map(serverOf),
    );
    const merged = new MergedServer(servers, left.signal, {
      guardOptions: this.options.guardOptions,
      instructionsOf: ({ id }) => this.#instructionsOf(id),
    });
    return {
      find: (id: string) => (id === mergedId ? merged : undefined),
      dispose: () => left.abort(),
    };
  }

  /** A server's instructions, unless they are suspicious. */
  #instructionsOf(id: string): string | undefined {
    const handle = this.options.handles.value.find((handle) => handle.id === id);
    if (handle?.scan.summary.value?.instructions) return undefined;
    return handle?.handshake.value?.instructions;
  }

  #modelsOf(handle: ServerHandle, set: string | undefined): ToolsForModels | undefined {
    if (set === undefined) return undefined;
    const { id, name } = handle;
    const globs = computed(() => setAt(this.#offer.value?.sets[set] ?? [], { id, name }));
    return handle.toolsWithSet(globs);
  }
}

/** True if a server stands in the person's own configuration, not in a folder's or another host's. */
function isOwn(id: string): boolean {
  return ownSources.some((source) => id.startsWith(source));
}
