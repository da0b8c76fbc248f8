import type { McpObject } from '../../ipc/state';

/** Where an answer has to end. */
export interface AnswerLimits {
  readonly maxTokens: number;
  readonly stopSequences: readonly string[];
  /** How many tokens a text has for the model. */
  readonly count: (text: string) => PromiseLike<number>;
}

/** Characters that are gathered before their tokens are counted, so that counting stays linear. */
const pieceLength = 400;

/**
 * Gathers what a model says, up to the limits of the request: the editor's models take no such limits
 * themselves. Tokens are counted piece by piece, which may count a few too many.
 */
export class SampledAnswer {
  readonly #calls: McpObject[] = [];
  #text = '';
  /** How much of the text has been counted. */
  #counted = 0;
  #tokens = 0;
  #stop: 'maxTokens' | 'stopSequence' | undefined;

  constructor(private readonly limits: AnswerLimits) {}

  /** Of all that was said, a call beyond the limit included. */
  get tokens(): number {
    return this.#tokens;
  }

  /** What the model has said so far, for a person. */
  get text(): string {
    return [this.#text, ...this.#calls.map((call) => JSON.stringify(call))]
      .filter(Boolean)
      .join('\n');
  }

  /** True once the answer has ended: nothing more is to be added. */
  async addText(piece: string): Promise<boolean> {
    this.#text += piece;
    if (this.#text.length - this.#counted >= pieceLength) await this.#measure();
    return this.#stop !== undefined;
  }

  async addCall(id: string, name: string, input: object): Promise<boolean> {
    await this.#measure();
    if (this.#stop !== undefined) return true;
    const call = { type: 'tool_use', id, name, input };
    this.#tokens += await this.limits.count(JSON.stringify(call));
    // The beginning of a call is of no use.
    if (this.#tokens > this.limits.maxTokens) this.#stop = 'maxTokens';
    else this.#calls.push(call);
    return this.#stop !== undefined;
  }

  /** To be called once the model has ended, so that all of it is measured. */
  async end(): Promise<void> {
    await this.#measure();
  }

  /** The result of `sampling/createMessage`; a single block stands alone, as older servers want it. */
  result(model: string): McpObject {
    const text = { type: 'text', text: this.#text };
    const content =
      this.#text === '' && this.#calls.length > 0 ? this.#calls : [text, ...this.#calls];
    const stopReason = this.#stop ?? (this.#calls.length > 0 ? 'toolUse' : 'endTurn');
    return {
      role: 'assistant',
      content: content.length === 1 ? content[0] : content,
      model,
      stopReason,
    };
  }

  async #measure(): Promise<void> {
    if (this.#stop !== undefined || this.#counted === this.#text.length) return;
    this.#cutAtStop();
    const piece = this.#text.slice(this.#counted);
    const tokens = await this.limits.count(piece);
    const left = this.limits.maxTokens - this.#tokens;
    if (tokens > left) {
      const kept = Math.floor((piece.length * left) / tokens);
      this.#text = this.#text.slice(0, this.#counted + kept);
      this.#stop = 'maxTokens';
    }
    this.#tokens += Math.min(tokens, left);
    this.#counted = this.#text.length;
  }

  /** A sequence may have begun in what was counted before. */
  #cutAtStop(): void {
    for (const sequence of this.limits.stopSequences) {
      const from = Math.max(0, this.#counted - sequence.length + 1);
      const at = this.#text.indexOf(sequence, from);
      if (at === -1) continue;
      this.#text = this.#text.slice(0, at);
      this.#stop = 'stopSequence';
    }
    this.#counted = Math.min(this.#counted, this.#text.length);
  }
}
