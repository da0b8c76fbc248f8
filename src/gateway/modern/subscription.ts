import { DisposableStore, type Disposable } from '../../base/disposable';
import { isObject } from '../../base/json';
import { listChanged, listFilter, listNames } from '../../protocol/lists';
import { metaKeys, metaOf } from '../../protocol/meta';
import type { Handshake, McpObject } from '../../ipc/state';
import { CatalogWatch, ClientSubscriptions, knownTo } from '../clientSubscriptions';
import type { EventStream } from '../httpResponse';
import type { GatewayServer } from '../gatewayServer';
import { notificationMessage, resultMessage, type PostedRequest } from '../messages';

/** The notifications of a subscription, as acknowledged. */
type Honoured = McpObject & { readonly resourceSubscriptions?: readonly string[] };

/** One `subscriptions/listen` of a client (2026-07-28, "Subscriptions"). */
export class Subscription implements Disposable {
  readonly #store = new DisposableStore();

  constructor(
    private readonly request: PostedRequest,
    private readonly stream: Pick<EventStream, 'send' | 'end' | 'onClose'>,
    server: GatewayServer,
    notifications: Honoured,
    /** The catalog at the time of the request, because its own start of the server may change that. */
    known = knownTo(server),
  ) {
    this.#send('notifications/subscriptions/acknowledged', { notifications });
    const subscriptions = this.#store.add(
      new ClientSubscriptions(({ method, params }) => {
        if (method === 'notifications/resources/updated') this.#send(method, params);
      }),
    );
    const watch = this.#store.add(
      new CatalogWatch((list) => {
        if (notifications[listFilter(list)]) this.#send(listChanged(list), {});
      }),
    );
    stream.onClose(() => this.#store.dispose());
    subscriptions.restore({ takesLog: false });
    subscriptions.follow(server);
    watch.follow(server, known);
    subscriptions.subscribe(notifications.resourceSubscriptions ?? []);
  }

  /** Ends it as a server does that goes. */
  dispose(): void {
    if (this.#store.disposed) return;
    this.#store.dispose();
    const { id } = this.request;
    const _meta = { [metaKeys.subscriptionId]: id };
    this.stream.send(resultMessage(id, { resultType: 'complete', _meta }));
    this.stream.end();
  }

  #send(method: string, params: McpObject): void {
    const _meta = { ...metaOf(params), [metaKeys.subscriptionId]: this.request.id };
    this.stream.send(notificationMessage(method, { ...params, _meta }));
  }
}

/** The part of a request's filter that the server can honour; list changes always count. */
export function honoured({ params }: PostedRequest, { capabilities }: Handshake): Honoured {
  const { notifications: filter } = params;
  if (!isObject(filter)) return {};
  const lists = listNames.filter((list) => capabilities[list] && filter[listFilter(list)] === true);
  const { resourceSubscriptions: uris } = filter;
  const { resources } = capabilities;
  const canWatch = isObject(resources) && resources['subscribe'] === true && Array.isArray(uris);
  return {
    ...Object.fromEntries(lists.map((list) => [listFilter(list), true])),
    ...(canWatch && { resourceSubscriptions: uris.filter((uri) => typeof uri === 'string') }),
  };
}
