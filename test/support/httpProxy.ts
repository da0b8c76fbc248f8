import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { listenHere } from './listenHere';

/** A proxy for HTTP, at which every host is this machine. */
export class HttpProxy {
  /** The first lines of what it was asked for, with the credentials. */
  readonly asked: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((incoming, response) => this.#forward(incoming, response));

  constructor(
    /** `user:password` without which it refuses everything. */
    private readonly credentials?: string,
  ) {
    this.#server.on('connect', (incoming: IncomingMessage, socket: Socket) =>
      this.#tunnel(incoming, socket),
    );
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
  }

  /** With the credentials. */
  get url(): string {
    const { port } = this.#server.address() as AddressInfo;
    const user = this.credentials === undefined ? '' : `${this.credentials}@`;
    return `http://${user}127.0.0.1:${port}`;
  }

  async listen(): Promise<this> {
    await listenHere(this.#server);
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.#sockets.delete(socket));
  }

  #allows({ method, url, headers }: IncomingMessage): boolean {
    this.asked.push(`${method} ${url}`);
    if (this.credentials === undefined) return true;
    const wanted = Buffer.from(this.credentials).toString('base64');
    return headers['proxy-authorization'] === `Basic ${wanted}`;
  }

  #tunnel(incoming: IncomingMessage, socket: Socket): void {
    if (!this.#allows(incoming)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    const port = Number(incoming.url?.split(':').at(-1));
    const target = net.connect({ host: '127.0.0.1', port });
    this.#keep(target);
    target.once('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    target.once('close', () => socket.destroy());
    socket.once('close', () => target.destroy());
  }

  #forward(incoming: IncomingMessage, response: ServerResponse): void {
    if (!this.#allows(incoming)) {
      response.writeHead(407).end();
      return;
    }
    const { port, pathname, search, host } = new URL(incoming.url ?? '');
    const { method, headers } = incoming;
    const target = request(
      { host: '127.0.0.1', port, path: pathname + search, method, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    target.on('error', () => response.destroy());
    response.once('close', () => target.destroy());
    incoming.pipe(target);
  }
}
