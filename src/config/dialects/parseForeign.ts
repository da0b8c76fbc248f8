import type { Node } from 'jsonc-parser';
import type { ConfigSource, Definition, ParsedConfig } from '../definition';
import type { ConfigDocument } from '../read/configDocument';
import type { ReadContext } from '../read/entryReader';
import { fingerprintOf } from '../fingerprint';
import { ProblemList, shapeOf } from '../read/problemList';
import { isEntry, lastOfEach, properties, propertyNamed, type Property } from '../read/properties';
import { variableStyleOf } from '../variableStyle';
import type { Dialect } from '../dialect';
import { dialects } from '../dialects';
import { parseForeignEntry } from './parseForeignEntry';

/**
 * Reads a file of another host. What is wrong in an entry becomes a problem with its range and costs
 * only that entry; whatever else stands in the file is none of our business.
 */
export function parseForeign(document: ConfigDocument, source: ConfigSource): ParsedConfig {
  const problems = new ProblemList(document);
  for (const fault of document.faults) problems.error('syntax', fault, { error: fault.error });
  const dialect = dialects[source.dialect];
  const style = variableStyleOf(source.dialect);
  const context: ReadContext = { document, problems, declaredInputs: undefined, style };
  const whole = entriesIn(dialect, source, context).filter(({ node }) => document.isWhole(node));
  const entries = lastOfEach(whole, ({ name, key }, counting) =>
    problems.duplicate('duplicateName', key, counting.key, { name }),
  );
  const definitions = [...entries.values()].flatMap((entry) => define(entry, source, context));
  return {
    definitions,
    inputs: [],
    problems: problems.all,
    complete: document.faults.length === 0,
  };
}

function define(
  entry: Property,
  source: ConfigSource,
  context: ReadContext,
): readonly Definition[] {
  const parsed = parseForeignEntry(entry, dialects[source.dialect], context);
  if (parsed === undefined) return [];
  const { launch, settings, unread } = parsed;
  const definition: Definition = {
    id: `${source.id}/${entry.name}`,
    name: entry.name,
    source,
    launch,
    inputs: [],
    range: context.document.range(entry.node),
    fingerprint: fingerprintOf(launch, []),
    ...(settings && { settings }),
    ...(unread.length > 0 && { unread }),
  };
  return [definition];
}

/** The entries of all containers that count for this source. */
function entriesIn(
  dialect: Dialect,
  source: ConfigSource,
  context: ReadContext,
): readonly Property[] {
  const { root } = context.document;
  if (root === undefined) return [];
  const named = dialect.containers.filter((path) => path.length > 0);
  const counting = named.filter((path) => path.includes('*') === hasProjects(dialect, source));
  const found = counting.flatMap((path) => nodesAt(root, path, source.folder));
  if (found.length > 0) return found.flatMap((node) => entriesOf(node, dialect, context));
  if (named.length < dialect.containers.length) return bareEntries(root, dialect, context);
  if (root.type !== 'object') wrongRoot(root, dialect, context);
  return [];
}

/** Says what the file should hold. */
function wrongRoot(root: Node, { containers }: Dialect, { problems }: ReadContext): void {
  problems.error('rootNotAnObject', root, { shape: shapeOf(containers[0] ?? []) });
}

/** A source with a folder is about that project only, where a host keeps projects in one file. */
function hasProjects({ containers }: Dialect, { folder }: ConfigSource): boolean {
  return folder !== undefined && containers.some((path) => path.includes('*'));
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

function entriesOf(
  container: Node,
  { containers }: Dialect,
  context: ReadContext,
): readonly Property[] {
  if (container.type === 'object') return properties(container);
  if (container.type === 'array') return listed(container, context);
  const key = containers[0]?.at(-1) ?? '';
  if (container.type !== 'null') context.problems.error('serversNotAnObject', container, { key });
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

/** A file without a wrapper: the properties of the root that are objects, or its elements. */
function bareEntries(root: Node, dialect: Dialect, context: ReadContext): readonly Property[] {
  if (root.type === 'array' && dialect.entries === 'array') return listed(root, context);
  if (root.type !== 'object') wrongRoot(root, dialect, context);
  if (root.type !== 'object' || dialect.entries === 'array') return [];
  return properties(root).filter(({ name, key, value }) => {
    if (name === 'servers' && value.type === 'object' && !isEntry(value)) {
      context.problems.error('wrongTopLevelKey', key, { key: name, expected: 'mcpServers' });
      return false;
    }
    return value.type === 'object';
  });
}
