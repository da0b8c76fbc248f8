import { signal } from '@preact/signals-core';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import type { ServerOptions } from '../../../src/ipc/contract';
import type { TrafficLimits } from '../../../src/ipc/traffic';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { isRunning } from '../fakeServer/processes';
import { declarations } from '../hostFixture';
import { hostPlace, windowAt } from '../realHost';
import { parseLedger, type LedgerEntry } from '../../../src/processes/ledger';

/** A server as a window declares it. */
export interface PlannedServer {
  readonly id: string;
  readonly launch: ResolvedLaunch;
  readonly options?: ServerOptions;
}

const bundles = fileURLToPath(new URL('../../../dist', import.meta.url));
/** Milliseconds for host, watchdog and servers to end. */
const endPatience = 20_000;
const pollInterval = 50;

/** The host as it is shipped, in a process and a run folder of its own, and windows that use it. */
export class SharedHost {
  readonly home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  readonly #windows = new Set<HostClient>();
  #pid: number | undefined;

  /**
   * `execPath`: the JavaScript runtime for the host; `trafficLimits`: what it may keep of each server's traffic;
   * `folder`: of its build.
   */
  constructor(
    private readonly execPath = process.execPath,
    private readonly trafficLimits?: TrafficLimits,
    folder = bundles,
  ) {
    // Copies, because a build that runs meanwhile would make it another host.
    mkdirSync(path.join(this.home, 'dist'));
    for (const name of ['host.js', 'watchdog.js']) {
      copyFileSync(path.join(folder, name), path.join(this.home, 'dist', name));
    }
  }

  /** The process of the host. @throws before a window is attached. */
  get pid(): number {
    if (this.#pid === undefined) throw new Error('there is no host yet');
    return this.#pid;
  }

  get windows(): ReadonlySet<HostClient> {
    return this.#windows;
  }

  /** A window with these servers; the host is started with the first. */
  async attach(servers: readonly PlannedServer[]): Promise<HostClient> {
    const launches = new Map(servers.map(({ id, launch }) => [id, launch]));
    const place = hostPlace(this.home, path.join(this.home, 'dist', 'host.js'));
    const launchOf = (id: string) => launches.get(id);
    const options = this.trafficLimits ? { trafficLimits: signal(this.trafficLimits) } : {};
    const window = windowAt({ ...place, execPath: this.execPath }, launchOf, 0, options);
    this.#windows.add(window);
    await window.declare(
      servers.flatMap(({ id, launch, options }) => declarations({ [id]: launch }, options)),
    );
    const mode = window.mode.peek();
    if (mode.kind !== 'shared') throw new Error(`the host is not shared: ${JSON.stringify(mode)}`);
    this.#pid ??= mode.pid;
    return window;
  }

  async leave(window: HostClient): Promise<void> {
    this.#windows.delete(window);
    await window.end();
  }

  /** What it has noted for whoever looks for it: bugs, and what could not be guarded. */
  log(): string {
    return this.#files('.log')
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  }

  /** The ledgers that are there. */
  ledgers(): string[] {
    return this.#files('.ledger');
  }

  /** The server processes that the ledgers name. */
  entries(): LedgerEntry[] {
    return this.ledgers().flatMap(
      (file) => parseLedger(path.basename(file), readFileSync(file, 'utf8'))?.entries ?? [],
    );
  }

  /** All windows leave; resolves when the host has ended. @throws where it does not. */
  async end(): Promise<void> {
    await Promise.all([...this.#windows].map((window) => this.leave(window)));
    const pid = this.#pid;
    if (pid !== undefined) await until(() => !isRunning(pid), endPatience, 'the host to end');
    this.#pid = undefined;
  }

  /** Removes its files, once it has ended. */
  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  #files(ending: string): string[] {
    const folder = path.join(this.home, 'run');
    const names = readdirSync(folder).filter((name) => name.endsWith(ending));
    return names.map((name) => path.join(folder, name));
  }
}

/** Waits for a condition. @throws what was waited for when it does not come in so many milliseconds. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  milliseconds: number,
  what: string,
): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await delay(pollInterval);
  }
}
