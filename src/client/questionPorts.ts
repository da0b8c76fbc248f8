import type { HeldCall } from '../ipc/calls';
import type { McpObject } from '../ipc/state';

/** What a server asks for, in words of its client. */
export interface AskedQuestion {
  /** Who asks; to be named to the person. */
  readonly server: { readonly id: string; readonly name: string };
  /** The `params` of the question, as they came. */
  readonly params: McpObject;
  /** The call of this client that it belongs to; absent where it belongs to none. */
  readonly callId?: string | undefined;
}

/**
 * Gives the result that the protocol wants (2025-11-25, "Elicitation", "Sampling"). Aborting takes the
 * question back.
 * @throws UserError `questionRefused` {code, message}, see `AnswerQuestion`.
 */
export type AnswerAsked = (question: AskedQuestion, signal: AbortSignal) => Promise<McpObject>;

/** Who answers the questions of servers at a client. What is absent is not put to it. */
export interface QuestionPorts {
  /** `elicitation/create`: a form or a page for the person. */
  readonly elicit?: AnswerAsked | undefined;
  /** `sampling/createMessage`: an answer of the person's model. */
  readonly sample?: AnswerAsked | undefined;
  /** Whether a person lets a call of a tool pass that the host must not let pass by itself. */
  readonly approve?:
    ((call: HeldCall, signal: AbortSignal) => Promise<'yes' | 'no' | 'nobody'>) | undefined;
}
