import type { Disposable } from '../base/disposable';
import { Deadline } from './deadline';
import { isDownloadLine } from '../processes/downloadLine';

/** Limits of a start, in milliseconds. */
export interface ClockLimits {
  /** Silence after which it fails. */
  readonly silence: number;
  /** Limit for the whole start, downloads included. */
  readonly longest: number;
}

/** The number of silences that output about no download may fill. */
const chatter = 3;

/**
 * The time limit of a start. Every line of output restarts the silence, because the launcher is active;
 * output about no download buys three silences in all. During a download the silence is paused, because npm
 * downloads without output.
 */
export class StartClock implements Disposable {
  readonly #whole: Deadline;
  readonly #silence: Deadline;
  #download: Disposable | undefined;

  constructor(
    { silence, longest }: ClockLimits,
    signal: AbortSignal,
    /** Called when a download begins or seems to be over. */
    private readonly onDownload: (downloads: boolean) => void,
  ) {
    const totalTimeout = Math.max(longest, silence);
    this.#whole = new Deadline({ signal, idleTimeout: chatter * silence, totalTimeout });
    this.#silence = new Deadline({ signal: this.#whole.signal, idleTimeout: silence });
  }

  get signal(): AbortSignal {
    return this.#silence.signal;
  }

  /** The limit that has expired, in seconds. */
  get passedSeconds(): number | undefined {
    return this.#silence.passedSeconds ?? this.#whole.passedSeconds;
  }

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
