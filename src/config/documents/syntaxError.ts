import type { printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'toml-eslint-parser';
import type { ErrorCode } from 'yaml';

/** Names of syntax errors in JSON, as `jsonc-parser` gives them. */
export type JsonError = Exclude<ReturnType<typeof printParseErrorCode>, '<unknown ParseErrorCode>'>;

/** Names of syntax errors in TOML, as `toml-eslint-parser` gives them. */
export type TomlError = ConstructorParameters<typeof ParseError>[0];

/** Names of syntax errors in YAML, as `yaml` gives them. */
export type YamlError = ErrorCode;

/** Names of what our own readers refuse. */
export type ReaderError =
  | 'TooDeep'
  | 'UnresolvedAlias'
  | 'CircularAlias'
  | 'TooManyAliases'
  /** A fault that the parser gives no known name to. */
  | 'Unreadable';

/** Names of syntax errors of all grammars; each has a sentence in `ui/editing/syntaxTexts.ts`. */
export type SyntaxErrorName = JsonError | TomlError | YamlError | ReaderError;
