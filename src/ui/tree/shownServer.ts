import type { Reason } from '../../base/errors';
import type { Definition } from '../../config/definition';
import type { ServerSnapshot } from '../../ipc/state';

/** A server as views need it; entries of the workspace have this shape. */
export interface ShownServer {
  readonly definition: Definition;
  readonly snapshot: ServerSnapshot;
  readonly runBy: 'roundhouse' | 'vscode' | 'undecided';
  /** The reason, a setting or another entry of its name, why it does not run. */
  readonly inactiveReason?: Reason | undefined;
  /** The reason why chat does not have its tools; absent where it has, or where the state gives one. */
  readonly notInChat?: Reason | undefined;
}

/** The place of the host, as the window's host client says it. */
export type ShownMode =
  | { readonly kind: 'unattached' | 'connecting' }
  | { readonly kind: 'shared'; readonly pid: number; readonly build: string }
  | { readonly kind: 'window'; readonly reason?: Reason | undefined }
  | { readonly kind: 'failed'; readonly reason: Reason };

/** A host process of this user; `since` is epoch milliseconds. */
export interface ShownHost {
  readonly pid: number;
  readonly build: string;
  readonly since: number;
}

/** A theme icon with an optional theme colour, by their ids. */
export interface Icon {
  readonly id: string;
  readonly color?: string | undefined;
}
