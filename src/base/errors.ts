/** Plain values that fill the places of a sentence. Secrets never go in here. */
export type ReasonArguments = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * Why something is as it is, as data: `code` picks the sentence and the next action, both made in
 * `ui/text/strings.ts`. Crosses processes, so it carries no text in any language of ours.
 */
export interface Reason {
  readonly code: string;
  readonly args?: ReasonArguments | undefined;
  /** What brought this about, where it has a reason of its own. */
  readonly cause?: Reason | undefined;
}

/** An expected failure on its way to a person: a reason, thrown where a value cannot be returned. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly #because: Reason | undefined;

  constructor(
    readonly code: string,
    readonly args: ReasonArguments = {},
    /** `because`: the reason that brought this one about; `cause` is for developers only. */
    { because, ...options }: ErrorOptions & { readonly because?: Reason | undefined } = {},
  ) {
    super(`${code} ${JSON.stringify(args)}`, options);
    this.#because = because;
  }

  /** The error of a whole reason, what brought it about included. */
  static from({ code, args, cause }: Reason, options?: ErrorOptions): UserError {
    return new UserError(code, args, { ...options, because: cause });
  }

  get reason(): Reason {
    const { code, args } = this;
    return this.#because ? { code, args, cause: this.#because } : { code, args };
  }
}

/** The reason of any thrown value; what is not a `UserError` becomes `unexpected` with its message. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof UserError) return error.reason;
  return { code: 'unexpected', args: { message: messageOf(error) } };
}

/** What any thrown value says, for people who know what it is about. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
