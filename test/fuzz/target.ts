/** Something that reads what others wrote, and what must hold whatever it is given. */
export interface Target {
  readonly name: string;
  /** What it reads, in a few words. */
  readonly reads: string;
  /** Inputs to begin with, those that once made it fail among them. */
  readonly seeds: readonly string[];
  /** Parts of inputs that chance would not find. */
  readonly words?: readonly string[];
  /**
   * Reads one input; a target of bytes takes its characters up to 255 as those. Throws for a fault and for nothing
   * else: what the code documents to throw is caught here.
   */
  run(input: string): void | Promise<void>;
  /** Milliseconds of the processor that an input may take, and those for each of its 1024 characters. */
  readonly patience?: { readonly base: number; readonly each: number };
  /** Inputs in `npm test`, where these have to take less time than usual ones. */
  readonly quick?: number;
}

/**
 * What does not hold. Thrown by a target; its message names the rule and no part of the input, so that equal faults
 * are told once.
 */
export class Fault extends Error {
  constructor(
    message: string,
    /** What it was, for who looks into it. */
    readonly detail = '',
  ) {
    super(message);
    this.name = 'Fault';
  }
}

/** Throws a {@link Fault} unless it holds. */
export function holds(isTrue: boolean, rule: string, detail: () => unknown = () => ''): void {
  if (isTrue) return;
  const shown = detail();
  throw new Fault(rule, typeof shown === 'string' ? shown : JSON.stringify(shown, undefined, 1));
}
