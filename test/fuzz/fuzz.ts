import { Seeded } from '../support/seeded';
import { Coverage, type Pieces } from './coverage';
import { changedJson } from './jsonChange';
import { minimal } from './minimal';
import { Runner, tooSlow, type Found } from './runner';
import type { Target } from './target';
import { changedText } from './textChange';

/** How far a run goes. */
export interface FuzzOptions {
  readonly runs: number;
  /** Ends sooner where this time, in milliseconds, is over. */
  readonly time?: number;
  readonly seed: number;
  /** In the first tenth, and of 20 000 inputs at most, those that reach new code are kept, to be changed further. */
  readonly isGuided?: boolean;
  /** Told of each input before it is run. */
  readonly onInput?: (input: string) => void;
  /** Told of each fault as soon as it is found, with the input as it was. */
  readonly onFound?: (found: Found) => void;
  readonly onProgress?: (progress: FuzzProgress) => void;
}

/** How far it is. */
export interface FuzzProgress {
  readonly runs: number;
  readonly inputs: number;
  readonly blocks: number;
  readonly faults: number;
}

/** What came of it. */
export interface FuzzRun extends FuzzProgress {
  readonly found: readonly Found[];
  /** By how many bytes the heap had grown since the tenth; absent where no collection can be asked for. */
  readonly growth?: number;
}

/** Different faults after which a run ends. */
const mostFaults = 8;
/** Inputs that are watched: after these hardly any reaches something new, and the others take half the time. */
const mostGuided = 20_000;
/** Inputs between two looks at the coverage. */
const batch = 100;
/** What is kept beside the seeds: short inputs are quick, and show all there is. */
const mostKept = 2_000;
const longestKept = 4_096;
/** Bytes that the heap may have grown by between the tenth of a run and its end. */
export const mostGrowth = 16 * 1024 * 1024;

/**
 * Runs a target on its seeds and on changes of them. The same seed of random numbers gives the same inputs, as long as
 * the code is the same.
 */
export async function fuzz(target: Target, options: FuzzOptions): Promise<FuzzRun> {
  const run = new FuzzLoop(target, options);
  try {
    return await run.run();
  } finally {
    run.dispose();
  }
}

class FuzzLoop {
  readonly #random: Seeded;
  readonly #runner: Runner;
  readonly #corpus: string[];
  readonly #began = performance.now();
  readonly #seeds: number;
  #coverage: Coverage | undefined;
  #blocks = 0;
  #runs = 0;
  #isSettled = false;
  /** Bytes in use when it had settled. */
  #heap: number | undefined;

  constructor(
    private readonly target: Target,
    private readonly options: FuzzOptions,
  ) {
    this.#random = new Seeded(options.seed);
    this.#runner = new Runner(target, options.onInput, options.onFound);
    this.#corpus = [...target.seeds];
    this.#seeds = this.#corpus.length;
  }

  async run(): Promise<FuzzRun> {
    if (this.options.isGuided) this.#coverage = new Coverage();
    for (const seed of this.target.seeds) await this.#runner.run(seed);
    this.#coverage?.fresh();
    while (this.#share < 1 && this.#runner.found.length < mostFaults) {
      await this.#batch();
      this.options.onProgress?.(this.#progress);
      if (this.#runs >= mostGuided) this.dispose();
      if (this.#share >= 0.1 && !this.#isSettled) this.#settle();
    }
    const heap = liveHeap();
    for (const fault of this.#runner.found)
      if (fault.key !== tooSlow)
        fault.input = await minimal(fault, (input) => this.#runner.faultOf(input));
    const before = this.#heap;
    return {
      ...this.#progress,
      found: this.#runner.found,
      ...(heap !== undefined && before !== undefined && { growth: heap - before }),
    };
  }

  dispose(): void {
    this.#blocks = this.#coverage?.size ?? this.#blocks;
    this.#coverage?.stop();
    this.#coverage = undefined;
  }

  get #share(): number {
    const { runs, time = Infinity } = this.options;
    return Math.max(this.#runs / runs, (performance.now() - this.#began) / time);
  }

  get #progress(): FuzzProgress {
    return {
      runs: this.#runs,
      inputs: this.#corpus.length,
      blocks: this.#coverage?.size ?? this.#blocks,
      faults: this.#runner.found.length,
    };
  }

  /** From here on what is kept does not change any more, so that what grows leaks. */
  #settle(): void {
    this.#isSettled = true;
    this.dispose();
    this.#heap = liveHeap();
  }

  async #batch(): Promise<void> {
    const count = Math.min(batch, this.options.runs - this.#runs);
    const inputs = Array.from({ length: count }, () => this.#next());
    for (const input of inputs) await this.#runner.run(input);
    this.#runs += count;
    const fresh = this.#coverage?.fresh();
    if (this.#coverage && fresh) await this.#keep(inputs, fresh, this.#coverage);
  }

  /** Keeps those that reach any of these pieces: halves of them are run again, and halves of the halves that do. */
  async #keep(inputs: readonly string[], fresh: Pieces, coverage: Coverage): Promise<void> {
    if (fresh.size === 0) return;
    coverage.reset();
    for (const input of inputs) await this.#runner.run(input);
    const [only, ...others] = inputs;
    if (others.length > 0) {
      // What came of a single moment, such as a pause, is not reached again.
      if (!coverage.reaches(fresh)) return;
      const half = Math.ceil(inputs.length / 2);
      await this.#keep(inputs.slice(0, half), fresh, coverage);
      return this.#keep(inputs.slice(half), fresh, coverage);
    }
    const before = sizeOf(fresh);
    coverage.takeReached(fresh);
    if (only === undefined || only.length > longestKept || sizeOf(fresh) === before) return;
    if (this.#corpus.length < this.#seeds + mostKept) this.#corpus.push(only);
    else this.#corpus[this.#seeds + this.#random.below(mostKept)] = only;
  }

  #next(): string {
    const random = this.#random;
    let input = this.#parent();
    for (let change = random.below(random.once(8) ? 12 : 4); change >= 0; change--) {
      const structured = random.once(2) ? changedJson(random, input, this.#corpus) : undefined;
      input = structured ?? changedText(random, input, this.#corpus, this.target.words);
    }
    return input;
  }

  /** Half of them are of those that reached something new last. */
  #parent(): string {
    const count = this.#corpus.length;
    const last = Math.max(1, Math.floor(count / 5));
    const at = this.#random.once(2)
      ? this.#random.below(count)
      : count - 1 - this.#random.below(last);
    return this.#corpus[at] ?? '';
  }
}

/** Characters. */
function sizeOf(pieces: Pieces): number {
  return [...pieces.values()].flat().reduce((sum, [start, end]) => sum + end - start, 0);
}

/** Bytes of the heap that are in use; absent where Node was not started with `--expose-gc`. */
function liveHeap(): number | undefined {
  if (!globalThis.gc) return undefined;
  // What was waiting to be finalised goes with the second one, and what V8 only keeps as long as there is room with
  // both.
  for (let time = 0; time < 2; time++)
    globalThis.gc({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  return process.memoryUsage().heapUsed;
}
