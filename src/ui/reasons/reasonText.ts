import type { ReasonArguments } from '../../base/errors';
import type { ReadingContext } from './readingContext';

/** What a button under a sentence does. */
export type ActionName =
  | 'showLog'
  | 'openConfiguration'
  | 'startServer'
  | 'restartServer'
  | 'enableServer'
  | 'signIn'
  | 'chooseOwner'
  | 'manageTrust'
  | 'copyReport'
  | 'startInChat'
  | 'openChatAccess';

/** The sentences of one reason. */
export interface ReasonText {
  /** What is the case: one or more whole sentences. */
  readonly says: string;
  /** What to do about it in the editor; `readingContext.ts` has what differs elsewhere. */
  readonly next?: string;
  /** What to do where the arguments tell it better than `next`. */
  readonly nextFor?: (args: ReasonArguments, context: ReadingContext) => string | undefined;
  readonly action?: ActionName;
}

/** Sentences by reason code. */
export type ReasonTable = Readonly<Record<string, ReasonText>>;
