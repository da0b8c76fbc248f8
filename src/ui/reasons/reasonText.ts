/** The place where a next action is read; determines by what means it is taken. */
export type ReadingContext = 'editor' | 'terminal' | 'model';

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

/** The texts of one reason. */
export interface ReasonText {
  /** One or more whole sentences. */
  readonly says: string;
  /**
   * A few words after the state, short enough for a side bar of usual width. Empty if the state says it all; the whole
   * sentence if absent.
   */
  readonly brief?: string;
  /** Next action in the editor, and elsewhere unless one of the next two says it otherwise. */
  readonly next?: string;
  /** Next action on a terminal, which has no log view, settings or buttons. */
  readonly terminal?: string;
  /** Next action that a model can take itself; empty: nothing to do. `{next}`: the next action in the editor. */
  readonly model?: string;
  /** Argument with a missing command. For a known one, how to install it is the next action. */
  readonly installs?: string;
  readonly action?: ActionName;
}

/** Texts by reason code. */
export type ReasonTable = Readonly<Record<string, ReasonText>>;

export const openConfiguration = { action: 'openConfiguration' } as const;

export const tellOperator = 'Tell whoever runs the server: no setting of yours can mend it.';

/** Next actions after a call that may have taken effect. */
export const seeWhetherItRan = {
  next: 'See whether the call took effect before it is made again.',
  terminal: 'See whether the call took effect before you make it again.',
  model: 'See whether the call took effect before you make it again.',
} as const;
