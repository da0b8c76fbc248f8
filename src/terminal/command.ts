import type { Options } from './options';
import type { NamedConfig } from './readConfigs';
import type { TerminalWindow } from './terminalWindow';

/** Where a command writes: results on stdout, everything else on stderr. */
export interface Output {
  result(text: string): void;
  /** The same as it is, control characters and all. */
  raw(bytes: string | Uint8Array): void;
  message(text: string): void;
}

/** What a command does; gives the exit code. */
export type Command = (
  window: TerminalWindow,
  options: Options,
  configs: readonly NamedConfig[],
  output: Output,
) => Promise<number>;
