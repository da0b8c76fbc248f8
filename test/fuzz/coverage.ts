import { Session, type Profiler } from 'node:inspector';

/** From an offset in a script to another one. */
type Piece = readonly [start: number, end: number];

/** Pieces of functions, by these. */
export type Pieces = Map<string, readonly Piece[]>;

/** A function that has run, and what of it has not. */
interface Ran {
  readonly key: string;
  readonly whole: Piece;
  readonly idle: readonly Piece[];
}

/**
 * Which pieces of code have run, as V8 counts them: no program of ours has to be changed for it. Reading the counts
 * takes a millisecond, so it is done for many inputs at once, and for single ones where these have reached something
 * new.
 */
export class Coverage {
  readonly #session = new Session();
  /** Of every function that has run, what has not. */
  readonly #missing: Pieces = new Map();
  #size = 0;

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.reset();
  }

  /** How many pieces have run. */
  get size(): number {
    return this.#size;
  }

  /** Forgets what has run since it was asked last. */
  reset(): void {
    this.#take();
  }

  /** What has run since then and never before. */
  fresh(): Pieces {
    const found: Pieces = new Map();
    for (const { key, whole, idle } of this.#ran()) {
      const missing = this.#missing.get(key) ?? [whole];
      const reached = without(missing, idle);
      if (reached.length === 0) continue;
      found.set(key, reached);
      this.#size += reached.length;
      this.#missing.set(key, without(missing, reached));
    }
    return found;
  }

  /** Whether any of these has run since then. */
  reaches(pieces: Pieces): boolean {
    return this.#ran().some(({ key, idle }) => without(pieces.get(key) ?? [], idle).length > 0);
  }

  /** Takes out of these what has run since then. */
  takeReached(pieces: Pieces): void {
    for (const { key, idle } of this.#ran()) {
      const wanted = pieces.get(key) ?? [];
      const left = without(wanted, without(wanted, idle));
      if (left.length > 0) pieces.set(key, left);
      else pieces.delete(key);
    }
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #ran(): readonly Ran[] {
    const ours = this.#take().filter(({ url }) => url.startsWith('file:'));
    return ours.flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges }) => {
        const [whole] = ranges;
        if (!whole || ranges.every(({ count }) => count === 0)) return [];
        const { startOffset: start, endOffset: end } = whole;
        return [{ key: `${url} ${start} ${end}`, whole: [start, end], idle: idleIn(ranges) }];
      }),
    );
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    let found: readonly Profiler.ScriptCoverage[] = [];
    // In the same thread it calls back before it returns.
    this.#session.post('Profiler.takePreciseCoverage', (_error, { result }) => (found = result));
    return found;
  }
}

/** What has not run: a range counts for what none of the ranges in it is about, and outer ones come first. */
function idleIn(ranges: readonly Profiler.CoverageRange[]): readonly Piece[] {
  const idle: Piece[] = [];
  const around: Profiler.CoverageRange[] = [];
  let at = 0;
  const goTo = (offset: number): void => {
    if (around.at(-1)?.count === 0 && offset > at) idle.push([at, offset]);
    at = Math.max(at, offset);
  };
  for (const range of ranges) {
    for (let top = around.at(-1); top && top.endOffset <= range.startOffset; top = around.at(-1)) {
      goTo(top.endOffset);
      around.pop();
    }
    goTo(range.startOffset);
    around.push(range);
  }
  for (let top = around.at(-1); top; top = around.at(-1)) {
    goTo(top.endOffset);
    around.pop();
  }
  return idle;
}

/** What of some pieces is in none of others; both are in order. */
function without(some: readonly Piece[], others: readonly Piece[]): readonly Piece[] {
  return some.flatMap((piece) => {
    const left: Piece[] = [];
    let [at] = piece;
    for (const [start, end] of others) {
      if (end <= at || start >= piece[1]) continue;
      if (start > at) left.push([at, start]);
      at = end;
    }
    return at < piece[1] ? [...left, [at, piece[1]] as const] : left;
  });
}
