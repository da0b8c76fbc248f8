import type { ResolvedLaunch } from '../../src/ipc/launch';
import type { McpObject } from '../../src/ipc/state';
import type { ServerOptions } from '../../src/ipc/contract';
import type { FakeHttpOptions } from '../support/fakeServer/fakeHttpServer';
import type { FakeStdioOptions } from '../support/fakeServer/fakeServer';
import type { Scene } from './scene';

/** How a fault must end. Reasons are codes; the code counts that is anywhere in the chain of causes. */
export type Outcome =
  /** The server runs on and answers. */
  | { readonly kind: 'tolerated' }
  /** It shows the reason and runs again, in the same process. */
  | { readonly kind: 'recovered'; readonly reason: string }
  /** It shows the reason, is started anew and answers. */
  | { readonly kind: 'restarted'; readonly reason: string }
  /** It has a new session and answers. */
  | { readonly kind: 'reconnected' }
  /** It runs and shows the reason. */
  | { readonly kind: 'degraded'; readonly reason: string }
  /** It shows the reason at some time and rests as failed, with `gaveUp` or else that reason. */
  | { readonly kind: 'failed'; readonly reason: string; readonly gaveUp?: 'crashLoop' }
  /** It was to end and has. */
  | { readonly kind: 'stopped' };

/** A call of a tool. */
export interface CallPlan {
  readonly tool: string;
  readonly args?: McpObject;
}

/** One row of docs/faults.md, and the test of it. */
export interface Fault {
  readonly id: string;
  /** What goes wrong, as a sentence. */
  readonly what: string;
  /** What Roundhouse makes of it, as a sentence. */
  readonly does: string;
  /** The server over stdio. */
  readonly stdio?: FakeStdioOptions;
  /** Or over HTTP, in the process of the test. */
  readonly http?: FakeHttpOptions;
  /** Or any other. */
  readonly launch?: (scene: Scene) => ResolvedLaunch | Promise<ResolvedLaunch>;
  readonly options?: ServerOptions;
  /** `process`: the host is a process of its own, as it is shipped. */
  readonly host?: 'process';
  /** Whether the host itself is what is lost: then the neighbour may fail meanwhile. */
  readonly losesHost?: boolean;
  /** Calls that are open when it happens. */
  readonly calls?: readonly CallPlan[];
  /** Makes it happen to the running server; without it the start is the fault. */
  readonly provoke?: (scene: Scene) => void | Promise<void>;
  readonly outcome: Outcome;
  /** How many of the calls, those of `provoke` included, fail, and the reason of each. */
  readonly lost?: { readonly calls: number; readonly reason: string };
  /** What must be in the log of the server, as a reason's code or as text. */
  readonly noted?: string;
  /** It must not be over earlier, in milliseconds. */
  readonly notBefore?: number;
  /** What else must hold in the end. */
  readonly holds?: (scene: Scene) => boolean;
}

/** The rows of one heading. */
export interface FaultGroup {
  readonly title: string;
  readonly faults: readonly Fault[];
}

/** What was measured; times in milliseconds since it happened. */
export interface Figures {
  readonly id: string;
  /** Until the state or the failed call told. */
  readonly seen?: number | undefined;
  /** Until the server answered again, or rested with its reason. */
  readonly settled?: number | undefined;
  readonly calls: number;
  readonly lost: number;
  /** Processes that were still there after the host had ended. */
  readonly left: number;
}
