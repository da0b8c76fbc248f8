import type { Node } from 'jsonc-parser';
import type {
  ConfigSource,
  Definition,
  Input,
  Launch,
  ParsedConfig,
  DialectId,
} from '../definition';
import type { ReadContext } from './entryReader';
import { fingerprintOf } from '../fingerprint';
import { dialects, syntaxOf } from '../dialects';
import { parseForeign } from '../dialects/parseForeign';
import type { ConfigDocument, DocumentSyntax } from './configDocument';
import { JsoncDocument } from './jsoncDocument';
import { parseDev, parseEntry } from './parseEntry';
import { parseInputs, type ParsedInputs } from './parseInputs';
import { ProblemList, shapeOf } from './problemList';
import {
  isEntry,
  lastOfEach,
  nodeAt,
  properties,
  propertyNamed,
  uniqueProperties,
  type Property,
} from './properties';
import { launchVariables } from '../variables';

/** The keys of other hosts for what is `servers` here. */
const otherContainers: ReadonlySet<string> = new Set(
  Object.values(dialects).flatMap(({ containers }) =>
    containers.flatMap((path) => (path.length === 1 ? path : [])),
  ),
);

/** Keys around `servers` in settings and in other files. */
const nestings: ReadonlySet<string> = new Set(['mcp', 'mcpServers', 'settings']);

/** Keys of VS Code's format that carry nothing for us. */
const ignoredKeys = new Set(['sandbox', '$schema']);

const nothingDeclared: ParsedInputs = { inputs: [], declared: new Set() };

/**
 * Reads the text of a configuration file in JSON. Whatever is wrong becomes a problem with its range,
 * one for each cause, and costs only the entry it stands in. Linear in the length of the text.
 */
export function parseConfig(text: string, source: ConfigSource): ParsedConfig {
  return parseDocument(new JsoncDocument(text), source);
}

/** Reads a file of any grammar. The readers of TOML and YAML are loaded when they are needed. */
export async function parseAnyConfig(text: string, source: ConfigSource): Promise<ParsedConfig> {
  const syntax = syntaxOf(source.dialect, source.file);
  return parseDocument(await readDocument(text, syntax), source);
}

function parseDocument(document: ConfigDocument, source: ConfigSource): ParsedConfig {
  if (source.dialect === 'vscode') return parseEditor(document, document.root, source);
  if (source.dialect !== 'codeWorkspace') return parseForeign(document, source);
  return parseEditor(document, settingOf(document.root), source);
}

/** The setting `mcp` of a workspace file. */
function settingOf(root: Node | undefined): Node | undefined {
  const parents = dialects.codeWorkspace.containers.map((path) => path.slice(0, -1));
  return parents.flatMap((path) => (root && nodeAt(root, path)) ?? [])[0];
}

/** Reads VS Code's own format, which stands in the object `root`. */
function parseEditor(
  document: ConfigDocument,
  root: Node | undefined,
  source: ConfigSource,
): ParsedConfig {
  const problems = new ProblemList(document);
  for (const fault of document.faults) problems.error('syntax', fault, { error: fault.error });
  const complete = document.faults.length === 0;
  const top = topLevel(root, source.dialect, problems);
  const inputs = readInputs(top.get('inputs'), document, problems);
  const context: ReadContext = {
    document,
    problems,
    // In a broken text the declaration may just be unreadable.
    declaredInputs: complete ? inputs?.declared : undefined,
  };
  const valid = inputs?.inputs ?? [];
  const byId = new Map(valid.map((input) => [input.id, input]));
  const definitions = readServers(top.get('servers'), context).map(({ entry, launch }) =>
    define(entry, launch, { context, source, inputs: byId }),
  );
  return { definitions, inputs: valid, problems: problems.all, complete };
}

