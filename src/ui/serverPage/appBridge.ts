import * as z from 'zod/mini';
import { settlesWithin } from '../../base/abort';
import { messageOf } from '../../base/errors';
import { mcpObjectSchema, type McpObject, type Tool } from '../../ipc/state';
import { rpcCodes } from '../../protocol/rpcCodes';
import { clientInfo } from '../../protocol/meta';
import { editorMethods, type EditorMethod } from './appMethods';

/** The revision of the extension `io.modelcontextprotocol/ui` that is spoken with apps. */
export const appRevision = '2026-01-26';

/** The way to an app and to the editor. */
export interface AppPort {
  /** Posts a message to the app. */
  post(message: McpObject): void;
  /** Has the editor answer a request. Rejects with an error whose message the app gets. */
  request(method: EditorMethod, params: McpObject): Promise<McpObject>;
  /** Makes the frame so many pixels high. */
  resize(height: number): void;
}

/** The call whose result an app shows. */
export interface ShownCall {
  readonly tool: Tool;
  readonly arguments: McpObject;
  readonly result: McpObject;
}

/** Characters of a message as JSON, messages in a burst and a second, and requests at a time. */
const most = { characters: 1_000_000, burst: 100, perSecond: 20, open: 8 };

/** Milliseconds for an app to end, from its last answer on, and those in all, such as for a person's answer. */
const ending = { idle: 500, longest: 60_000 };

/** The id of the one request to an app. */
const endingId = 1;

const id = z.union([z.string().check(z.maxLength(200)), z.number()]);
const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.optional(id),
  /** Absent in a response. */
  method: z.optional(z.string().check(z.maxLength(200))),
  params: z.optional(mcpObjectSchema),
});

const paramsSchemas = {
  'tools/call': z.looseObject({ name: z.string(), arguments: z.optional(mcpObjectSchema) }),
  'resources/read': z.looseObject({ uri: z.string() }),
  'ui/open-link': z.looseObject({ url: z.string() }),
} satisfies Record<EditorMethod, z.ZodMiniType>;

const initializeSchema = z.looseObject({ protocolVersion: z.string() });
const sizeSchema = z.looseObject({ height: z.number().check(z.nonnegative()) });

/**
 * The host's side of an MCP App (extension `io.modelcontextprotocol/ui`): answers its messages, and tells it the
 * arguments and the result of its call. Everything that is not named here is refused. Messages are bounded in size,
 * rate and number, because the app is not ours.
 */
export class AppBridge {
  #isInitialized = false;
  #isTold = false;
  #open = 0;
  /** The time of the last answer of the editor. */
  #answeredAt = -Infinity;
  #tokens = most.burst;
  #filled: number;
  #onEnded: (() => void) | undefined;

  /** `context`: the host's context, as it is now; `now`: milliseconds. */
  constructor(
    private readonly port: AppPort,
    private readonly call: ShownCall,
    private readonly context: () => McpObject,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#filled = now();
  }

  /** Takes a message of the app; whatever is no message of JSON-RPC is dropped. */
  receive(data: unknown): void {
    const isDue = this.#takesToken();
    const { data: message } = messageSchema.safeParse(data);
    if (!message) return;
    const { id, method, params = {} } = message;
    if (method === undefined) {
      if (id === endingId) this.#onEnded?.();
      return;
    }
    if (id === undefined) {
      if (isDue) this.#notified(method, params);
      return;
    }
    void this.#answer(id, method, params, isDue);
  }

