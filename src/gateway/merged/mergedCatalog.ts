import { ServerToolNames } from '../../protocol/serverToolNames';
import { asText, isObject } from '../../base/json';
import { memoLast } from '../../base/lazy';
import type { Catalog, McpObject } from '../../ipc/state';
import type { GatewayServer, Routed } from '../gatewayServer';

/** A server with its known catalogs. */
interface Member {
  readonly server: GatewayServer;
  /** The listed part. */
  readonly catalog: Catalog;
  /** The whole, with items that are refused on request. */
  readonly offered: Catalog;
}

type Named = { readonly name: string; readonly title?: unknown };

type Owners = ReadonlyMap<string, GatewayServer>;

/**
 * The lists of several servers as one. Tools and prompts have names that tell their servers. A resource belongs to the
 * first server that has it, and stays with that server.
 */
export class MergedCatalog {
  readonly catalog: Catalog;
  readonly #tools: ServerToolNames;
  readonly #prompts: ServerToolNames;
  readonly #servers: ReadonlyMap<string, GatewayServer>;
  readonly #resources: Owners;
  readonly #templates: Owners;
  /** Servers with resources of a scheme. */
  readonly #schemes = new Map<string, Set<GatewayServer>>();

  /** `before`: the former catalog of mostly the same servers, whose owners of resources stay. */
  constructor(members: readonly Member[], before?: MergedCatalog) {
    this.#servers = new Map(members.map(({ server }) => [server.id, server]));
    this.#tools = namesOf(members, 'tools');
    this.#prompts = namesOf(members, 'prompts');
    const uris = members.map(({ server, catalog }) => ({
      server,
      keys: catalog.resources.map(({ uri }) => uri),
    }));
    const templates = members.map(({ server, catalog }) => ({
      server,
      keys: catalog.resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    }));
    this.#resources = ownersOf(uris, before && before.#resources);
    this.#templates = ownersOf(templates, before && before.#templates);
    for (const { server, keys } of [...uris, ...templates]) {
      for (const key of keys) {
        const scheme = schemeOf(key);
        this.#schemes.set(scheme, (this.#schemes.get(scheme) ?? new Set()).add(server));
      }
    }
    this.catalog = {
      tools: members.flatMap(renamed('tools', this.#tools)),
      prompts: members.flatMap(renamed('prompts', this.#prompts)),
      resources: members.flatMap(({ server, catalog }) =>
        catalog.resources.filter(({ uri }) => this.#resources.get(uri) === server),
      ),
      resourceTemplates: members.flatMap(({ server, catalog }) =>
        catalog.resourceTemplates.filter(
          ({ uriTemplate }) => this.#templates.get(uriTemplate) === server,
        ),
      ),
      dropped: [],
    };
  }

  /** Routes a request; `undefined` if no known server has its target. */
  route(method: string, params: McpObject): Routed | undefined {
    switch (method) {
      case 'tools/call':
        return this.#named(this.#tools, params);
      case 'prompts/get':
        return this.#named(this.#prompts, params);
      case 'completion/complete':
        return this.#completed(params);
      default: {
        const server = this.serverOf(asText(params['uri']));
        return server && { server, params };
      }
    }
  }

  /** The name of a server's tool here. */
  nameOf({ id }: GatewayServer, tool: string): string | undefined {
    return this.#tools.of(id, tool);
  }

  /**
   * The server of a resource: the one that lists it, else the one whose matching template has the longest start. Else
   * the only server with resources of its scheme.
   */
  serverOf(uri: string): GatewayServer | undefined {
    const listed = this.#resources.get(uri);
    if (listed) return listed;
    let best: { readonly length: number; readonly server: GatewayServer } | undefined;
    for (const [template, server] of this.#templates) {
      // A template that fits everything says nothing.
      const length = template.search(/\{|$/);
      if (length > (best?.length ?? 0) && fits(template, uri)) best = { length, server };
    }
    if (best) return best.server;
    const [only, ...others] = this.#schemes.get(schemeOf(uri)) ?? [];
    return others.length === 0 ? only : undefined;
  }

  #named(names: ServerToolNames, params: McpObject): Routed | undefined {
    const found = names.resolve(asText(params['name']));
    const server = found && this.#servers.get(found.server);
    return found && server && { server, params: { ...params, name: found.item } };
  }

  #completed(params: McpObject): Routed | undefined {
    const { ref } = params;
    if (!isObject(ref)) return undefined;
    if (ref['type'] === 'ref/prompt') {
      const found = this.#named(this.#prompts, ref);
      return found && { server: found.server, params: { ...params, ref: found.params } };
    }
    const uri = asText(ref['uri']);
    const server = this.#templates.get(uri) ?? this.serverOf(uri);
    return server && { server, params };
  }
}

function namesOf(members: readonly Member[], list: 'tools' | 'prompts'): ServerToolNames {
  return new ServerToolNames(
    members.map(({ server: { id, name }, offered }) => ({ id, name, items: offered[list] })),
  );
}

/** The items of one list under their names. An item stays the same object while its name stays the same. */
function renamed<L extends 'tools' | 'prompts'>(list: L, names: ServerToolNames) {
  return ({ server: { id }, catalog }: Member): Catalog[L][number][] =>
    catalog[list].flatMap((item) => {
      const name = names.of(id, item.name);
      return name === undefined ? [] : [underName(item, name)];
    });
}

const underName = memoLast(<T extends Named>(item: T, name: string): T => ({
  ...item,
  name,
  title: item.title ?? item.name,
}));

/** The server of each key: the one before, else the first that has it. */
function ownersOf(
  listed: readonly { readonly server: GatewayServer; readonly keys: readonly string[] }[],
  before: Owners | undefined,
): Owners {
  const owners = new Map<string, GatewayServer>();
  for (const { server, keys } of listed) {
    for (const key of keys) if (before?.get(key) === server) owners.set(key, server);
  }
  for (const { server, keys } of listed) {
    for (const key of keys) if (!owners.has(key)) owners.set(key, server);
  }
  return owners;
}

/** True if a URI may be made of a template: its fixed parts are there, in their order (RFC 6570). */
function fits(template: string, uri: string): boolean {
  const parts = template.split(/\{[^{}]*\}/);
  const last = parts.pop() ?? '';
  let from = 0;
  for (const [at, part] of parts.entries()) {
    const found = at === 0 ? (uri.startsWith(part) ? 0 : -1) : uri.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  if (parts.length === 0) return uri === last;
  return uri.length - last.length >= from && uri.endsWith(last);
}

function schemeOf(uri: string): string {
  return uri.slice(0, Math.max(uri.indexOf(':'), 0)).toLowerCase();
}
