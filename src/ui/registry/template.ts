import { canonicalJson } from '../../base/json';
import { UniqueNames } from '../../base/uniqueNames';
import { namesSecret, secretName } from '../../config/likelySecrets';
import { inputSchema, type RegistryArgument, type RegistryInput } from './registrySchema';

/** A value that the user has to give. */
export interface Question {
  /** Unique among the inputs of a choice. */
  readonly key: string;
  /** Name of the variable, header or option. */
  readonly label: string;
  readonly description?: string | undefined;
  readonly required: boolean;
  /** Requested when the server starts and kept in the secret store, never requested at once. */
  readonly secret: boolean;
  /** An option that may have no value; an empty answer means that. */
  readonly bare: boolean;
  /** Several values may be given. */
  readonly repeated: boolean;
  readonly format: 'string' | 'number' | 'boolean' | 'filepath';
  readonly default?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Allowed values; empty: any. */
  readonly choices: readonly string[];
}

/** One value, several, or `null`: requested when the server starts. */
export type Answer = string | readonly string[] | null;

/** Answers by input key; absent: not answered. */
export type Answers = ReadonlyMap<string, Answer>;

/** Text with places for inputs. */
export type Template = readonly (string | Question)[];

/** One or two words of a command line. */
export interface ArgumentTemplate {
  /** Option; absent for a positional argument. */
  readonly name?: string | undefined;
  /** Absent for an option without value. */
  readonly value?: Template | undefined;
  /** The value is true or false, so it must not be a separate word. */
  readonly boolean: boolean;
}

type Variables = ReadonlyMap<string, RegistryInput>;
type Owner = RegistryInput & { readonly variables: Variables };
/** Further facts about an argument's value. */
type Hints = Partial<Pick<RegistryArgument, 'type' | 'valueHint' | 'isRepeated'>>;

// A dollar sign in front is a slip of the publisher. Excluding braces inside keeps the search linear.
const place = /\$?\{([^{}]+)\}/g;

/** Parses templates of one choice and collects their inputs in order. */
export class TemplateReader {
  readonly #questions = new Map<string, Question>();
  readonly #keys = new Map<string, string>();
  readonly #names = new UniqueNames();

  get questions(): readonly Question[] {
    return [...this.#questions.values()];
  }

  /** An environment variable or header. */
  named(input: Owner & { readonly name: string }): Template {
    return this.#input(input, input.name);
  }

  argument(argument: RegistryArgument): ArgumentTemplate {
    const { name, valueHint, format } = argument;
    const boolean = format === 'boolean';
    const isNamed = name !== undefined && argument.type !== 'positional';
    if (!isNamed) return { boolean, value: this.#input(argument, valueHint ?? name ?? 'argument') };
    return standsAlone(argument)
      ? { name, boolean }
      : { name, boolean, value: this.#input(argument, name) };
  }

  /** A URL, in which each place must be filled. */
  url(url: string, variables: Variables): Template {
    return this.#parts(url, variables, { label: '', required: true, secret: false, all: true });
  }

  #input(input: Owner, label: string): Template {
    const { value, variables, description, isRequired: required, isSecret: secret } = input;
    if (value === undefined) return [this.#ask(label, input)];
    const owner = { label, description, required, secret, all: secret };
    return this.#parts(value, variables, owner);
  }

  /**
   * Parses a value of the owner, which tells of its places what their variables do not. `all`: places without a
   * described variable count too; otherwise they stay as text.
   */
  #parts(
    text: string,
    variables: Variables,
    owner: {
      label: string;
      description?: string | undefined;
      required: boolean;
      secret: boolean;
      all: boolean;
    },
  ): Template {
    const [, assigned] = /^(\w+)=\$?\{[^{}]+\}$/.exec(text) ?? [];
    const parts: (string | Question)[] = [];
    let end = 0;
    for (const match of text.matchAll(place)) {
      const [whole, name = ''] = match;
      const variable =
        variables.get(name) ?? (owner.all && isPlain(whole) ? undescribed : undefined);
      if (!variable) continue;
      parts.push(text.slice(end, match.index));
      end = match.index + whole.length;
      const isRequired = variable.isRequired || (owner.required && variable.default === undefined);
      const names = [name, owner.label];
      const isSecret = owner.secret || names.some((one) => isSecretOf(variable, one));
      const { description = owner.description } = variable;
      const asked = { ...variable, description, isRequired, isSecret };
      parts.push(variable.value ?? this.#ask(assigned ?? name, asked));
    }
    parts.push(text.slice(end));
    return parts.filter((part) => part !== '');
  }

  /** Equal inputs are requested once, wherever their value is used. */
  #ask(label: string, asked: RegistryInput & Hints): Question {
    const input = { ...asked, isSecret: isSecretOf(asked, label) };
    const content: Omit<Question, 'key'> = {
      label,
      description: input.description,
      required: input.isRequired,
      secret: input.isSecret,
      bare: input.type === 'named' && mayStandAlone(input),
      repeated: input.isRepeated === true,
      format: formatOf(input.format),
      default: input.default,
      placeholder: input.placeholder,
      choices: input.choices,
    };
    const same = canonicalJson(content);
    const key = this.#keys.get(same) ?? this.#names.free(label);
    this.#keys.set(same, key);
    const question = this.#questions.get(key) ?? { key, ...content };
    this.#questions.set(key, question);
    return question;
  }
}

/** Input for a place that has no description. */
const undescribed: RegistryInput = inputSchema.parse({ isRequired: true });

/** True if a value of this name is a secret. Many publishers do not mark it, so its name counts, too. */
function isSecretOf(input: RegistryInput, label: string): boolean {
  const { isSecret, default: preset, choices, format } = input;
  const isFree = preset === undefined && choices.length === 0 && formatOf(format) === 'string';
  // A flag of an ambiguous name, such as `--oauth`, is mostly a switch.
  const isSwitch = label.startsWith('-') && secretName(label) !== 'strong';
  return isSecret || (isFree && !isSwitch && namesSecret(label));
}

/** True unless it is `${…}`, which the reader of the entry resolves. */
function isPlain(whole: string): boolean {
  return !whole.startsWith('$');
}

/** True for an option of which only the name is known. */
function standsAlone(argument: RegistryArgument): boolean {
  const { value, isRequired, isSecret, description, valueHint } = argument;
  const isSilent = description === undefined && valueHint === undefined && !isRequired;
  return value === undefined && isSilent && !isSecret && mayStandAlone(argument);
}

function mayStandAlone(input: RegistryInput & Hints): boolean {
  const { default: preset, placeholder, choices, format, isSecret, valueHint } = input;
  const isTyped = format === 'number' || format === 'filepath' || isSecret;
  const hints = [preset, placeholder, valueHint, choices[0]];
  return !isTyped && hints.every((hint) => hint === undefined);
}

function formatOf(format: string | undefined): Question['format'] {
  return format === 'number' || format === 'boolean' || format === 'filepath' ? format : 'string';
}
