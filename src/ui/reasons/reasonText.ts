import type { ReasonArguments } from '../../base/errors';
import type { ReadingContext } from './readingContext';

/** Action of the button below a sentence. */
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
  /** One or more whole sentences. */
  readonly says: string;
  /** Next action in the editor; `readingContext.ts` has those that differ elsewhere. */
  readonly next?: string;
  /** Replaces `next` if the arguments allow a better action. */
  readonly nextFor?: (args: ReasonArguments, context: ReadingContext) => string | undefined;
  readonly action?: ActionName;
}

/** Sentences by reason code. */
export type ReasonTable = Readonly<Record<string, ReasonText>>;
