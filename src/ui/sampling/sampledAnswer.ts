import type { McpObject } from '../../ipc/state';

/** Limits of an answer. */
export interface AnswerLimits {
  readonly maxTokens: number;
  readonly stopSequences: readonly string[];
  /** Tokens of a text for the model. */
  readonly count: (text: string) => PromiseLike<number>;
}

/** Characters collected before tokens are counted, so that counting stays linear. */
const pieceLength = 400;

/**
 * Collects a model's output up to the request's limits, because the editor's models take none. Tokens are counted
 * piece by piece, which may overcount slightly.
 */
export class SampledAnswer {
  readonly #calls: McpObject[] = [];
  #text = '';
  /** Length of the text whose tokens are counted. */
  #counted = 0;
  #tokens = 0;
  #stop: 'maxTokens' | 'stopSequence' | undefined;

  constructor(private readonly limits: AnswerLimits) {}

  /** Tokens of all output, a call beyond the limit included. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Output so far, as text for the user. */
  get text(): string {
    return [this.#text, ...this.#calls.map((call) => JSON.stringify(call))]
      .filter(Boolean)
      .join('\n');
  }

  /** Returns true once the answer is complete and takes no more. */
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

  /** Counts the rest after the model has ended. */
  async end(): Promise<void> {
    await this.#measure();
  }

  /** Result of `sampling/createMessage`. A single block is not wrapped in a list, as older servers expect. */
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

  /** Cuts at a stop sequence, which may begin in text that was counted before. */
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
