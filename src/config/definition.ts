import type { ServerSettings } from './settings/serverSettings';

/**
 * The ways in which hosts write their servers. `dotmcp` is a project's `.mcp.json`, `codeWorkspace`
 * the settings of a `.code-workspace` file.
 */
export const dialectIds = [
  'vscode',
  'codeWorkspace',
  'dotmcp',
  'claude-desktop',
  'claude-code',
  'cursor',
  'windsurf',
  'cline',
  'roo',
  'continue',
  'codex',
  'gemini',
  'opencode',
  'zed',
  'cherry-studio',
  'trae',
] as const;

export type DialectId = (typeof dialectIds)[number];

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
  /** A file of `NAME=value` lines; what `env` says counts before it. */
  readonly envFile?: string | undefined;
  /** `sandboxEnabled`: the person wants it confined, so it must not run without a sandbox. */
  readonly sandboxed?: true | undefined;
}

/** How to reach a remote server, with variables not yet filled. `http` falls back to SSE. */
export interface HttpLaunch {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The client that is registered with the authorization server. */
  readonly oauth?: OAuthClientEntry | undefined;
}

/** The key `oauth` of an entry; its texts may hold variables. */
export interface OAuthClientEntry {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The authorization server that the client is registered with. */
  readonly issuer?: string | undefined;
  readonly clientMetadataUrl?: string | undefined;
  /** Nobody signs in: the client itself is let in. */
  readonly grant?: string | undefined;
  /** PEM. */
  readonly privateKey?: string | undefined;
  readonly algorithm?: string | undefined;
  readonly enterpriseManaged?: boolean | undefined;
}

/** How to reach a server, as configured. */
export type Launch = StdioLaunch | HttpLaunch;

/** What a developer of a server wants of an entry: `dev`. It is no part of the launch. */
export interface DevMode {
  /** Globs below the workspace folder; a changed file restarts the server. */
  readonly watch: readonly string[];
  readonly debug?: DebugMode | undefined;
}

/** The debugger that `dev.debug` names. */
export type DebugMode =
  | { readonly type: 'node' }
  | { readonly type: 'debugpy'; readonly debugpyPath?: string | undefined };

/** A value that a person is asked for once, or a command of the editor gives; `inputs`. */
export interface Input {
  readonly id: string;
  readonly type: 'promptString' | 'pickString' | 'command';
  readonly description?: string | undefined;
  readonly default?: string | undefined;
  readonly password?: boolean | undefined;
  readonly options?: readonly { readonly label: string; readonly value: string }[] | undefined;
  /** The id of the editor's command, of type `command`. */
  readonly command?: string | undefined;
  /** What the command gets, as written. */
  readonly args?: unknown;
}

/** Where a configuration file stands and what its variables refer to. */
export interface ConfigSource {
  /** The first part of the server ids: `user`, `folder:<name>`, `roundhouse:<folder>`. */
  readonly id: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** Absolute path of the workspace folder; absent for the user's file. */
  readonly folder?: string | undefined;
  /** In which host's way the file is written. */
  readonly dialect: DialectId;
  /** Precedence among entries of one name: the lowest level counts. See `precedence.ts`. */
  readonly level: number;
  /** True where VS Code's own host reads the same file. */
  readonly readByEditor: boolean;
  /** The file belongs to another host: its entries are trusted one by one, by exact definition. */
  readonly external?: true | undefined;
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
  readonly dev?: DevMode | undefined;
  /** What the file of another host says of it beyond the launch, such as `disabled`. */
  readonly settings?: ServerSettings | undefined;
  /** Keys of another host's entry that nothing here can carry. */
  readonly unread?: readonly string[] | undefined;
}

/** The type that a value should have. */
export type ExpectedType =
  | 'string'
  | 'stringNumberOrNull'
  | 'strings'
  | 'stringOrStrings'
  | 'object'
  | 'boolean'
  | 'array'
  | 'option'
  | 'positiveNumber';

/** Something wrong in a file. `code` picks the sentence in `ui/editing/problemTexts.ts`. */
export interface Problem {
  readonly code:
    | 'syntax'
    | 'emptyFile'
    | 'rootNotAnObject'
    | 'serversNotAnObject'
    | 'inputNotAnObject'
    | 'notAnObject'
    | 'nestedServers'
    | 'bareServer'
    | 'keyOfSettings'
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
    | 'wrongTopLevelKey'
    | 'unusedInput'
    | 'cwdFromWorkspace'
    | 'cwdFromHome'
    | 'commandMissing'
    | 'commandLine'
    | 'unexpanded'
    | 'remoteBridge'
    | 'plainSecret';
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
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