/** The last property of each known name; also one that breaks off, for what is whole within. */
function topLevel(
  root: Node | undefined,
  dialect: DialectId,
  problems: ProblemList,
): ReadonlyMap<string, Property> {
  const found: Property[] = [];
  if (root !== undefined && root.type !== 'object') {
    const key = dialects[dialect].containers[0]?.at(-2);
    const shape = shapeOf(['servers']);
    problems.error('rootNotAnObject', root, { shape, ...(key !== undefined && { key }) });
  }
  for (const property of root?.type === 'object' ? properties(root) : []) {
    const { name } = property;
    if (name !== 'servers' && name !== 'inputs') {
      if (!ignoredKeys.has(name)) strayProperty(property, problems);
    } else {
      found.push(property);
    }
  }
  return lastOfEach(found, ({ name, key }, counting) =>
    problems.duplicate('duplicateKey', key, counting.key, { key: name }),
  );
}

/** Whether a property at the top is an entry that should stand in `servers`. */
export function isBareServer({ name, value }: Pick<Property, 'name' | 'value'>): boolean {
  return name !== 'servers' && name !== 'inputs' && !ignoredKeys.has(name) && isEntry(value);
}

/** Says what is probably meant by a property that this format does not have at the top. */
function strayProperty({ name, key, value }: Property, problems: ProblemList): void {
  if (propertyNamed(value, 'servers') !== undefined && nestings.has(name)) {
    problems.error('nestedServers', key, { key: name, shape: shapeOf(['servers']) });
  } else if (isBareServer({ name, value })) {
    problems.error('bareServer', key, { server: name });
  } else if (otherContainers.has(name)) {
    problems.error('wrongTopLevelKey', key, { key: name, expected: 'servers' });
  } else {
    problems.warning('unknownKey', key, { key: name });
  }
}

/** `undefined` where `inputs` is there but unreadable, so that nothing can be said of its ids. */
function readInputs(
  property: Property | undefined,
  document: ConfigDocument,
  problems: ProblemList,
): ParsedInputs | undefined {
  if (property === undefined) return nothingDeclared;
  if (property.value.type === 'array') return parseInputs(property.value, document, problems);
  problems.wrongType('error', property.value, { key: 'inputs', expected: 'array' });
  return undefined;
}

function readServers(
  servers: Property | undefined,
  context: ReadContext,
): readonly { readonly entry: Property; readonly launch: Launch }[] {
  if (servers === undefined) return [];
  const { document, problems } = context;
  if (servers.value.type !== 'object') {
    problems.error('serversNotAnObject', servers.value, { key: 'servers' });
    return [];
  }
  const entries = uniqueProperties(servers.value, document, ({ name, key }, counting) =>
    problems.duplicate('duplicateName', key, counting.key, { name }),
  );
  return [...entries.values()].flatMap((entry) => {
    const launch = parseEntry(entry, context);
    return launch === undefined ? [] : [{ entry, launch }];
  });
}

interface Surroundings {
  readonly context: ReadContext;
  readonly source: ConfigSource;
  readonly inputs: ReadonlyMap<string, Input>;
}

function define(entry: Property, launch: Launch, surroundings: Surroundings): Definition {
  const { context, source, inputs } = surroundings;
  const named = launchVariables(launch).flatMap((variable) =>
    variable.kind === 'input' ? (inputs.get(variable.name) ?? []) : [],
  );
  const dev = parseDev(entry, launch, context);
  return {
    id: `${source.id}/${entry.name}`,
    name: entry.name,
    source,
    launch,
    inputs: named,
    range: context.document.range(entry.node),
    fingerprint: fingerprintOf(launch, named, dev),
    ...(dev && { dev }),
  };
}

/**
 * Reads a text in its grammar; never throws for what is wrong in it. The readers of TOML and YAML are
 * loaded when the first such file comes up, so that a start without one does not pay for them.
 */
export async function readDocument(text: string, syntax: DocumentSyntax): Promise<ConfigDocument> {
  switch (syntax) {
    case 'jsonc':
      return new JsoncDocument(text);
    case 'toml':
      return (await import('./tomlDocument')).readToml(text);
    case 'yaml':
      return (await import('./yamlDocument')).readYaml(text);
  }
}
