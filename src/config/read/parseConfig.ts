import type { Node } from 'jsonc-parser';
import type { ConfigSource, Definition, Input, ParsedConfig } from '../definition';
import type { Dialect } from '../dialect';
import { dialects, syntaxOf } from '../dialects';
import { fingerprintOf } from '../fingerprint';
import { launchVariables } from '../variables';
import type { ConfigDocument } from './configDocument';
import { JsoncDocument } from './jsoncDocument';
import type { ReadContext } from './objectReader';
import { parseEntry } from './parseEntry';
import { parseInputs, type ParsedInputs } from './parseInputs';
import { readSandbox } from './readSandbox';
import { ProblemList, shapeOf } from './problemList';
import {
  holderPath,
  isEntry,
  lastOfEach,
  nodeAt,
  properties,
  propertyNamed,
  type Property,
} from './properties';

/** The keys of all hosts for what is `servers` in VS Code's format. */
const containerKeys: ReadonlySet<string> = new Set(
  Object.values(dialects).flatMap(({ containers }) =>
    containers.flatMap((path) => (path.length === 1 ? path : [])),
  ),
);

/** Keys around `servers` in settings and in other files. */
const nestings: ReadonlySet<string> = new Set(['mcp', 'mcpServers', 'settings']);

/** Keys of VS Code's format that carry nothing for us. */
const ignoredKeys = new Set(['$schema']);

/** The keys of VS Code's format at the top. */
const topKeys = new Set(['servers', 'inputs', 'sandbox']);

const nothingDeclared: ParsedInputs = { inputs: [], declared: new Set() };

/**
 * Reads the text of a configuration file in JSON. Each mistake becomes one problem with its range, and costs only
 * the entry it stands in. Linear in the length of the text.
 */
export function parseConfig(text: string, source: ConfigSource): ParsedConfig {
  return parseDocument(new JsoncDocument(text), source);
}

/** Reads a file of any grammar, see {@link parseConfig}. */
export function parseAnyConfig(text: string, source: ConfigSource): Promise<ParsedConfig> {
  return sharedReader(text)(source);
}

/** Reads one file for each of its sources as {@link parseAnyConfig} does; its text is made a document once. */
export function sharedReader(text: string): (source: ConfigSource) => Promise<ParsedConfig> {
  let document: Promise<ConfigDocument> | undefined;
  return async (source) => {
    document ??= readDocument(text, syntaxOf(source.dialect, source.file));
    return parseDocument(await document, source);
  };
}

/**
 * Reads a text in its grammar; never throws for a mistake in it. The readers of TOML and YAML are loaded with the
 * first such file, because most starts need neither.
 */
export async function readDocument(
  text: string,
  syntax: Dialect['syntax'],
): Promise<ConfigDocument> {
  switch (syntax) {
    case 'jsonc':
      return new JsoncDocument(text);
    case 'toml':
      return (await import('./tomlDocument')).readToml(text);
    case 'yaml':
      return (await import('./yamlDocument')).readYaml(text);
  }
}

function parseDocument(document: ConfigDocument, source: ConfigSource): ParsedConfig {
  const dialect = dialects[source.dialect];
  const problems = new ProblemList(document);
  for (const fault of document.faults) problems.error('syntax', fault, { error: fault.error });
  const complete = document.faults.length === 0;
  const top = dialect.isVsCode ? topLevel(document.root, dialect, problems) : undefined;
  const declared = top ? readInputs(top.get('inputs'), document, problems) : undefined;
  const inputs = declared?.inputs ?? [];
  const shared: ReadContext = {
    document,
    problems,
    // In a broken text the declaration may just be unreadable.
    declaredInputs: complete ? declared?.declared : undefined,
    style: dialects[source.dialect].variableStyle,
    sandbox: undefined,
  };
  const context: ReadContext = {
    ...shared,
    sandbox: readSandbox(top?.get('sandbox'), shared),
  };
  const found = top
    ? entriesOf(top.get('servers')?.value, dialect, context)
    : entriesIn(dialect, source, context);
  const whole = found.filter(({ node }) => document.isWhole(node));
  const entries = lastOfEach(whole, ({ name, key }, counting) =>
    problems.duplicate('duplicateName', key, counting.key, { name }),
  );
  const byId = new Map(inputs.map((input) => [input.id, input]));
  const definitions = [...entries.values()].flatMap(
    (entry) => define(entry, { source, dialect, inputs: byId }, context) ?? [],
  );
  return { definitions, inputs, problems: problems.all, complete };
}

function define(
  entry: Property,
  file: {
    readonly source: ConfigSource;
    readonly dialect: Dialect;
    readonly inputs: ReadonlyMap<string, Input>;
  },
  context: ReadContext,
): Definition | undefined {
  const parsed = parseEntry(entry, file.dialect, context);
  if (parsed === undefined) return undefined;
  const { launch, settings, dev, unread } = parsed;
  const inputs = launchVariables(launch, context.style).flatMap((variable) =>
    variable.kind === 'input' ? (file.inputs.get(variable.name) ?? []) : [],
  );
  return {
    id: `${file.source.id}/${entry.name}`,
    name: entry.name,
    source: file.source,
    launch,
    inputs,
    range: context.document.range(entry.node),
    fingerprint: fingerprintOf(launch, inputs, dev),
    ...(settings && { settings }),
    ...(dev && { dev }),
    ...(unread.length > 0 && { unread }),
  };
}

/**
 * `servers`, `inputs` and `sandbox` of a file in VS Code's format. One that breaks off counts as well, for the whole entries
 * in it. Any other key is a problem.
 */
