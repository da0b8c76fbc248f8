import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../base/privateFile';
import { Sequencer } from '../../base/sequencer';
import {
  gatewayRefusalSchema,
  type GatewayRefusal,
  type GatewayRefusalKind,
} from '../../ipc/calls';

/** Milliseconds after which the same attempt counts anew. */
const sameAttempt = 600_000;
/** What is kept at all, and of one kind that is still going on: what comes beyond counts together. */
const mostKept = 50;
const mostOfKind = 5;
/** Characters that are kept of what a client said. */
const longestDetail = 200;
/** Milliseconds in which attempts are written at once. */
const restBetweenWrites = 5_000;

/** Attempts at the gateway that were refused, counted so that many take no more than a few. */
export class RefusalLog {
  readonly #writes = new Sequencer();
  #refusals: GatewayRefusal[] = [];
  #timer: NodeJS.Timeout | undefined;
  #loading: Promise<void> | undefined;

  constructor(
    private readonly file?: string,
    private readonly now = Date.now,
  ) {}

  /** An attempt was refused. */
  add(kind: GatewayRefusalKind, said: string): void {
    const time = this.now();
    const recent = this.#refusals.filter(
      (one) => one.kind === kind && time - one.last < sameAttempt,
    );
    const detail = said.slice(0, longestDetail);
    const same =
      recent.find((one) => one.detail === detail) ??
      (recent.length >= mostOfKind ? recent.find((one) => one.detail === '') : undefined);
    const shown = recent.length >= mostOfKind ? '' : detail;
    const counted = same
      ? { ...same, count: same.count + 1, last: time }
      : { kind, detail: shown, count: 1, first: time, last: time };
    this.#refusals = [...this.#refusals.filter((one) => one !== same), counted].slice(-mostKept);
    if (this.file === undefined) return;
    this.#timer ??= setTimeout(() => void this.flush(), restBetweenWrites).unref();
  }

  /** All that is kept, by this host and those before it, newest first. */
  async list(): Promise<GatewayRefusal[]> {
    await this.#load();
    return this.#refusals.toSorted((a, b) => b.last - a.last);
  }

  /** Forgets all of it. */
  async forget(): Promise<void> {
    await this.#load();
    this.#refusals = [];
    await this.flush();
  }

  /** Writes what is kept; resolves when that is over, well or not. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#writes.run(() => this.#write().catch(() => undefined));
  }

  async #write(): Promise<void> {
    const { file } = this;
    if (file === undefined) return;
    await this.#load();
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, JSON.stringify(this.#refusals));
  }

  #load(): Promise<void> {
    this.#loading ??= this.#read();
    return this.#loading;
  }

  async #read(): Promise<void> {
    if (this.file === undefined) return;
    const earlier = await readRefusals(this.file);
    this.#refusals = [...earlier, ...this.#refusals].slice(-mostKept);
  }
}

async function readRefusals(file: string): Promise<GatewayRefusal[]> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    return gatewayRefusalSchema.array().parse(kept);
  } catch {
    return [];
  }
}
