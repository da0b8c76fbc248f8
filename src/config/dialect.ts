import type { Launch } from './definition';
import type { Variable, VariableStyle } from './variables';

/**
 * The format of one host's files: the place of servers and the meaning of each key. The same table reads
 * and writes entries, so that import and export cannot differ.
 */
export interface Dialect {
  /** The name that people know. */
  readonly label: string;
  /** The grammar of the file that the host reads. */
  readonly syntax: 'jsonc' | 'toml' | 'yaml';
  /**
   * Paths of keys from the root to the servers; the first one is written to. `*` stands for the path of a project. An
   * empty path means the root, if there is none of the others. Servers are an object by name; in YAML they are an array
   * whose elements have a `name`.
   */
  readonly containers: readonly (readonly string[])[];
  /** The names that servers may have where not every one will do; each character of such a name is one, too. */
  readonly names?: RegExp;
  /**
   * VS Code's own format. Unknown and contradicting keys are problems; of other hosts' files only what keeps a server
   * from running is. It alone has `inputs` beside the servers, so that no secret need stand in a file, `null` to keep a
   * variable from a server, and URLs of sockets and pipes.
   */
  readonly isVsCode?: true;
  /** The lines that a new file begins with, where the host wants more than servers. */
  readonly opening?: readonly string[];
  /** Keys of an entry. Of several that hold the same the first is written; all are read. */
  readonly rows: readonly Row[];
  /** The transports that the host knows; one that is absent cannot be written. */
  readonly transports: Readonly<Partial<Record<Launch['type'], Transport>>>;
  /** Keys that mark an entry with neither command nor URL as defined elsewhere. */
  readonly elsewhere?: readonly string[];
  /** The form in which variables are read. */
  readonly variableStyle: VariableStyle;
  /** The form in which they are written where that differs. */
  readonly writtenStyle?: VariableStyle;
  /** Variables that hosts of the style `both` document besides those of the environment. */
  readonly variableKinds?: readonly Variable['kind'][];
  /** People start the host in a terminal; one that a desktop starts does not have the `PATH` of their shell. */
  readonly inTerminal?: true;
}

/** One transport as it is written. */
export interface Transport {
  /** The word for `type`; none is written where it is absent. */
  readonly type?: string;
  /** The key of the URL where it is not the first one. */
  readonly url?: string;
}

/** One key of an entry. */
export interface Row {
  /** Path of the key; names of nested keys are joined by dots. */
  readonly key: string;
  readonly holds: Held;
  /** The transport that a URL under this key means where `type` is silent; else `http`. */
  readonly transport?: 'http' | 'sse';
  /** The unit of a time. */
  readonly unit?: 'milliseconds' | 'seconds' | 'wholeSeconds';
  /** Understood, but not part of this host's own format. */
  readonly readOnly?: true;
}

/** The meaning of a key's value. */
export type Held =
  | 'type'
  | 'command'
  /** The command and its arguments in one array. */
  | 'commandLine'
  | 'args'
  | 'cwd'
  | 'env'
  | 'envFile'
  /** Names of variables that a server gets from the environment. */
  | 'passedVariables'
  | 'sandboxed'
  | 'dev'
  | 'url'
  | 'headers'
  /** Headers whose values are names of environment variables. */
  | 'variableHeaders'
  /** The name of the environment variable that holds the bearer token. */
  | 'bearerVariable'
  /** The whole client of `OAuthClientEntry`; hosts that know no more of it have `clientId`. */
  | 'oauth'
  | 'clientId'
  | 'enabled'
  | 'disabled'
  | 'startupTimeout'
  | 'callTimeout'
  | 'allowedTools'
  | 'hiddenTools'
  /** Needs no carrying. */
  | 'nothing';
