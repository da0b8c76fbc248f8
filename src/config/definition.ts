import type { ServerSettings } from './settings/serverSettings';

/**
 * The formats in which hosts write their servers. `dotmcp` is a project's `.mcp.json`, `codeWorkspace` the settings of a
 * `.code-workspace` file.
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

/** A range of a text; lines and characters count from 0, characters in UTF-16 units. */
export interface Range {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/** The launch of a local server, variables not yet filled. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** `null` unsets an inherited variable. */
  readonly env: Readonly<Record<string, string | null>>;
  /** A file of `NAME=value` lines; `env` counts before it. */
  readonly envFile?: string | undefined;
  /** The rules of the file for an entry with `sandboxEnabled`, which must not run without a sandbox. */
  readonly sandbox?: SandboxRules | undefined;
}

/**
 * The key `sandbox` of a file: the domains that its confined servers may reach, and the paths that they may not read, and
 * may or may not write. What VS Code always allows is not among them.
 */
export interface SandboxRules {
  readonly allowedDomains: readonly string[];
  readonly deniedDomains: readonly string[];
  readonly denyRead: readonly string[];
  readonly allowWrite: readonly string[];
  readonly denyWrite: readonly string[];
}

/** The launch of a remote server, variables not yet filled. `http` falls back to SSE. */
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
  /** The grant by which the client itself is authorized, so that nobody signs in. */
  readonly grant?: string | undefined;
  /** PEM. */
  readonly privateKey?: string | undefined;
  readonly algorithm?: string | undefined;
  readonly enterpriseManaged?: boolean | undefined;
}

/** The launch of a server, as configured. */
export type Launch = StdioLaunch | HttpLaunch;

/** The key `dev` of an entry, for developers of a server. It is not part of the launch. */
export interface DevMode {
  /** Globs below the workspace folder; a changed file restarts the server. */
  readonly watch: readonly string[];
  readonly debug?: DebugMode | undefined;
}

/** The debugger that `dev.debug` names. */
export type DebugMode =
  | { readonly type: 'node' }
  | { readonly type: 'debugpy'; readonly debugpyPath?: string | undefined };

/** An element of `inputs`: a value that the user enters once, or the result of an editor's command. */
export interface Input {
  readonly id: string;
  readonly type: 'promptString' | 'pickString' | 'command';
  readonly description?: string | undefined;
  readonly default?: string | undefined;
  readonly password?: boolean | undefined;
  readonly options?: readonly { readonly label: string; readonly value: string }[] | undefined;
  /** The id of the editor's command, of type `command`. */
  readonly command?: string | undefined;
  /** The argument of the command, as written. */
  readonly args?: unknown;
}

/** A configuration file and the folder that its variables refer to. */
export interface ConfigSource {
  /** The first part of the server ids: `user`, `folder:<name>`, `roundhouse:<folder>`. */
  readonly id: string;
  /** Absolute path of the file. */
  readonly file: string;
  /** Absolute path of the workspace folder; absent for the user's file. */
  readonly folder?: string | undefined;
  /** The format of the file. */
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
  /** The hash of what a person approves, see `fingerprintOf`. Another hash needs another approval and restarts the server. */
  readonly fingerprint: string;
  readonly dev?: DevMode | undefined;
  /** Settings in another host's file beside the launch, such as `disabled`. */
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

/** A mistake in a file. `code` selects the sentence in `ui/editing/problemTexts.ts`. */
export interface Problem {
  readonly code:
    | 'syntax'
    | 'fileTooLarge'
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

/** The content of one file. */
export interface ParsedConfig {
  readonly definitions: readonly Definition[];
  readonly inputs: readonly Input[];
  readonly problems: readonly Problem[];
  /** False for a half-typed file: what is missing from it may just be unreadable. */
  readonly complete: boolean;
}

/** An existing configuration file with its content. */
export interface ConfigFile {
  readonly source: ConfigSource;
  readonly parsed: ParsedConfig;
}

/** The file of a workspace folder with the tests of its servers. It stands beside `mcp.json` and is committed. */
export const testsFile = '.vscode/mcp-tests.json';
