import type { Node } from 'jsonc-parser';
import type { HttpLaunch, Launch, StdioLaunch } from '../definition';
import type { Span } from '../read/configDocument';
import { likelySecrets, type SecretSpot, type ValuePath } from '../likelySecrets';
import { lastOfEach, properties, type Property } from '../read/properties';
import { noSandboxRules } from '../read/readSandbox';
import { RawOffsets, type ConfigTree } from './configTree';

/** One entry as it stands in the text, mistakes included, so that fixes can change them. */
export interface EntryView {
  readonly name: string;
  readonly keys: ReadonlyMap<string, Property>;
  readonly stdio: StdioLaunch | undefined;
  readonly http: HttpLaunch | undefined;
}

/** A secret of an entry with its location in the text. */
export interface LocatedSecret extends SecretSpot {
  readonly server: string;
  /** The secret alone. */
  readonly span: Span;
}

/** Every whole entry of a file. */
export function entryViews(tree: ConfigTree): readonly EntryView[] {
  return tree.servers.map(entryView);
}

/** One entry of a file. */
export function entryView(property: Property): EntryView {
  const keys = lastOfEach(properties(property.value));
  return {
    name: property.name,
    keys,
    stdio: keys.has('command') ? stdioOf(keys) : undefined,
    http: keys.has('url') ? httpOf(keys) : undefined,
  };
}

/** The likely secrets in plain text in an entry, in the order of the text. */
export function secretsOf(entry: EntryView, { text }: ConfigTree): readonly LocatedSecret[] {
  const launches: readonly Launch[] = [entry.stdio, entry.http].filter((one) => one !== undefined);
  const nodeAt = valueNodes(entry);
  // The secrets of one value come in their order, so one pass over its text finds them all.
  const passes = new Map<Node, RawOffsets>();
  return launches
    .flatMap((launch) => likelySecrets(launch))
    .flatMap((spot) => {
      const node = nodeAt(spot.location);
      if (node?.type !== 'string') return [];
      const raw = passes.get(node) ?? new RawOffsets(text, node);
      passes.set(node, raw);
      const span = raw.span(spot.start, spot.text.length);
      return [{ ...spot, server: entry.name, span }];
    })
    .sort((a, b) => a.span.offset - b.span.offset);
}

/** Finds the nodes of values; lists those of each object once. */
function valueNodes({ keys }: EntryView): (location: ValuePath) => Node | undefined {
  const inObjects = new Map(
    ['env', 'headers', 'oauth'].map((key) => [key, valuesOf(keys.get(key)?.value)]),
  );
  return ([key, at]) => {
    const value = keys.get(key)?.value;
    if (at === undefined) return value;
    return typeof at === 'number' ? value?.children?.[at] : inObjects.get(key)?.get(at);
  };
}

function stdioOf(keys: ReadonlyMap<string, Property>): StdioLaunch {
  const args = keys.get('args')?.value;
  return {
    type: 'stdio',
    command: textOf(keys.get('command')?.value) ?? '',
    // A value that is no text keeps its index, so that the others keep theirs.
    args: args?.type === 'array' ? (args.children ?? []).map((item) => textOf(item) ?? '') : [],
    cwd: textOf(keys.get('cwd')?.value),
    env: textsOf(keys.get('env')?.value),
    envFile: textOf(keys.get('envFile')?.value),
    ...(keys.get('sandboxEnabled')?.value.value === true && { sandbox: noSandboxRules }),
  };
}

function httpOf(keys: ReadonlyMap<string, Property>): HttpLaunch {
  const oauth = textsOf(keys.get('oauth')?.value);
  return {
    type: textOf(keys.get('type')?.value) === 'sse' ? 'sse' : 'http',
    url: textOf(keys.get('url')?.value) ?? '',
    headers: textsOf(keys.get('headers')?.value),
    oauth: { clientSecret: oauth['clientSecret'], privateKey: oauth['privateKey'] },
  };
}

function textsOf(object: Node | undefined): Record<string, string> {
  return Object.fromEntries(
    Array.from(valuesOf(object), ([name, node]) => [name, textOf(node)] as const).filter(
      (pair): pair is readonly [string, string] => pair[1] !== undefined,
    ),
  );
}

function valuesOf(object: Node | undefined): ReadonlyMap<string, Node> {
  const all = object?.type === 'object' ? properties(object) : [];
  return new Map(all.map(({ name, value }) => [name, value]));
}

function textOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}
