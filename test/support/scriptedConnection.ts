import { Emitter } from '../../src/base/emitter';
import type { Reason } from '../../src/base/errors';
import type {
  Connect,
  Connection,
  ConnectOptions,
  RequestOptions,
} from '../../src/connection/connection';
import type { LogLevel } from '../../src/ipc/contract';
import type { McpObject } from '../../src/ipc/state';
import type { ListName } from '../../src/protocol/lists';

/** What a test looks at of a connection. */
export interface ScriptedConnection {
  readonly options: ConnectOptions;
  /** What was wanted of the server, in order: `level debug`, `watch a b`, `notify <method>`. */
  readonly wanted: string[];
  /** The requests, with what goes along with them. */
  readonly requests: { method: string; params: McpObject; options: RequestOptions }[];
  tell(method: string, params: McpObject): void;
  lose(reason: Reason): void;
}

/** What a scripted server does. */
export interface Script {
  readonly capabilities?: McpObject;
  /** Answers a request; without it every result is empty. */
  readonly answer?: (
    method: string,
    params: McpObject,
    options: RequestOptions,
  ) => Promise<McpObject>;
}

/** A way to connect without a server: what would cross the wire is recorded, what comes is scripted. */
export function scriptedConnect(script: Script = {}): {
  readonly connect: Connect;
  readonly opened: ScriptedConnection[];
} {
  const opened: ScriptedConnection[] = [];
  const connect: Connect = async (_launch, options) => open(script, options, opened);
  return { connect, opened };
}

function open(
  { capabilities = { tools: {}, resources: { subscribe: true }, logging: {} }, answer }: Script,
  options: ConnectOptions,
  opened: ScriptedConnection[],
): Connection {
  const told = new Emitter<{ method: string; params: McpObject }>();
  const lost = new Emitter<Reason>();
  const scripted: ScriptedConnection = {
    options,
    wanted: [],
    requests: [],
    tell: (method, params) => told.fire({ method, params }),
    lose: (reason) => lost.fire(reason),
  };
  opened.push(scripted);
  const note = async (text: string): Promise<void> => void scripted.wanted.push(text);
  return {
    handshake: {
      era: 'legacy',
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'scripted', version: '1' },
      capabilities,
    },
    readCatalog: async () => ({
      tools: [{ name: 'echo' }],
      prompts: [],
      resources: [],
      resourceTemplates: [],
      dropped: [],
    }),
    request: async (method, params, requestOptions = {}) => {
      scripted.requests.push({ method, params, options: requestOptions });
      return (await answer?.(method, params, requestOptions)) ?? {};
    },
    notify: (method) => note(`notify ${method}`),
    watchResources: (uris) => note(['watch', ...uris].join(' ')),
    setLogLevel: (level: LogLevel | undefined) => note(`level ${level}`),
    onListChanged: new Emitter<ListName>().event,
    onNotification: told.event,
    lastMessageAt: 0,
    onMessage: new Emitter<void>().event,
    onDoubt: new Emitter<void>().event,
    onLost: lost.event,
    close: async () => undefined,
  };
}
