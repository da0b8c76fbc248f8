/** Composes a fake server. Every behaviour is off unless named. */
export interface FakeOptions {
  /**
   * Tools by name, each with the behaviour of that name in `fakeTools.mjs` or `fakeQuestions.mjs`;
   * `['echo']` by default.
   */
  readonly tools?: readonly string[];
  /** A JSON file with the definitions of its tools, in the place of those. */
  readonly toolsFile?: string;
  /** What it tells models of itself (legacy era), in place of the usual. */
  readonly instructions?: string;
  /** Descriptions of tools in place of the usual ones, and of prompts. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Those of the tools that say they only read. */
  readonly readOnlyTools?: readonly string[];
  /** Icons of the server and of its tools. */
  readonly icons?: readonly object[];
  /** Over how many pages the tools are spread; filled up with `filler_<n>`. */
  readonly pages?: number;
  /** How many tools there are at least; filled up with `filler_<n>`. */
  readonly toolCount?: number;
  /** Every tool twice. */
  readonly duplicateTools?: boolean;
  /** Every page of tools names the same next page. */
  readonly repeatCursor?: boolean;
  /** Every page of tools names another next page, without an end. */
  readonly endlessCursor?: boolean;
  /** Puts a tool with a broken schema at the second place. */
  readonly malformedTool?: boolean;
  /** Adds a tool whose output schema is at this address. */
  readonly remoteSchema?: string;
  readonly prompts?: readonly string[];
  readonly resources?: readonly string[];
  /** Resources that are files, by URI; they tell of changes. */
  readonly files?: Readonly<Record<string, { readonly file: string; readonly mimeType: string }>>;
  /** Capabilities declared on top of those of the lists. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Methods answered by -32601. */
  readonly failing?: readonly string[];
  /** The message of these errors. */
  readonly failure?: string;
  /** Methods that are never answered, such as `ping`. */
  readonly silent?: readonly string[];
  readonly hangInitialize?: boolean;
  /** Speaks the modern era, alone or beside the legacy one. */
  readonly era?: 'modern' | 'dual';
  /** Ends the process with code 1 when it is asked for this method. */
  readonly exitOn?: string;
  readonly slowStartMs?: number;
  /** The version that `initialize` is answered with, whatever was asked for. */
  readonly protocolVersion?: string;
  /** Ends the process with this code right after the answer to `initialize`. */
  readonly exitAfterInitialize?: number;
  /** How long each page of tools takes. */
  readonly slowListMs?: number;
  readonly listChangedAfterCall?: boolean;
  /** Says that the tools have changed whenever it is asked for them. */
  readonly listChangedAfterList?: boolean;
  /** Every answer comes twice. */
  readonly answerTwice?: boolean;
  /** Answers to requests that nobody sent come before every answer. */
  readonly strayAnswers?: boolean;
  /** Calls of `sleep` and `forever` go on when they are cancelled. */
  readonly ignoreCancel?: boolean;
  /** Ends the process after that many tool calls. */
  readonly exitAfterCalls?: number;
  /** Does nothing any more after that many tool calls; the process lives on. */
  readonly hangAfterCalls?: number;
  /** Writes nothing any more after that many tool calls, but reads on. */
  readonly muteAfterCalls?: number;
  /** How much text the tool `huge` gives. */
  readonly hugeResultBytes?: number;
}

/** What a fake server needs of its transport or its process; what is absent cannot be provoked. */
export interface FakeIo {
  push(message: object): void;
  exit(code: number): void;
  note?(text: string): void;
  kill?(signal: NodeJS.Signals): void;
  /** Does nothing else for so many milliseconds; never resolves where these are infinite. */
  hang?(milliseconds: number): Promise<void>;
  /** Breaks the next message off in its middle, and with it the process or the stream. */
  cut?(): void;
  /** Writes that many bytes to stderr. */
  flood?(bytes: number): Promise<void>;
}

export interface FakeMcp {
  receive(message: object, send: (message: object) => void): Promise<void>;
}

export function createFakeMcp(options: FakeOptions, io: FakeIo): FakeMcp;
