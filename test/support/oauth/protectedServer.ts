import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthSettings } from '../../../src/ipc/authorization';
import type { ResolvedHttp } from '../../../src/ipc/launch';
import {
  startFakeHttpServer,
  type FakeHttpOptions,
  type FakeHttpServer,
} from '../fakeServer/fakeHttpServer';
import { listenHere } from '../listenHere';
import { AuthorizationServer, notFound, type AuthorizationOptions } from './authorizationServer';

/** How a server of the tests is protected. */
export interface ProtectionOptions {
  readonly server?: FakeHttpOptions;
  readonly authorization?: AuthorizationOptions;
  /** Where its metadata stand: at the place that its refusals name, at a well-known one, or nowhere. */
  readonly describes?: 'named' | 'path' | 'root' | 'nothing';
  /** Answers every other path by a page. */
  readonly servesPages?: boolean;
  /** What it calls itself in `resource`. */
  readonly callsItself?: string;
  /** The authorization server that it names; its own unless given. */
  readonly authorizationServer?: string;
  /** The scope that its refusals name. */
  readonly scope?: string;
  readonly scopes?: readonly string[];
  /** Scopes that tool calls need besides. */
  readonly callScope?: string;
}

/** A fake MCP server behind a http that lets only the tokens of an authorization server in. */
export class ProtectedServer {
  /** How many requests were refused, by status. */
  readonly refused: number[] = [];
  /** What asking for its metadata is answered with for the time being. */
  metadataStatus: number | undefined;
  readonly #http = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  private constructor(
    private readonly options: ProtectionOptions,
    readonly mcp: FakeHttpServer,
    /** May be replaced: the server is moved to another authorization server then. */
    public issuer: AuthorizationServer,
  ) {}

  static async start(options: ProtectionOptions = {}): Promise<ProtectedServer> {
    const issuer = await new AuthorizationServer(options.authorization).listen();
    const mcp = await startFakeHttpServer(options.server);
    const server = new ProtectedServer(options, mcp, issuer);
    await listenHere(server.#http);
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }
  get url(): string {
    return `${this.origin}/mcp`;
  }

  launch(oauth?: OAuthSettings): ResolvedHttp {
    return { type: 'http', url: this.url, headers: {}, ...(oauth && { oauth }) };
  }

  async close(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await Promise.all([once(this.#http, 'close'), this.mcp.close(), this.issuer.close()]);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', this.origin).pathname;
    if (path !== '/mcp') return this.#describe(path, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const grant = this.issuer.access.get(token);
    const { callScope } = this.options;
    const isCall = body.includes('"tools/call"');
    if (!grant) return this.#refuse(response, 401, this.options.scope);
    if (isCall && callScope && !grant.scope.split(' ').includes(callScope)) {
      return this.#refuse(response, 403, callScope);
    }
    const { method, headers } = request;
    const inner = httpRequest(this.mcp.url, { ...(method && { method }), headers });
    inner.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    inner.once('error', () => response.destroy());
    response.once('close', () => inner.destroy());
    inner.end(body);
  }

  #refuse(response: ServerResponse, status: 401 | 403, scope: string | undefined): void {
    this.refused.push(status);
    const { describes = 'named' } = this.options;
    const where = `resource_metadata="${this.origin}/named-metadata"`;
    const parts = [
      status === 403 ? 'error="insufficient_scope"' : 'error="invalid_token"',
      ...(scope ? [`scope="${scope}"`] : []),
      ...(describes === 'named' ? [where] : []),
    ];
    response.writeHead(status, { 'www-authenticate': `Bearer ${parts.join(', ')}` }).end();
  }

  #describe(path: string, response: ServerResponse): void {
    const { describes = 'named', callsItself, scopes } = this.options;
    const places = {
      named: '/named-metadata',
      path: '/.well-known/oauth-protected-resource/mcp',
      root: '/.well-known/oauth-protected-resource',
      nothing: undefined,
    };
    if (this.metadataStatus) return void response.writeHead(this.metadataStatus).end();
    if (path !== places[describes]) return notFound(response, this.options);
    const metadata = {
      resource: callsItself ?? this.url,
      authorization_servers: [this.options.authorizationServer ?? this.issuer.issuer],
      ...(scopes && { scopes_supported: scopes }),
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
  }
}
