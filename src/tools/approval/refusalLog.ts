import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../../base/privateFile';
import { DelayedWriter } from '../../base/delayedWriter';
import {
  gatewayRefusalSchema,
  type GatewayRefusal,
  type GatewayRefusalKind,
} from '../../ipc/calls';

/** Milliseconds after which the same attempt counts anew. */
const sameAttempt = 600_000;
/** Refusals in all, and of one kind that still goes on. Further ones of a kind are counted together. */
const maxRefusals = 50;
const maxOfKind = 5;
/** Characters of the text of a client. */
const longestDetail = 200;
/** Milliseconds in which attempts are written at once. */
const writeDelayMs = 5_000;

/** Refused attempts at the gateway, counted so that many take no more room than a few. */
export class RefusalLog {
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#write());
  /** The refusals in the order of their last attempts. */
  #refusals: GatewayRefusal[] = [];
  #loading: Promise<void> | undefined;

  constructor(
    private readonly file?: string,
    private readonly now = Date.now,
  ) {}

  /** Adds a refused attempt. */
  add(kind: GatewayRefusalKind, text: string): void {
    const time = this.now();
    const recent = this.#refusals.filter(
      (one) => one.kind === kind && time - one.last < sameAttempt,
    );
    const detail = text.slice(0, longestDetail);
    const same =
      recent.find((one) => one.detail === detail) ??
      (recent.length >= maxOfKind ? recent.find((one) => one.detail === '') : undefined);
    const shown = recent.length >= maxOfKind ? '' : detail;
    const counted = same
      ? { ...same, count: same.count + 1, last: time }
      : { kind, detail: shown, count: 1, first: time, last: time };
    this.#refusals = [...this.#refusals.filter((one) => one !== same), counted].slice(-maxRefusals);
    if (this.file === undefined) return;
    this.#writer.schedule();
  }

  /** All refusals of this host and those before it, newest first. */
  async list(): Promise<GatewayRefusal[]> {
    await this.#load();
    return this.#refusals.toReversed();
  }

  /** Forgets all refusals. */
  async forget(): Promise<void> {
    await this.#load();
    this.#refusals = [];
    this.#writer.schedule();
    await this.#writer.flush();
  }

  /** Writes refusals that are not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
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
    this.#refusals = [...earlier, ...this.#refusals].slice(-maxRefusals);
  }
}

async function readRefusals(file: string): Promise<GatewayRefusal[]> {
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.array(gatewayRefusalSchema).parse(kept);
  } catch {
    return [];
  }
}
