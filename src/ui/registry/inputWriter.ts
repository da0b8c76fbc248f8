import type { JsonObject } from '../../base/json';
import type { Answers, Question } from './question';
import type { Template } from './template';
import { UniqueNames } from '../../base/uniqueNames';

/** Fills templates with answers and declares `${input:…}` for values that are requested at the start. */
export class InputWriter {
  readonly #inputs = new Map<string, JsonObject & { readonly id: string }>();
  readonly #ids = new UniqueNames();

  constructor(
    /** The entry's name. */
    private readonly name: string,
    private readonly answers: Answers,
  ) {}

  get inputs(): readonly JsonObject[] {
    return [...this.#inputs.values()];
  }

  /** Filled text; `undefined` if a part has neither answer nor default. */
  text(template: Template): string | undefined {
    return this.all(template)[0];
  }

  /** One text per answer of a repeated input; empty if there is none. */
  all(template: Template): readonly string[] {
    const [only] = template;
    if (template.length === 1 && typeof only === 'object') return this.#values(only);
    let text = '';
    for (const part of template) {
      const value = typeof part === 'string' ? part : this.#values(part)[0];
      if (value === undefined) return [];
      text += value;
    }
    return [text];
  }

  #values(question: Question): readonly string[] {
    const { secret, required, bare } = question;
    const answer = this.answers.get(question.key);
    if (answer === undefined && !required) {
      return question.default === undefined ? [] : [question.default];
    }
    // What is said of a secret never reaches the file.
    if (answer === undefined || answer === null || secret) return [this.#input(question)];
    const texts = typeof answer === 'string' ? [answer] : answer;
    const given = bare ? texts : texts.filter((text) => text !== '');
    return given.length > 0 ? given : [this.#input(question)];
  }

  #input(question: Question): string {
    const known = this.#inputs.get(question.key);
    const id = known?.id ?? this.#ids.free(`${this.name}-${question.key}`.replaceAll(unfit, '-'));
    if (!known) this.#inputs.set(question.key, inputOf(question, id));
    return `\${input:${id}}`;
  }
}

/** Characters that do not belong into `${input:…}`, the dashes of options included. */
const unfit = /(?:[^\p{L}\p{N}._-]|-)+/gu;

function inputOf(question: Question, id: string): JsonObject & { readonly id: string } {
  const { secret, label, description = label, default: preset } = question;
  const options = question.format === 'boolean' ? ['true', 'false'] : question.choices;
  const isPick = !secret && options.length > 0;
  return {
    type: isPick ? 'pickString' : 'promptString',
    id,
    description,
    ...(isPick && { options }),
    ...(preset !== undefined && { default: preset }),
    ...(secret && { password: true }),
  };
}
