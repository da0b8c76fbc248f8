import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { listenHere } from '../listenHere';

/** What an authorization server of the tests can do, and what it does wrong. */
export interface AuthorizationOptions {
  /** How it describes itself; `oauth` unless given. */
  readonly describes?: 'oauth' | 'openid' | 'nothing';
  readonly path?: string;
  /** Answers every other well-known path by a page, and gives all that it says the type of one. */
  readonly servesPages?: boolean;
  /** Takes anybody as a client who asks; so unless given. */
  readonly registers?: boolean;
  /** Takes the https address of a document as the id of a client. */
  readonly takesDocuments?: boolean;
  /** Clients that it knows, by id, with their secrets. */
  readonly clients?: Readonly<Record<string, string>>;
  readonly methods?: readonly string[];
  readonly scopes?: readonly string[];
  readonly withoutPkce?: boolean;
  /** What it calls itself in `issuer`; its own address unless given. */
  readonly callsItself?: string;
  /** What it says in `iss` of its answers. */
  readonly iss?: 'right' | 'wrong' | 'missing';
  readonly advertisesIss?: boolean;
  readonly forgesState?: boolean;
  /** The person says no. */
  readonly denies?: boolean;
  readonly tokenDelayMs?: number;
  /** What its description says besides, or in place of its own. */
  readonly describesAlso?: Readonly<Record<string, unknown>>;
}

/** Answers that nothing is at a path, or by the page that is at each. */
export function notFound(
  response: ServerResponse,
  { servesPages = false }: { readonly servesPages?: boolean },
): void {
  if (!servesPages) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>');
}

interface Grant {
  readonly client: string;
  readonly scope: string;
  /** Of tokens that came of the same sign-in. */
  readonly family: string;
}

interface Code extends Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly resource: string;
}

type Params = Readonly<Record<string, string>>;

