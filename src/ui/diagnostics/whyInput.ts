import type { Reason } from '../../base/errors';
import type { LaunchFacts } from '../../ipc/launch';
import type { ShownCheck } from './doctorTexts';
import type { EffectiveServer } from '../editing/effectiveText';
import type { ShownMode } from '../tree/shownServer';

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
  readonly launch?: LaunchFacts | undefined;
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
