import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayServer, Grant } from './gatewayServer';

/** One HTTP request that may come in: who asks, and which server for. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly grant: Grant;
  readonly server: GatewayServer;
  /** The client is a chat: it gives tools to models as it gets them, and leaves tasks to the gateway. */
  readonly forModels: boolean;
  /** The version of the definition that a window's chat has of the server. */
  readonly definition: string | undefined;
}
