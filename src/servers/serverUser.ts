import type { ReadonlySignal } from '@preact/signals-core';
import type { Disposable } from '../base/disposable';
import type { SignInPort } from '../connection/authorization/codeGrant';
import type { LaunchAnswer } from '../ipc/launch';
import type { AnswerQuestion, Question, QuestionMethod, Root } from '../ipc/questions';
import type { LogLevel } from '../ipc/requests';
import type { McpObject } from '../ipc/state';

/** When a client was used, by `performance.now()`; 0: never. */
export interface Activity {
  /** A person came to it. */
  readonly focus: number;
  /** It asked for something. */
  readonly request: number;
}

/** A question as it is put to a client. */
export interface ClientQuestion {
  /** Of the server that asks. */
  readonly id: string;
  readonly question: Question;
  /** The call of this client that it belongs to. */
  readonly callId?: string | undefined;
}

/** The window or terminal behind a server handle. */
export interface HandleClient {
  /** What it can answer. */
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  /** Leads its person through a sign-in at one of its servers; absent where it cannot. */
  signIn?(id: string): SignInPort | undefined;
  /** How one of its servers is reached. */
  resolveLaunch(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer>;
  /** @throws UserError `questionRefused`; `hostGone` where the client is no more. */
  answer(question: ClientQuestion, signal: AbortSignal): Promise<McpObject>;
}

/** Other folders than those of the window, which a client has told of. */
export interface Moved {
  readonly roots: readonly Root[];
  /** When it did, by `performance.now()`. */
  readonly at: number;
}

/** Who uses a server: what it wants of it while it runs, and what it can do for it. */
export interface ServerUser {
  /** Minutes without a call after which the server may end as far as this user goes; absent: it stays. */
  readonly idleMinutes: ReadonlySignal<number | undefined>;
  /** The folders that the server may know of; absent: not even that there could be any. */
  readonly roots: ReadonlySignal<readonly Root[] | undefined>;
  /** What one of those behind it has told of last in place of these. */
  readonly moved: ReadonlySignal<Moved | undefined>;
  /** The resources whose changes it wants to hear of. */
  readonly watched: ReadonlySignal<ReadonlySet<string>>;
  /** How much the server is to log; absent: whatever it likes. */
  readonly logLevel: ReadonlySignal<LogLevel | undefined>;
  readonly answers: ReadonlySet<QuestionMethod>;
  readonly activity: Activity;
  readonly answer: AnswerQuestion;
}

/**
 * One of those behind a server handle who listen to its server: the client itself, or a session of the gateway.
 * What they want is joined and counts whenever the server runs, until they are disposed of.
 */
export interface ServerListener extends Disposable {
  /** The resources whose changes are told, in place of those that were named before. */
  watchResources(uris: ReadonlySet<string>): void;
  /** How much is to be logged; the most verbose of all wins. */
  setLogLevel(level: LogLevel | undefined): void;
  /** The folders that the server is to know of where it may know of any; who moved last counts. */
  moveTo(moved: Moved): void;
}
