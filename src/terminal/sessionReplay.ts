import { asText } from '../base/json';
import { metaKeys } from '../protocol/meta';
import type { RpcMessage, RpcRequest } from '../protocol/jsonRpc';
import type { McpObject } from '../ipc/state';
import { watchedLists } from '../gateway/clientSubscriptions';

/** What a client has said that counts for as long as it is there: another endpoint has to be told, too. */
export class SessionReplay {
  #initialize: RpcRequest | undefined;
  #level: McpObject | undefined;
  readonly #watched = new Map<string, McpObject>();

  /** Notes a request that was answered well. */
  note(request: RpcRequest): void {
    const { method, params = {} } = request;
    const uri = asText(params['uri']);
    if (method === 'initialize') this.#initialize = request;
    else if (method === 'logging/setLevel') this.#level = params;
    else if (method === 'resources/subscribe') this.#watched.set(uri, params);
    else if (method === 'resources/unsubscribe') this.#watched.delete(uri);
  }

  /** The handshake, where the client has made one. */
  get initialize(): McpObject | undefined {
    return this.#initialize?.params ?? (this.#initialize && {});
  }

  /** What to ask for after the handshake. */
  subscriptions(): readonly { readonly method: string; readonly params: McpObject }[] {
    const watches = Array.from(this.#watched.values(), (params) => ({
      method: 'resources/subscribe',
      params,
    }));
    return [
      ...(this.#level ? [{ method: 'logging/setLevel', params: this.#level }] : []),
      ...watches,
    ];
  }
}

/** That all lists may be other ones by now; `listening`: to a client of the modern era, for its request. */
export function listsChanged(listening?: RpcRequest): readonly RpcMessage[] {
  const _meta = listening && { [metaKeys.subscriptionId]: listening.id };
  return watchedLists.map((list) => ({
    jsonrpc: '2.0',
    method: `notifications/${list}/list_changed`,
    ...(_meta && { params: { _meta } }),
  }));
}
