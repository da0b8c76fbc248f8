import type { OfferedTool, ModelOutput, TurnModel } from '../../../../src/ui/participant/agentTurn';
import type { Message } from '../../../../src/ui/participant/messages';

/** What the model was sent for one answer. */
interface Sent {
  readonly messages: readonly Message[];
  readonly tools: readonly string[];
}

/** A model that says one answer after another, the last again and again; what it was sent is kept. */
export function scriptedModel(
  answers: readonly (readonly ModelOutput[] | Error)[],
  characters = 300_000,
): TurnModel & { readonly sent: Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    characters,
    async *send(messages, tools) {
      const answer = answers[Math.min(sent.length, answers.length - 1)] ?? [];
      sent.push({ messages: [...messages], tools: tools.map(({ name }) => name) });
      if (answer instanceof Error) throw answer;
      yield* answer;
    },
  };
}

/** A tool as models get it. */
export function offered(name: string, about: Partial<OfferedTool> = {}): OfferedTool {
  return { name, description: name, inputSchema: {}, onlyReads: false, tokens: 10, ...about };
}

/** A call that a model wants. */
export function wants(name: string, input: object = {}, id = name): ModelOutput {
  return { kind: 'call', id, name, input: { ...input } };
}

/** Something that a model says. */
export function says(text: string): ModelOutput {
  return { kind: 'text', text };
}
