/** Plain values that fill the placeholders of a sentence. Secrets never go in here. */
export type ReasonArguments = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * A reason as data: `code` selects the sentence and the next action, both made in `ui/reasons/sentence.ts`.
 * It crosses processes, so it carries no text in a language of ours.
 */
export interface Reason {
  readonly code: string;
  readonly args?: ReasonArguments | undefined;
  readonly cause?: Reason | undefined;
}

/** An expected failure on its way to a person: a reason that is thrown where a value cannot be returned. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly #because: Reason | undefined;

  constructor(
    readonly code: string,
    readonly args: ReasonArguments = {},
    /** `because` becomes the reason's cause; `cause` is for developers only. */
    { because, ...options }: ErrorOptions & { readonly because?: Reason | undefined } = {},
  ) {
    super(`${code} ${JSON.stringify(args)}`, options);
    this.#because = because;
  }

  /** The error of a reason, with its causes. */
  static from({ code, args, cause }: Reason, options?: ErrorOptions): UserError {
    return new UserError(code, args, { ...options, because: cause });
  }

  get reason(): Reason {
    const { code, args } = this;
    return this.#because ? { code, args, cause: this.#because } : { code, args };
  }
}

/** True for the expected failure of this code. */
export function hasCode(error: unknown, code: string): error is UserError {
  return error instanceof UserError && error.code === code;
}

/** The reason of any thrown value; anything but a `UserError` becomes `unexpected` with its message. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof UserError) return error.reason;
  return { code: 'unexpected', args: { message: messageOf(error) } };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The reason with `change` applied to every text in it and in its causes. */
export function mapReason({ code, args, cause }: Reason, change: (text: string) => string): Reason {
  const changed: Record<string, ReasonArguments[string]> = {};
  for (const [key, value] of Object.entries(args ?? {})) {
    if (typeof value === 'string') changed[key] = change(value);
    else if (typeof value === 'number') changed[key] = value;
    else changed[key] = value.map(change);
  }
  return { code, args: changed, ...(cause && { cause: mapReason(cause, change) }) };
}