function topLevel(
  root: Node | undefined,
  { containers }: Dialect,
  problems: ProblemList,
): ReadonlyMap<string, Property> {
  const holder = root && nodeAt(root, holderPath(root, containers));
  if (holder !== undefined && holder.type !== 'object') {
    const key = containers[0]?.at(-2);
    const shape = shapeOf(['servers']);
    problems.error('rootNotAnObject', holder, { shape, ...(key !== undefined && { key }) });
  }
  const found: Property[] = [];
  for (const property of holder?.type === 'object' ? properties(holder) : []) {
    const { name } = property;
    if (topKeys.has(name)) found.push(property);
    else if (!ignoredKeys.has(name)) reportStray(property, problems);
  }
  return lastOfEach(found, ({ name, key }, counting) =>
    problems.duplicate('duplicateKey', key, counting.key, { key: name }),
  );
}

/** True for a property at the top that is an entry and belongs into `servers`. */
export function isBareServer({ name, value }: Pick<Property, 'name' | 'value'>): boolean {
  return !topKeys.has(name) && !ignoredKeys.has(name) && isEntry(value);
}

/** Reports the probable meaning of a property that VS Code's format does not have at the top. */
function reportStray({ name, key, value }: Property, problems: ProblemList): void {
  if (propertyNamed(value, 'servers') !== undefined && nestings.has(name)) {
    problems.error('nestedServers', key, { key: name, shape: shapeOf(['servers']) });
  } else if (isBareServer({ name, value })) {
    problems.error('bareServer', key, { server: name });
  } else if (containerKeys.has(name)) {
    problems.error('wrongTopLevelKey', key, { key: name, expected: 'servers' });
  } else {
    problems.warning('unknownKey', key, { key: name });
  }
}

/** `undefined` where `inputs` cannot be read, so that nothing is known of its ids. */
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

/** The entries of all containers of another host's file that count for this source. */
function entriesIn(
  dialect: Dialect,
  source: ConfigSource,
  context: ReadContext,
): readonly Property[] {
  const { root } = context.document;
  if (root === undefined) return [];
  const named = dialect.containers.filter((path) => path.length > 0);
  // A host with projects in one file has a container for each. A source with a folder means one project.
  const isProject = source.folder !== undefined && named.some((path) => path.includes('*'));
  const counting = named.filter((path) => path.includes('*') === isProject);
  const found = counting.flatMap((path) => nodesAt(root, path, source.folder));
  if (found.length > 0) return found.flatMap((node) => entriesOf(node, dialect, context));
  if (named.length < dialect.containers.length) return bareEntries(root, dialect, context);
  if (root.type !== 'object') reportRoot(root, dialect, context);
  return [];
}

function reportRoot(root: Node, { containers }: Dialect, { problems }: ReadContext): void {
  problems.error('rootNotAnObject', root, { shape: shapeOf(containers[0] ?? []) });
}

function nodesAt(root: Node, path: readonly string[], folder: string | undefined): readonly Node[] {
  let nodes: readonly Node[] = [root];
  for (const key of path) {
    nodes = nodes.flatMap((node) => {
      if (key !== '*') return propertyNamed(node, key)?.value ?? [];
      if (node.type !== 'object') return [];
      return properties(node)
        .filter(({ name }) => isSamePath(name, folder))
        .map(({ value }) => value);
    });
  }
  return nodes;
}

/** Hosts write a path of Windows with either slash, and the letter of its drive in either case. */
function isSamePath(written: string, folder: string | undefined): boolean {
  return folder !== undefined && plainPath(written) === plainPath(folder);
}

function plainPath(path: string): string {
  const slashes = /^[a-z]:/i.test(path) ? path.replaceAll('\\', '/') : path;
  const end = slashes.length > 1 && slashes.endsWith('/') ? slashes.length - 1 : slashes.length;
  return slashes.slice(0, end).replace(/^[a-z]:/i, (drive) => drive.toLowerCase());
}

/** The entries of one container. Hosts take an array or `null` as well, VS Code does not. */
function entriesOf(
  container: Node | undefined,
  { containers, isVsCode }: Dialect,
  context: ReadContext,
): readonly Property[] {
  if (container === undefined) return [];
  if (container.type === 'object') return properties(container);
  if (container.type === 'array' && !isVsCode) return listed(container, context);
  const key = containers[0]?.at(-1) ?? '';
  if (container.type !== 'null' || isVsCode)
    context.problems.error('serversNotAnObject', container, { key });
  return [];
}

/** The elements of an array by their `name`; one that refers to something else has none. */
function listed(array: Node, { document, problems }: ReadContext): readonly Property[] {
  return (array.children ?? []).flatMap((node) => {
    if (!document.isWhole(node)) return [];
    if (node.type !== 'object') {
      problems.error('notAnObject', node, { key: '' });
      return [];
    }
    const own = properties(node);
    const name = own.find((property) => property.name === 'name');
    if (name?.value.type === 'string') {
      return [{ name: String(name.value.value), node, key: name.value, value: node }];
    }
    if (own.some((property) => property.name === 'uses')) return [];
    problems.error('missing', name?.value ?? node, { key: 'name' });
    return [];
  });
}

/** The entries of a file without a wrapper: the root's properties that are objects, or its elements. */
function bareEntries(root: Node, dialect: Dialect, context: ReadContext): readonly Property[] {
  const isList = dialect.syntax === 'yaml';
  if (root.type === 'array' && isList) return listed(root, context);
  if (root.type !== 'object') reportRoot(root, dialect, context);
  if (root.type !== 'object' || isList) return [];
  return properties(root).filter(({ name, key, value }) => {
    if (name === 'servers' && value.type === 'object' && !isEntry(value)) {
      context.problems.error('wrongTopLevelKey', key, { key: name, expected: 'mcpServers' });
      return false;
    }
    return value.type === 'object';
  });
}
