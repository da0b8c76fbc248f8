import { createServer, defaultConnectionHandler } from '@pondwader/socks5-server';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A SOCKS proxy at which every name but `unknown.test` is this machine. */
export class SocksProxy {
  /** The hosts and ports that it was asked for. */
  readonly asked: string[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #socks;
  readonly #listener = net.createServer((socket) => {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    this.#socks._handleConnection(socket);
  });

  /** `credentials`: the `user:password` without which it refuses everything. */
  constructor(private readonly credentials?: string) {
    const [username, password] = credentials?.split(':') ?? [];
    const auth = username && password ? { auth: { username, password } } : {};
    this.#socks = createServer(auth)
      .setRulesetValidator(({ destAddress }) => destAddress !== 'forbidden.test')
      .setConnectionHandler((connection, sendStatus) => {
        this.asked.push(`${connection.destAddress}:${connection.destPort}`);
        if (connection.destAddress === 'unknown.test') return sendStatus('HOST_UNREACHABLE');
        connection.destAddress = '127.0.0.1';
        defaultConnectionHandler(connection, sendStatus);
      });
  }

  /** With the credentials. */
  get url(): string {
    const { port } = this.#listener.address() as AddressInfo;
    const user = this.credentials === undefined ? '' : `${this.credentials}@`;
    return `socks5://${user}127.0.0.1:${port}`;
  }

  async listen(): Promise<this> {
    this.#listener.listen(0, '127.0.0.1');
    await once(this.#listener, 'listening');
    return this;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#listener.close();
    await once(this.#listener, 'close');
  }
}
