import type { Reason } from '../base/errors';
import type { ShownCheck } from './doctorTexts';
import type { EffectiveServer } from './effectiveText';
import type { ShownMode } from './shownServer';

/** How a local server is launched, as the window's resolver tells it: secrets are masked already. */
export interface ShownLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The file that the command is; absent where it was not found. */
  readonly found?: string | undefined;
  /** The folders in which it is looked for, in order. */
  readonly searched: readonly string[];
  /** Those of them that are not on the `PATH`. */
  readonly added: readonly string[];
  readonly shell: 'notNeeded' | 'read' | 'failed';
  /** Names of inherited variables that it does not get. */
  readonly withheld: readonly string[];
}

/** What the page about one server is made of. */
export interface WhyInput {
  readonly server: EffectiveServer;
  /** Every entry of its name, itself included, nearest first. */
  readonly namesakes: readonly EffectiveServer[];
  readonly mode: ShownMode;
  readonly trusted: boolean;
  readonly approved: boolean;
  /** The inputs that it names, and whether each has a value. */
  readonly inputs: readonly { readonly id: string; readonly kept: boolean }[];
  /** How it would be launched; absent for a remote one, and where that is not known. */
  readonly launch?: ShownLaunch | undefined;
  /** Why it cannot be launched as things stand. */
  readonly refusal?: Reason | undefined;
  /** The last lines that it wrote. */
  readonly output: readonly string[];
  /** What was looked at when a person asked for it, and when, in epoch milliseconds. */
  readonly checked?: { readonly at: number; readonly checks: readonly ShownCheck[] } | undefined;
  /** Values that must not be read on the page, wherever they come from. */
  readonly secrets: readonly string[];
  /** Epoch milliseconds. */
  readonly now: number;
}
