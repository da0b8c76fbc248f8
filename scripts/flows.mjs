// @ts-check
import { importersOf } from './imports.mjs';

/** @import { Imports } from './imports.mjs' */

/**
 * What a reader follows, as the files that it surely passes, without `src/` and `.ts`. Each inner list lies on one
 * side of a socket; the imports between two neighbours are walked.
 * @type {Readonly<Record<string, readonly (readonly string[])[]>>}
 */
const flows = {
  'entry → process': [
    [
      'ui/window/configFiles.editor',
      'config/read/parseConfig',
      'client/configuredServers',
      'client/configuredServers',
      'client/workspace',
      'client/hostConnection/hostClient',
    ],
    [
      'host/clientSession',
      'servers/serverHandle',
      'servers/supervisorLease',
      'servers/serverPool',
      'servers/supervisor',
      'connection/connect',
      'connection/transports/stdioTransport',
      'processes/serverProcess',
    ],
  ],
  'call → server → back': [
    [
      'gateway/gateway',
      'gateway/legacy/legacyEndpoint',
      'gateway/relay',
      'tools/callTool',
      'tools/callGuard',
      'servers/serverHandle',
      'servers/supervisor',
      'connection/mcpConnection',
      'protocol/jsonRpc',
      'connection/transports/stdioTransport',
    ],
  ],
  'crash → row': [
    [
      'connection/transports/stdioTransport',
      'connection/mcpConnection',
      'servers/supervisor',
      'servers/restarts',
      'servers/transition',
      'servers/serverHandle',
      'host/notifier',
    ],
    [
      'client/hostConnection/hostClient',
      'client/workspace',
      'ui/tree/treeNode',
      'ui/tree/serversView.editor',
    ],
  ],
  'box → chat': [
    [
      'ui/tree/serversView.editor',
      'client/policy/activeRules',
      'client/workspace',
      'client/hostConnection/hostClient',
    ],
    ['host/clientSession', 'servers/serverHandle', 'servers/modelCatalog'],
    ['gateway/gateway', 'gateway/relay', 'gateway/merged/mergedCatalog'],
  ],
  'form → person → back': [
    [
      'connection/incomingRequests',
      'connection/mcpConnection',
      'servers/serverClients',
      'servers/serverHandle',
    ],
    ['host/clientSession', 'ipc/serverRequest'],
    [
      'client/hostConnection/hostClient',
      'client/serverRequestHandlers',
      'ui/questions/windowQuestions.editor',
      'ui/questions/elicitation.editor',
    ],
  ],
};

/**
 * How many files a reader opens to follow each flow: those that it passes, those on the shortest way of imports
 * between them, and what only these import, as that is a part of one of them.
 * @param {Imports} imports
 * @returns {ReadonlyMap<string, number>}
 */
export function flowLengths(imports) {
  const importers = importersOf(imports);
  return new Map(
    Object.entries(flows).map(([name, parts]) => {
      const opened = new Set(parts.flatMap((part) => walk(part, imports, importers)));
      for (const file of opened)
        for (const one of imports.get(file) ?? [])
          if (importers.get(one)?.size === 1) opened.add(one);
      return [name, opened.size];
    }),
  );
}

/**
 * @param {readonly string[]} part
 * @param {Imports} imports
 * @param {Imports} importers
 */
function walk(part, imports, importers) {
  const passed = part.map((name) => `src/${name}.ts`);
  const missing = passed.filter((file) => !imports.has(file));
  if (missing.length > 0)
    throw new Error(`A flow passes a file that is not there: ${missing.join()}`);
  return passed.flatMap((to, index) => {
    const from = passed[index - 1];
    if (from === undefined) return [to];
    const way =
      between(from, to, [imports]) ??
      between(from, to, [importers]) ??
      between(from, to, [imports, importers]);
    if (!way) throw new Error(`No imports lead from ${from} to ${to}`);
    return way;
  });
}

/**
 * The shortest way from one file to another, along any of the arrows, not over what everybody imports or what
 * puts a process together.
 * @param {string} from
 * @param {string} to
 * @param {readonly Imports[]} arrows
 */
function between(from, to, arrows) {
  /** @type {Map<string, string | undefined>} */
  const before = new Map([[from, undefined]]);
  for (const file of before.keys())
    for (const next of arrows.flatMap((arrow) => [...(arrow.get(file) ?? [])]))
      if (!before.has(next) && !/^src\/(base\/|\w+\.ts$)/.test(next)) before.set(next, file);
  if (!before.has(to)) return undefined;
  const way = [];
  for (let file = /** @type {string | undefined} */ (to); file; file = before.get(file))
    way.push(file);
  return way;
}
