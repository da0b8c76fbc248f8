/** A place in a text; lines and characters count from 0, characters in UTF-16 units. */
export interface Range {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** How to run a local server, with variables not yet filled. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** `null` unsets an inherited variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** `sandboxEnabled`: the person wants it confined, so it must not run without a sandbox. */
  readonly sandboxed?: true | undefined;
}

/** How to reach a remote server, with variables not yet filled. `http` falls back to SSE. */
export interface HttpLaunch {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How to reach a server, as configured. */
export type Launch = StdioLaunch | HttpLaunch;

/** A value that a person is asked for, once; see `inputs` of `mcp.json`. */
export interface Input {
  readonly id: string;
  readonly type: 'promptString' | 'pickString';
  readonly description?: string | undefined;
  readonly default?: string | undefined;
  readonly password?: boolean | undefined;
  readonly options?: readonly { readonly label: string; readonly value: string }[] | undefined;
}

/** Where a configuration file stands and what its variables refer to. */
export interface ConfigSource {
  /** The first part of the server ids: `user`, `folder:<name>`, `roundhouse:<folder>`. */
  readonly id: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** Absolute path of the workspace folder; absent for the user's file. */
  readonly folder?: string | undefined;
  /** True where VS Code's own host reads the same file. */
  readonly readByEditor: boolean;
}

/** One validated entry. */
export interface Definition {
  /** `<source>/<name>`. */
  readonly id: string;
  readonly name: string;
  readonly source: ConfigSource;
  readonly launch: Launch;
  /** The inputs that the launch names. */
  readonly inputs: readonly Input[];
  /** The entry's property in the file, name included. */
  readonly range: Range;
  /** Hash of what trust was given to: the launch as written. A change restarts and asks again. */
  readonly fingerprint: string;
}

/** Something wrong in a file. `code` picks the sentence in `views/strings.ts`. */
export interface Problem {
  readonly code:
    | 'syntax'
    | 'notAnObject'
    | 'unknownKey'
    | 'wrongType'
    | 'missing'
    | 'duplicateName'
    | 'duplicateKey'
    | 'notYetSupported'
    | 'unknownType'
    | 'conflictingKeys'
    | 'invalidUrl'
    | 'undefinedInput'
    | 'unknownVariable'
    | 'wrongTopLevelKey';
  readonly severity: 'error' | 'warning';
  readonly args: Readonly<Record<string, string>>;
  readonly range: Range;
}

/** What one file says. */
export interface ParsedConfig {
  readonly definitions: readonly Definition[];
  readonly inputs: readonly Input[];
  readonly problems: readonly Problem[];
  /** False where the text is too broken to trust what is missing from it (a half-typed file). */
  readonly complete: boolean;
}
