import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { alone } from '../../base/fileLock';
import { replaceFile } from '../../base/privateFile';
import { DelayedWriter } from '../../base/delayedWriter';
import { Sequencer } from '../../base/sequencer';
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

/**
 * Refused attempts at the gateway, counted so that many take no more room than a few. Other hosts add to the file as
 * well, so it is read before it is written.
 */
export class RefusalLog {
  readonly #turns = new Sequencer();
  readonly #writer = new DelayedWriter(writeDelayMs, () => this.#turns.run(() => this.#write()));
  #unwritten: readonly GatewayRefusal[] = [];

  constructor(
    private readonly file?: string,
    private readonly now = Date.now,
  ) {}

  /** Adds a refused attempt. */
  add(kind: GatewayRefusalKind, text: string): void {
    const time = this.now();
    const detail = text.slice(0, longestDetail);
    this.#unwritten = withRefusal(this.#unwritten, {
      kind,
      detail,
      count: 1,
      first: time,
      last: time,
    });
    if (this.file !== undefined) this.#writer.schedule();
  }

  /** All refusals of this host, other hosts and those before, newest first. */
  list(): Promise<GatewayRefusal[]> {
    return this.#turns.run(async () => {
      const stored = await readRefusals(this.file);
      return this.#unwritten.reduce(withRefusal, stored).toReversed();
    });
  }

  /** Forgets all refusals until now. Rejects where the disk refuses. */
  forget(): Promise<void> {
    const time = this.now();
    const isLater = ({ last }: GatewayRefusal): boolean => last > time;
    return this.#turns.run(async () => {
      await this.#replace((stored) => stored.filter(isLater));
      this.#unwritten = this.#unwritten.filter(isLater);
    });
  }

  /** Writes refusals that are not written yet; resolves when that is over, well or not. */
  flush(): Promise<void> {
    return this.#writer.flush();
  }

  async #write(): Promise<void> {
    const added = this.#unwritten;
    this.#unwritten = [];
    try {
      await this.#replace((stored) => added.reduce(withRefusal, stored));
    } catch (error) {
      this.#unwritten = this.#unwritten.reduce(withRefusal, added);
      throw error;
    }
  }

  async #replace(
    change: (stored: readonly GatewayRefusal[]) => readonly GatewayRefusal[],
  ): Promise<void> {
    const { file } = this;
    if (file === undefined) return;
    await alone(`${file}.lock`, async () =>
      replaceFile(file, JSON.stringify(change(await readRefusals(file)))),
    );
  }
}

/** The refusals with one more, which counts for a recent one like it, in the order of their last attempts. */
function withRefusal(
  refusals: readonly GatewayRefusal[],
  added: GatewayRefusal,
): readonly GatewayRefusal[] {
  const { kind, detail, count, first, last } = added;
  const recent = refusals.filter((one) => one.kind === kind && first - one.last < sameAttempt);
  const isFull = recent.length >= maxOfKind;
  const same =
    recent.find((one) => one.detail === detail) ??
    (isFull ? recent.find((one) => one.detail === '') : undefined);
  const counted = same
    ? {
        ...same,
        count: same.count + count,
        first: Math.min(same.first, first),
        last: Math.max(same.last, last),
      }
    : { ...added, detail: isFull ? '' : detail };
  return [...refusals.filter((one) => one !== same), counted]
    .toSorted((a, b) => a.last - b.last)
    .slice(-maxRefusals);
}

async function readRefusals(file: string | undefined): Promise<readonly GatewayRefusal[]> {
  if (file === undefined) return [];
  try {
    const kept: unknown = JSON.parse(await readFile(file, 'utf8'));
    return z.array(gatewayRefusalSchema).parse(kept);
  } catch {
    return [];
  }
}
