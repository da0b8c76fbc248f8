import { Attempt } from './attempt';
import type { Urgency } from './startQueue';

/** How a server handle comes up; resolves when it is up or its state says why not. */
type Work = (gesture: boolean, signal: AbortSignal) => Promise<void>;

/** The starts of a server handle: one at a time, which everyone who wants it meanwhile waits for. */
export class Attempts {
  #current: Attempt | undefined;
  #urgency: Urgency = 'background';

  constructor(
    private readonly work: Work,
    /** Whether the last one has ended with a question that it could not put. */
    private readonly isBlocked: () => boolean,
  ) {}

  get isUnderWay(): boolean {
    return this.#current !== undefined;
  }

  /** Whether somebody waits for the one that is under way. */
  get urgency(): Urgency {
    return this.#urgency;
  }

  /** Begins one that nobody waits for yet; the one before is given up. */
  begin(gesture: boolean): Attempt {
    this.giveUp();
    const attempt = new Attempt(gesture, (signal) => this.work(gesture, signal));
    this.#current = attempt;
    void attempt.done.then(() => {
      if (this.#current === attempt) this.#leave();
    });
    return attempt;
  }

  /** Another one may begin. */
  giveUp(): void {
    this.#current?.giveUp();
    this.#leave();
  }

  /** Begins one or joins the one that is under way; resolves when it has ended. */
  async join(gesture: boolean, urgency: Urgency): Promise<void> {
    const joined = this.#current;
    const attempt = joined ?? this.begin(gesture);
    if (urgency === 'asked') this.#urgency = urgency;
    await attempt.done;
    // Another launch took its place: that one is waited for.
    const isReplaced = attempt.isGivenUp && this.#current !== undefined;
    // A start that nobody stood behind may have put no question; this one may.
    const asksAgain = joined && this.isBlocked() && gesture && !joined.gesture;
    if (isReplaced || asksAgain) await this.join(gesture, urgency);
  }

  #leave(): void {
    this.#current = undefined;
    this.#urgency = 'background';
  }
}