  /** Tells the app that the theme or another part of the context has changed. */
  contextChanged(): void {
    if (this.#isTold) this.#notify('ui/notifications/host-context-changed', this.context());
  }

  /** Tells an app that it ends. Resolves once it has answered or its time is over; it may save its work by then. */
  async tearDown(): Promise<void> {
    if (!this.#isTold) return;
    const ended = new Promise<void>((resolve) => (this.#onEnded = resolve));
    this.port.post({ jsonrpc: '2.0', id: endingId, method: 'ui/resource-teardown', params: {} });
    const until = this.now() + ending.longest;
    let rest: number = ending.idle;
    while (rest > 0 && this.now() < until && !(await settlesWithin(rest, ended)))
      rest = this.#open > 0 ? ending.idle : this.#answeredAt + ending.idle - this.now();
  }

  async #answer(
    id: string | number,
    method: string,
    params: McpObject,
    isDue: boolean,
  ): Promise<void> {
    try {
      if (!isDue) throw refused('Too many messages.');
      if (sizeOf(params) > most.characters) {
        throw new RpcFault(rpcCodes.invalidRequest, 'The message is too large.');
      }
      const result = await this.#handle(method, params);
      this.port.post({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const code = error instanceof RpcFault ? error.code : rpcCodes.refused;
      const message = messageOf(error);
      this.port.post({ jsonrpc: '2.0', id, error: { code, message } });
    }
  }

  async #handle(method: string, params: McpObject): Promise<McpObject> {
    if (method === 'ping') return {};
    if (method === 'ui/initialize') {
      parsed(initializeSchema, params);
      this.#isInitialized = true;
      return {
        protocolVersion: appRevision,
        hostInfo: clientInfo,
        hostCapabilities: { openLinks: {}, serverTools: {}, serverResources: {} },
        hostContext: { ...this.context(), toolInfo: { tool: this.call.tool } },
      };
    }
    // Only this mode is offered, and the answer names the mode that counts.
    if (method === 'ui/request-display-mode') return { mode: 'inline' };
    const asked = editorMethods.find((one) => one === method);
    if (!asked) throw new RpcFault(rpcCodes.methodNotFound, `Not offered here: ${method}`);
    if (!this.#isTold) throw new RpcFault(rpcCodes.invalidRequest, 'Not initialized.');
    const { name, arguments: given, uri, url } = parsed(paramsSchemas[asked], params);
    if (this.#open >= most.open) throw refused('Too many open requests.');
    this.#open += 1;
    try {
      // Only what is known is passed on.
      const known = { name, arguments: given, uri, url };
      return await this.port.request(asked, JSON.parse(JSON.stringify(known)) as McpObject);
    } finally {
      this.#open -= 1;
      this.#answeredAt = this.now();
    }
  }

  #notified(method: string, params: McpObject): void {
    if (method === 'ui/notifications/initialized') this.#begin();
    if (method !== 'ui/notifications/size-changed') return;
    const { data } = sizeSchema.safeParse(params);
    if (data) this.port.resize(data.height);
  }

  /** Tells the arguments and the result, once. */
  #begin(): void {
    if (!this.#isInitialized || this.#isTold) return;
    this.#isTold = true;
    this.#notify('ui/notifications/tool-input', { arguments: this.call.arguments });
    this.#notify('ui/notifications/tool-result', this.call.result);
  }

  #notify(method: string, params: McpObject): void {
    this.port.post({ jsonrpc: '2.0', method, params });
  }

  #takesToken(): boolean {
    const now = this.now();
    const earned = ((now - this.#filled) / 1_000) * most.perSecond;
    this.#tokens = Math.min(most.burst, this.#tokens + earned);
    this.#filled = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

/** An error as an app gets it. */
class RpcFault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

function refused(message: string): RpcFault {
  return new RpcFault(rpcCodes.refused, message);
}

function parsed(schema: z.ZodMiniType<McpObject>, params: McpObject): McpObject {
  const { data } = schema.safeParse(params);
  if (!data) throw new RpcFault(rpcCodes.invalidParams, 'The params are not valid.');
  return data;
}

/** Characters of a value as JSON; endless for what is none, such as a value that holds itself. */
function sizeOf(value: unknown): number {
  try {
    return JSON.stringify(value).length;
  } catch {
    return Infinity;
  }
}
