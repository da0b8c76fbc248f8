import type { Channel } from '../ipc/channel';
import type { SignInPrompt } from '../connection/authorization/codeGrant';
import { credentialEvents, credentialRequests } from '../ipc/authorization';
import type { LaunchAnswer } from '../ipc/launch';
import type { QuestionMethod } from '../ipc/questions';
import { clientRequests } from '../ipc/requests';
import type { McpObject } from '../ipc/state';
import type { Activity, ClientQuestion, HandleClient } from '../servers/serverClients';

/** The other end of a channel, as the handles of its servers know it. */
export class AttachedClient implements HandleClient {
  #answers: ReadonlySet<QuestionMethod> = new Set();
  #signsIn = false;
  #activity: Activity = { focus: 0, request: 0 };

  constructor(private readonly channel: Channel) {}

  get answers(): ReadonlySet<QuestionMethod> {
    return this.#answers;
  }
  get activity(): Activity {
    return this.#activity;
  }

  /** When it was used last, by `performance.now()`. */
  get lastUsed(): number {
    return Math.max(this.#activity.focus, this.#activity.request);
  }

  /** It has said what it can answer. */
  attached(answers: readonly QuestionMethod[] = [], signsIn = false): void {
    this.#answers = new Set(answers);
    this.#signsIn = signsIn;
  }

  /** It was used just now. */
  used(as: keyof Activity): void {
    this.#activity = { ...this.#activity, [as]: performance.now() };
  }

  signIn(id: string): SignInPrompt | undefined {
    if (!this.#signsIn) return undefined;
    const { prepareSignIn, leadSignIn } = credentialRequests;
    return {
      prepare: async (occasion, signal) => {
        const asked = { id, ...occasion };
        return (await this.channel.send(prepareSignIn, asked, signal)).redirectUri;
      },
      lead: async (occasion, signal) =>
        (await this.channel.send(leadSignIn, { id, ...occasion }, signal)).callback,
      drop: () => void this.channel.tell(credentialEvents.signInDropped, { id }),
    };
  }

  resolveLaunch(id: string, gesture: boolean, signal: AbortSignal): Promise<LaunchAnswer> {
    return this.channel.send(clientRequests.resolveLaunch, { id, gesture }, signal);
  }

  answer(question: ClientQuestion, signal: AbortSignal): Promise<McpObject> {
    return this.channel.send(clientRequests.answer, question, signal);
  }
}
