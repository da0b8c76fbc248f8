import type { JsonObject } from '../../base/json';
import { UniqueNames } from '../../base/uniqueNames';
import { isHttpUrl } from '../../network/urlOf';
import { obstacleOf, type RegistryChoice, type RegistryNote } from './registryChoice';
import type { RegistryServer, RegistryArgument, RegistryPackage } from './registrySchema';
import {
  TemplateReader,
  type ArgumentTemplate,
  type Template,
  type Answers,
  type Question,
} from './template';
import { imageOf, runnerOf } from './packageRunner';

/** A registry's server as an entry for a configuration file. */
export interface ServerDraft {
  /** In the format of VS Code's `mcp.json`; absent if it cannot be installed, see `notes`. */
  readonly entry?: JsonObject | undefined;
  /** Elements for `inputs`. */
  readonly inputs: readonly JsonObject[];
  readonly notes: readonly RegistryNote[];
}

/** The user's decisions. */
export interface DraftChoices {
  /** Entry name; inputs are named after it, so that no two servers share a secret. */
  readonly name: string;
  readonly answers: Answers;
  /** Ids of the file's inputs: one that is left of a former server has that one's value. */
  readonly taken: Iterable<string>;
}

/** Inputs of a choice, in the order in which they are used. */
export function questionsOf(choice: RegistryChoice): readonly Question[] {
  return obstacleOf(choice) ? [] : blueprintOf(choice).questions;
}

/**
 * The entry of a server, with `${input:…}` for secrets and for required values without answer. Defaults are written
 * out; optional values without answer and default are left out.
 */
export function draftOf(
  server: RegistryServer,
  choice: RegistryChoice,
  { name, answers, taken }: DraftChoices,
): ServerDraft {
  const obstacle = obstacleOf(choice);
  if (obstacle) return { inputs: [], notes: [obstacle] };
  const { entryOf, notes } = blueprintOf(choice);
  const writer = new InputWriter(name, answers, taken);
  const entry = entryOf(writer);
  const url = entry['url'];
  if (typeof url === 'string' && !url.includes('${input:') && !isHttpUrl(url)) {
    return { inputs: [], notes: [{ note: 'notAnAddress', args: { url } }] };
  }
  return { entry, inputs: writer.inputs, notes: [...statusNotes(server), ...notes] };
}

/** Default entry name: the last segment, or the publisher's if that says nothing. */
export function suggestedServerName({ name }: Pick<RegistryServer, 'name'>): string {
  const [namespace = '', ...rest] = name.split('/');
  const last = rest.at(-1) ?? namespace;
  if (!/^(?:mcp|server|mcp[-_]server|server[-_]mcp)$/i.test(last)) return last;
  return namespace.split('.').at(-1) || last;
}

function statusNotes({ status, statusMessage }: RegistryServer): readonly RegistryNote[] {
  if (status === 'active') return [];
  return [{ note: 'deprecated', ...(statusMessage && { args: { message: statusMessage } }) }];
}

/** A parsed choice that becomes an entry once its inputs have answers. */
interface Blueprint {
  readonly questions: readonly Question[];
  readonly notes: readonly RegistryNote[];
  readonly entryOf: (writer: InputWriter) => JsonObject;
}

/** Parses a choice that can be installed. */
function blueprintOf(choice: RegistryChoice): Blueprint {
  const reader = new TemplateReader();
  if (choice.kind === 'package') return localBlueprint(choice.from, reader);
  const { type, url, headers, variables } = choice.from;
  const address = reader.url(url, variables);
  const templates = headers.map((header) => [header.name, reader.named(header)] as const);
  const entryOf = (writer: InputWriter): JsonObject => {
    const text = writer.text(address) ?? '';
    const written = writer.texts(templates);
    return {
      type: type === 'sse' ? 'sse' : 'http',
      url: text,
      ...(written.size > 0 && { headers: Object.fromEntries(written) }),
    };
  };
  return { questions: reader.questions, notes: [], entryOf };
}

