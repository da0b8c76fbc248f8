import { setTimeout as delay } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { neighbourId, type Scene } from './scene';

/** Milliseconds between two calls. */
const rest = 20;
/**
 * The longest a call of it may take while something else goes wrong, in milliseconds, where other rows have the
 * machine, too.
 */
const patience = 15_000;

/** A good server of the same host, which is called all the time and must always answer. */
export class Neighbour {
  #longest = 0;
  #over = false;
  #failure: unknown;
  readonly #calling: Promise<void>;

  private constructor(
    private readonly scene: Scene,
    private readonly mayFail: boolean,
  ) {
    this.#calling = this.#call();
  }

  static async start(scene: Scene, mayFail: boolean): Promise<Neighbour> {
    await scene.client.start(neighbourId, true);
    await scene.echo(neighbourId);
    return new Neighbour(scene, mayFail);
  }

  /** @throws what a call failed with, or that one took too long. */
  async stop(): Promise<void> {
    this.#over = true;
    await this.#calling;
    if (!this.mayFail) {
      expect(this.#failure).toBeUndefined();
      expect(this.#longest).toBeLessThan(patience);
    }
    await vi.waitFor(() => this.scene.echo(neighbourId));
  }

  async #call(): Promise<void> {
    while (!this.#over) {
      const start = performance.now();
      try {
        await this.scene.echo(neighbourId);
      } catch (error) {
        this.#failure = error;
      }
      this.#longest = Math.max(this.#longest, performance.now() - start);
      await delay(rest);
    }
  }
}
