import type { JsonObject } from '../../base/json';
import { isHttpUrl } from '../../network/urlOf';
import { blueprintOf, type LocalBlueprint, type RemoteBlueprint } from './blueprint';
import { InputWriter } from './inputWriter';
import type { Answers, Question } from './question';
import { obstacleOf, type RegistryChoice, type RegistryNote } from './registryChoice';
import type { RegistryServer } from './registrySchema';
import type { ArgumentTemplate, Template } from './template';

/** A registry's server as an entry for a configuration file. */
export interface ServerDraft {
  readonly name: string;
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
  { name, answers }: DraftChoices,
): ServerDraft {
  const obstacle = obstacleOf(choice);
  if (obstacle) return { name, inputs: [], notes: [obstacle] };
  const { launch, notes } = blueprintOf(choice);
  const writer = new InputWriter(name, answers);
  const entry = launch.kind === 'local' ? localEntry(launch, writer) : remoteEntry(launch, writer);
  const all = [...statusNotes(server), ...notes];
  const url = entry['url'];
  if (typeof url === 'string' && !url.includes('${input:') && !isHttpUrl(url)) {
    return { name, inputs: [], notes: [{ note: 'notAnAddress', args: { url } }] };
  }
  return { name, entry, inputs: writer.inputs, notes: all };
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

function remoteEntry({ type, url, headers }: RemoteBlueprint, writer: InputWriter): JsonObject {
  const address = writer.text(url) ?? '';
  const written = [...headers].flatMap(([name, template]) => {
    const value = writer.text(template);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    type,
    url: address,
    ...(written.length > 0 && { headers: Object.fromEntries(written) }),
  };
}

function localEntry(launch: LocalBlueprint, writer: InputWriter): JsonObject {
  const env = new Map<string, string>();
  const passed: string[] = [];
  for (const [name, template] of launch.env) {
    const value = writer.text(template);
    if (value === undefined) continue;
    env.set(name, value);
    passed.push('-e', name);
  }
  const args = launch.args.flatMap((argument, index) => {
    const words =
      launch.envAt === undefined
        ? wordsOf(argument, writer)
        : containerWords(argument, writer, env);
    return index === launch.envAt ? [...passed, ...words] : words;
  });
  return {
    type: 'stdio',
    command: launch.command,
    ...(args.length > 0 && { args }),
    ...(env.size > 0 && { env: Object.fromEntries(env) }),
  };
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

/** Passes a secret to a container through the environment, so that it is not visible in a process list. */
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
