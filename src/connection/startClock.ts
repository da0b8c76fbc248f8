import type { Disposable } from '../base/disposable';
import { Deadline } from './deadline';
import { isDownloadLine } from '../processes/downloadLine';

/** How long a start may take, in milliseconds. */
export interface ClockLimits {
  /** Silence after which it is given up. */
  readonly silence: number;
  /** The longest it may take, however much is downloaded. */
  readonly longest: number;
}

/** So many silences may be filled with output that tells of no download. */
const chatter = 3;

/**
 * The time that a start may take. Every line of output starts the silence anew, since a launcher that
 * is at work says so; what is not about a download buys three silences in all. A launcher that has told of a
 * download may be quiet for as long, because npm fetches without a word.
 */
export class StartClock implements Disposable {
  readonly #whole: Deadline;
  readonly #silence: Deadline;
  #download: Disposable | undefined;

  constructor(
    { silence, longest }: ClockLimits,
    signal: AbortSignal,
    /** Told whenever a download begins or seems over. */
    private readonly onDownload: (downloads: boolean) => void,
  ) {
    const totalTimeout = Math.max(longest, silence);
    this.#whole = new Deadline({ signal, idleTimeout: chatter * silence, totalTimeout });
    this.#silence = new Deadline({ signal: this.#whole.signal, idleTimeout: silence });
  }

  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  /** The seconds of the limit that has passed. */
  get passedSeconds(): number | undefined {
    return this.#silence.passedSeconds ?? this.#whole.passedSeconds;
  }

  /** Takes a line of output. */
  heard(line: string): void {
    this.#silence.touch();
    const downloads = isDownloadLine(line);
    if (downloads) this.#whole.touch();
    if (downloads === (this.#download !== undefined)) return;
    this.#download?.dispose();
    this.#download = downloads ? this.#silence.pause() : undefined;
    this.onDownload(downloads);
  }

  race<T>(work: Promise<T>): Promise<T> {
    return this.#silence.race(work);
  }

  dispose(): void {
    this.#silence.dispose();
    this.#whole.dispose();
  }
}
