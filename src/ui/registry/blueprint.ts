import type { Question } from './question';
import type { RegistryChoice, RegistryNote } from './registryChoice';
import type { RegistryArgument, RegistryPackage } from './registrySchema';
import { imageOf, runnerOf } from './runner';
import { TemplateReader, type ArgumentTemplate, type Template } from './template';

/** A local server with open values. */
export interface LocalBlueprint {
  readonly kind: 'local';
  readonly command: string;
  readonly args: readonly ArgumentTemplate[];
  readonly env: ReadonlyMap<string, Template>;
  /** Index in `args` where a container's variables are inserted. */
  readonly envAt?: number | undefined;
}

/** A remote server with open values. */
export interface RemoteBlueprint {
  readonly kind: 'remote';
  readonly type: 'http' | 'sse';
  readonly url: Template;
  readonly headers: ReadonlyMap<string, Template>;
}

/** A parsed choice that becomes an entry once its inputs have answers. */
export interface Blueprint {
  readonly launch: LocalBlueprint | RemoteBlueprint;
  readonly questions: readonly Question[];
  readonly notes: readonly RegistryNote[];
}

/** Parses a choice that can be installed. */
export function blueprintOf(choice: RegistryChoice): Blueprint {
  const reader = new TemplateReader();
  if (choice.kind === 'package') return localBlueprint(choice.from, reader);
  const { type, url, headers, variables } = choice.from;
  const launch: RemoteBlueprint = {
    kind: 'remote',
    type: type === 'sse' ? 'sse' : 'http',
    url: reader.url(url, variables),
    headers: new Map(headers.map((header) => [header.name, reader.named(header)])),
  };
  return { launch, questions: reader.questions, notes: [] };
}

function localBlueprint(from: RegistryPackage, reader: TemplateReader): Blueprint {
  const isContainer = from.registryType === 'oci';
  const given = isContainer ? withoutImage(from) : from.runtimeArguments;
  const runtime = given.map((argument) => reader.argument(argument));
  const { command, before, target, notes } = runnerOf(from, runtime.flatMap(fixedWords));
  const own = from.packageArguments.map((argument) => reader.argument(argument));
  const env = new Map(from.environmentVariables.map((item) => [item.name, reader.named(item)]));
  const head = [...before.map(word), ...runtime];
  const launch: LocalBlueprint = {
    kind: 'local',
    command,
    args: [...head, ...target.map(word), ...own],
    env,
    ...(isContainer && { envAt: head.length }),
  };
  return { launch, questions: reader.questions, notes };
}

/** Runtime arguments without the image, which some publishers name themselves. */
function withoutImage(from: RegistryPackage): readonly RegistryArgument[] {
  const { image, name } = imageOf(from);
  return from.runtimeArguments.filter(
    ({ type, value }) => type !== 'positional' || (value !== image && value !== name),
  );
}

function word(text: string): ArgumentTemplate {
  return { value: [text], boolean: false };
}

function fixedWords({ name, value }: ArgumentTemplate): readonly string[] {
  const [only] = value ?? [];
  const words = name === undefined ? [] : [name];
  return value?.length === 1 && typeof only === 'string' ? [...words, only] : words;
}
