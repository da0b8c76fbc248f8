import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listenHere } from './listenHere';
import { smallCatalogue, type CatalogueEntry } from './registryCatalogue';

/** How the registry behaves from now on. */
export type RegistryMode =
  | 'good'
  /** A page of HTML with status 200, as a sign-in page in between sends. */
  | 'html'
  /** JSON without a list. */
  | 'wrongShape'
  /** A second element that is no server, and a third without a name. */
  | 'oneBad'
  /** Status 500. */
  | 'error'
  /** Never answers. */
  | 'silent'
  /** Begins an answer and never ends it. */
  | 'stuck'
  /** Sends without end. */
  | 'huge'
  /** Cuts the connection amid an answer. */
  | 'cut'
  /** Sends elsewhere on the same server, where the answer is good. */
  | 'redirect'
  | 'redirectLoop';

/** What is there, and in what portions it is given. */
export interface RegistryOptions {
  readonly entries?: readonly CatalogueEntry[];
  /** Elements in a page at most, whatever was asked for. */
  readonly pageSize?: number;
  /** The versions of the API that are served. */
  readonly versions?: readonly string[];
  /** A path in front of the version. */
  readonly prefix?: string;
}

/** A registry on a port of its own, in this process. */
export class RegistryServer {
  /** Path and query of everything that was asked. */
  readonly requests: string[] = [];
  /** The headers of the last request. */
  headers: IncomingMessage['headers'] = {};
  mode: RegistryMode = 'good';
  /** Requests that are being answered. */
  open = 0;
  readonly #server: Server;
  #port = 0;

  constructor(private readonly options: RegistryOptions = {}) {
    this.#server = createServer((request, response) => {
      this.open += 1;
      response.once('close', () => (this.open -= 1));
      this.requests.push(request.url ?? '');
      this.headers = request.headers;
      this.#answer(new URL(request.url ?? '', 'http://localhost'), response);
    });
  }

  /** The address for the setting `roundhouse.registry`; stays valid after {@link close}. */
  get url(): string {
    return `http://127.0.0.1:${this.#port}${this.options.prefix ?? ''}`;
  }

  async listen(): Promise<this> {
    this.#port = await listenHere(this.#server);
    return this;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #answer(url: URL, response: ServerResponse): void {
    switch (this.mode) {
      case 'html':
        response.setHeader('content-type', 'text/html').end('<!doctype html><p>Sign in</p>');
        return;
      case 'wrongShape':
        sendJson(response, { servers: 'none' });
        return;
      case 'oneBad': {
        const [first, ...rest] = this.#entries;
        const bad = { server: { name: 'com.example.bad/bad', packages: 'npm' } };
        sendJson(response, { servers: [first, bad, { server: {} }, ...rest] });
        return;
      }
      case 'error':
        sendJson(response, { error: 'on fire' }, 500);
        return;
      case 'silent':
        return;
      case 'stuck':
        response.write('{"servers":');
        return;
      case 'huge':
        sendForever(response);
        return;
      case 'cut':
        response.write('{"servers":', () => response.destroy());
        return;
      case 'redirect':
        if (!url.searchParams.has('moved')) {
          url.searchParams.set('moved', 'yes');
          response.writeHead(307, { location: url.pathname + url.search }).end();
          return;
        }
        break;
      case 'redirectLoop':
        response.writeHead(307, { location: url.pathname }).end();
        return;
      case 'good':
    }
    this.#list(url, response);
  }

  get #entries(): readonly CatalogueEntry[] {
    return this.options.entries ?? smallCatalogue();
  }

  #list(url: URL, response: ServerResponse): void {
    const { versions = ['v0.1', 'v0'], prefix = '', pageSize = 30 } = this.options;
    if (!versions.some((version) => url.pathname === `${prefix}/${version}/servers`)) {
      sendJson(response, { error: 'not found' }, 404);
      return;
    }
    const search = (url.searchParams.get('search') ?? '').toLowerCase();
    const found = this.#entries.filter(({ server }) =>
      `${server.name} ${String(server['description'])}`.toLowerCase().includes(search),
    );
    const cursor = url.searchParams.get('cursor');
    const start = cursor === null ? 0 : found.findIndex(({ server }) => server.name === cursor) + 1;
    const wanted = Number(url.searchParams.get('limit') ?? 30);
    const servers = found.slice(start, start + Math.min(wanted, pageSize));
    const isLast = start + servers.length >= found.length;
    const nextCursor = isLast ? undefined : servers.at(-1)?.server.name;
    sendJson(response, { servers, metadata: { count: servers.length, nextCursor } });
  }
}

/** Starts a registry. */
export function startRegistry(options?: RegistryOptions): Promise<RegistryServer> {
  return new RegistryServer(options).listen();
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function sendForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  const send = (): void => {
    if (!response.destroyed) response.write(chunk, send);
  };
  send();
}
