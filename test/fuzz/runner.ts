import { Fault, type Target } from './target';

/** A fault with the input that shows it. */
export interface Found {
  /** The same for all inputs that show the same fault. */
  readonly key: string;
  readonly error: unknown;
  input: string;
}

/** The rule that all targets have. A shorter input is not looked for where it is broken: it would be quick. */
export const tooSlow = 'takes too long for its length';

const usual = { base: 150, each: 3 };

/** Runs inputs of one target, and keeps one input of each fault. */
export class Runner {
  readonly found: Found[] = [];

  constructor(
    private readonly target: Target,
    private readonly onInput: (input: string) => void = () => undefined,
    /** Told of each fault at once, as a later input may end the process. */
    private readonly onFound: (found: Found) => void = () => undefined,
  ) {}

  async run(input: string): Promise<void> {
    const fault = await this.faultOf(input);
    if (!fault || this.found.some(({ key }) => key === fault.key)) return;
    this.found.push(fault);
    this.onFound(fault);
  }

  async faultOf(input: string): Promise<Found | undefined> {
    this.onInput(input);
    try {
      const from = performance.now();
      const running = this.target.run(input);
      if (running) await running;
      if (performance.now() - from > this.#limit(input)) await this.#measure(input);
      return undefined;
    } catch (error) {
      return { key: keyOf(error), error, input };
    }
  }

  /**
   * Others on the machine, or a collection of garbage, may have had the time: it counts if it is so three times, by
   * the processor.
   */
  async #measure(input: string): Promise<void> {
    let least = Infinity;
    for (let time = 0; time < 3; time++) {
      const before = process.cpuUsage();
      await this.target.run(input);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, (user + system) / 1_000);
    }
    if (least <= this.#limit(input)) return;
    throw new Fault(tooSlow, `${Math.round(least)} ms, ${input.length} characters`);
  }

  #limit({ length }: string): number {
    const { base, each } = this.target.patience ?? usual;
    return base + (each * length) / 1024;
  }
}

/** Faults are the same where the same rule is broken, or the same place threw the same kind of error. */
function keyOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (!(error instanceof Error)) return String(error);
  const place = /\n\s+at (.*)/.exec(error.stack ?? '')?.[1] ?? '';
  return `${error.name} ${error.name === 'RangeError' ? error.message : ''} at ${place}`;
}