/** An authorization server on a port of its own: codes with PKCE, refresh tokens that rotate, revocation. */
export class AuthorizationServer {
  readonly registrations: Record<string, unknown>[] = [];
  readonly authorizations: Params[] = [];
  /** What was sent to the token endpoint. */
  readonly tokenRequests: Params[] = [];
  readonly revoked: string[] = [];
  /** What its token endpoint answers for the time being. */
  troubled: { readonly status: number; readonly body: string } | undefined;
  /** Good access tokens with their scope. */
  readonly access = new Map<string, Grant>();
  readonly #clients = new Map<string, string | undefined>();
  readonly #codes = new Map<string, Code>();
  readonly #refresh = new Map<string, Grant>();
  readonly #used = new Map<string, Grant>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  constructor(private readonly options: AuthorizationOptions = {}) {
    for (const [id, secret] of Object.entries(options.clients ?? {})) this.#clients.set(id, secret);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  get issuer(): string {
    return `${this.origin}${this.options.path ?? ''}`;
  }

  async listen(): Promise<this> {
    await listenHere(this.#server);
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Access tokens are good no more; refresh tokens are. */
  expire(): void {
    this.access.clear();
  }

  /** Nothing that was given is good any more. */
  revokeAll(): void {
    this.access.clear();
    this.#refresh.clear();
  }

  /** Its clients are strangers from now on. */
  forgetClients(): void {
    this.#clients.clear();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin);
    const body = await text(request);
    if (url.pathname.includes('/.well-known/')) return this.#describe(url.pathname, response);
    const params = Object.fromEntries(new URLSearchParams(body));
    switch (url.pathname) {
      case '/authorize':
        return this.#authorize(Object.fromEntries(url.searchParams), response);
      case '/register':
        return this.#register(JSON.parse(body) as Record<string, unknown>, response);
      case '/token':
        return this.#token(withBasic(params, request.headers.authorization), response);
      case '/revoke':
        this.revoked.push(params['token'] ?? '');
        this.access.delete(params['token'] ?? '');
        this.#refresh.delete(params['token'] ?? '');
        return void response.writeHead(200).end();
      default:
        response.writeHead(404).end();
    }
  }

  #describe(path: string, response: ServerResponse): void {
    const { describes = 'oauth', path: own = '', scopes, callsItself } = this.options;
    const paths: Record<string, string[]> = {
      oauth: [`/.well-known/oauth-authorization-server${own}`],
      openid: [`${own}/.well-known/openid-configuration`],
      nothing: [],
    };
    if (!paths[describes]?.includes(path)) return notFound(response, this.options);
    const { registers = true, takesDocuments, methods, withoutPkce } = this.options;
    const { advertisesIss = true } = this.options;
    if (this.options.servesPages) response.setHeader('content-type', 'text/html');
    json(response, 200, {
      issuer: callsItself ?? this.issuer,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      revocation_endpoint: `${this.origin}/revoke`,
      jwks_uri: `${this.origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(registers && { registration_endpoint: `${this.origin}/register` }),
      ...(takesDocuments && { client_id_metadata_document_supported: true }),
      ...(!withoutPkce && { code_challenge_methods_supported: ['S256'] }),
      ...(methods && { token_endpoint_auth_methods_supported: methods }),
      ...(scopes && { scopes_supported: scopes }),
      ...(advertisesIss && { authorization_response_iss_parameter_supported: true }),
      ...this.options.describesAlso,
    });
  }

  #register(asked: Record<string, unknown>, response: ServerResponse): void {
    if (this.options.registers === false) return json(response, 403, { error: 'access_denied' });
    this.registrations.push(asked);
    const id = `client-${randomUUID()}`;
    const secret = asked['token_endpoint_auth_method'] === 'none' ? undefined : randomUUID();
    this.#clients.set(id, secret);
    json(response, 201, { ...asked, client_id: id, ...(secret && { client_secret: secret }) });
  }

  #authorize(asked: Params, response: ServerResponse): void {
    this.authorizations.push(asked);
    const { client_id: client = '', redirect_uri: redirectUri = '', state = '' } = asked;
    const isDocument = this.options.takesDocuments && client.startsWith('https://');
    if (!isDocument && !this.#clients.has(client)) return void response.writeHead(400).end('who?');
    const { iss = 'right', denies, forgesState } = this.options;
    const answer = new URL(redirectUri);
    answer.searchParams.set('state', forgesState ? 'forged' : state);
    if (iss !== 'missing') {
      answer.searchParams.set('iss', iss === 'right' ? this.issuer : 'https://evil.example');
    }
    if (denies) answer.searchParams.set('error', 'access_denied');
    else {
      const code = randomUUID();
      const { code_challenge: challenge = '', resource = '', scope = '' } = asked;
      const family = randomUUID();
      this.#codes.set(code, { client, scope, family, challenge, redirectUri, resource });
      answer.searchParams.set('code', code);
    }
    response.writeHead(302, { location: answer.href }).end();
  }

  async #token(params: Params, response: ServerResponse): Promise<void> {
    this.tokenRequests.push(params);
    const { tokenDelayMs } = this.options;
    if (tokenDelayMs !== undefined) await delay(tokenDelayMs);
    if (this.troubled) {
      return void response.writeHead(this.troubled.status).end(this.troubled.body);
    }
    const { client_id: client = '', client_secret: secret, grant_type: type } = params;
    const isDocument = this.options.takesDocuments && client.startsWith('https://');
    if (!isDocument && (!this.#clients.has(client) || this.#clients.get(client) !== secret)) {
      return json(response, 401, { error: 'invalid_client' });
    }
    if (type === 'client_credentials') {
      const family = randomUUID();
      return this.#give({ client, scope: params['scope'] ?? '', family }, response, false);
    }
    const grant = type === 'refresh_token' ? this.#rotate(params) : this.#redeem(params);
    if (grant?.client !== client) return json(response, 400, { error: 'invalid_grant' });
    this.#give(grant, response, true);
  }

  #redeem(params: Params): Grant | undefined {
    const code = this.#codes.get(params['code'] ?? '');
    this.#codes.delete(params['code'] ?? '');
    const proof = createHash('sha256')
      .update(params['code_verifier'] ?? '')
      .digest('base64url');
    const { redirect_uri: redirectUri, resource } = params;
    const isSame = code?.redirectUri === redirectUri && code?.resource === resource;
    return code && isSame && code.challenge === proof ? code : undefined;
  }

  /** A refresh token that is used twice was stolen: what came of its sign-in is good no more (RFC 9700, 4.14). */
  #rotate(params: Params): Grant | undefined {
    const token = params['refresh_token'] ?? '';
    const stolen = this.#used.get(token);
    if (stolen) {
      for (const tokens of [this.access, this.#refresh]) {
        for (const [one, { family }] of tokens) if (family === stolen.family) tokens.delete(one);
      }
    }
    const grant = this.#refresh.get(token);
    if (grant) this.#used.set(token, grant);
    this.#refresh.delete(token);
    return grant;
  }

  #give({ client, scope, family }: Grant, response: ServerResponse, refreshes: boolean): void {
    const grant = { client, scope, family };
    const access = `access-${randomUUID()}`;
    const refresh = `refresh-${randomUUID()}`;
    this.access.set(access, grant);
    if (refreshes) this.#refresh.set(refresh, grant);
    json(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(scope && { scope }),
      ...(refreshes && { refresh_token: refresh }),
    });
  }
}

function withBasic(params: Params, authorization: string | undefined): Params {
  if (!authorization?.startsWith('Basic ')) return params;
  const pair = Buffer.from(authorization.slice('Basic '.length), 'base64').toString();
  const [client_id = '', client_secret = ''] = pair.split(':');
  return { ...params, client_id, client_secret };
}

function json(response: ServerResponse, status: number, body: object): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'application/json');
  response.writeHead(status).end(JSON.stringify(body));
}