function localBlueprint(from: RegistryPackage, reader: TemplateReader): Blueprint {
  const isContainer = from.registryType === 'oci';
  const given = isContainer ? withoutImage(from) : from.runtimeArguments;
  const runtime = given.map((argument) => reader.argument(argument));
  const { command, before, withPackage, notes } = runnerOf(from, runtime.flatMap(fixedWords));
  const own = from.packageArguments.map((argument) => reader.argument(argument));
  const variables = from.environmentVariables.map(
    (item) => [item.name, reader.named(item)] as const,
  );
  const entryOf = (writer: InputWriter): JsonObject => {
    const env = writer.texts(variables);
    // A container gets the variables of its own environment by options.
    const passed = isContainer ? [...env.keys()].flatMap((name) => ['-e', name]) : [];
    const words = (all: readonly ArgumentTemplate[]): readonly (readonly string[])[] =>
      all.map((argument) =>
        isContainer ? containerWords(argument, writer, env) : wordsOf(argument, writer),
      );
    const args = [...before, ...withPackage([...words(runtime), passed], words(own).flat())];
    return {
      type: 'stdio',
      command,
      ...(args.length > 0 && { args }),
      ...(env.size > 0 && { env: Object.fromEntries(env) }),
    };
  };
  return { questions: reader.questions, notes, entryOf };
}

/** Runtime arguments without the image, which some publishers name themselves. */
function withoutImage(from: RegistryPackage): readonly RegistryArgument[] {
  const { image, name } = imageOf(from);
  return from.runtimeArguments.filter(
    ({ type, value }) => type !== 'positional' || (value !== image && value !== name),
  );
}

function fixedWords({ name, value }: ArgumentTemplate): readonly string[] {
  const [only] = value ?? [];
  const words = name === undefined ? [] : [name];
  return value?.length === 1 && typeof only === 'string' ? [...words, only] : words;
}

function wordsOf(argument: ArgumentTemplate, writer: InputWriter): readonly string[] {
  const { name, value, boolean } = argument;
  if (value === undefined) return name === undefined ? [] : [name];
  return writer.all(value).flatMap((text) => {
    if (name === undefined) return [text];
    // A word of its own would be taken for a positional argument by what reads true or false.
    if (text === '' || (boolean && text === 'true')) return [name];
    if (boolean) return [`${name}=${text}`];
    return name.endsWith('=') ? [name + text] : [name, text];
  });
}

/** Passes a secret to a container through the environment, because a process list shows arguments. */
function containerWords(
  argument: ArgumentTemplate,
  writer: InputWriter,
  env: Map<string, string>,
): readonly string[] {
  const words = wordsOf(argument, writer);
  const [option = '', assignment = ''] = words;
  if (words.length !== 2 || !['-e', '--env'].includes(option) || !hasSecret(argument.value)) {
    return words;
  }
  const [, name, value] = /^(\w+)=(.*)$/s.exec(assignment) ?? [];
  if (name === undefined || value === undefined) return words;
  env.set(name, value);
  return [option, name];
}

function hasSecret(template: Template | undefined): boolean {
  return template?.some((part) => typeof part !== 'string' && part.secret) ?? false;
}

/** Fills templates with answers and declares `${input:…}` for values that are requested at the start. */
class InputWriter {
  readonly #inputs = new Map<string, JsonObject & { readonly id: string }>();
  readonly #ids = new UniqueNames();

  constructor(
    /** The entry's name. */
    private readonly name: string,
    private readonly answers: Answers,
    taken: Iterable<string>,
  ) {
    for (const id of taken) this.#ids.free(id);
  }

  get inputs(): readonly JsonObject[] {
    return [...this.#inputs.values()];
  }

  /** Filled text; `undefined` if a part has neither answer nor default. */
  text(template: Template): string | undefined {
    return this.all(template)[0];
  }

  /** Texts by name, without those that have neither answer nor default. */
  texts(templates: readonly (readonly [string, Template])[]): Map<string, string> {
    const filled = new Map<string, string>();
    for (const [name, template] of new Map(templates)) {
      const value = this.text(template);
      if (value !== undefined) filled.set(name, value);
    }
    return filled;
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
    // The answer for a secret never reaches the file.
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
