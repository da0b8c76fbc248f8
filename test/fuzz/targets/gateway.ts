import {
  Agent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { signal } from '@preact/signals-core';
import { isObject } from '../../../src/base/json';
import { Gateway } from '../../../src/gateway/gateway';
import { MergedServer } from '../../../src/gateway/merged/mergedServer';
import { Tokens } from '../../../src/gateway/tokens';
import { describeReason, finder, TestServer } from '../../support/gateway/testServer';
import { Fault, holds, type Target } from '../target';
import { httpTexts, httpTextOf, httpWords, type HttpText } from './httpText';
import { jsonOf } from './pieces';

/** Milliseconds for an answer; nothing that is asked here has to be waited for. */
const patience = 9_000;
const statuses: readonly (number | undefined)[] = [
  200, 202, 204, 400, 401, 403, 404, 405, 406, 413, 415, 431,
];

/** Requests over HTTP to a gateway with a server of its own and one for all. */
export const gateway: Target = {
  name: 'gateway',
  reads: 'requests to the gateway, over HTTP',
  seeds: httpTexts,
  words: httpWords,
  async run(input) {
    opened ??= open();
    await (await opened).answer(httpTextOf(input));
  },
  quick: 30,
};

let opened: Promise<OpenGateway> | undefined;

/** Ends the gateway that the inputs went to. */
export async function closeGateway(): Promise<void> {
  const open = await opened;
  opened = undefined;
  await open?.close();
}

interface OpenGateway {
  answer(request: HttpText): Promise<void>;
  close(): Promise<void>;
}

async function open(): Promise<OpenGateway> {
  const server = new TestServer('user/one');
  const left = new AbortController();
  const merged = new MergedServer(signal([server]), left.signal);
  const tokens = new Tokens();
  const token = tokens.issue(finder(server));
  const externalClient = tokens.issueToExternalClient((id) =>
    id === merged.id ? merged : undefined,
  );
  const opened = await Gateway.start({ access: tokens, describe: describeReason, maxSessions: 20 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const own = '/servers/user%2Fone/mcp';
  const send = ({ method, path, headers, body }: HttpText): Promise<Answer | undefined> => {
    const bearer = { authorization: `Bearer ${path.startsWith('/mcp') ? externalClient : token}` };
    const accept = { accept: 'application/json, text/event-stream' };
    const { ['content-length']: _, ['transfer-encoding']: __, expect: ___, ...rest } = headers;
    const all = { ...bearer, ...accept, ...rest, connection: 'keep-alive' };
    return exchange({ port: opened.port, agent, method, path, headers: all }, body);
  };
  const greet = async (path: string, protocolVersion: string): Promise<string> => {
    const params = { protocolVersion, capabilities: { roots: {} }, clientInfo: {} };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const headers = { 'content-type': 'application/json' };
    const answer = await send({ method: 'POST', path, headers, body });
    return String(answer?.session);
  };
  const sessions = {
    session: await greet(own, '2025-11-25'),
    batching: await greet(own, '2025-03-26'),
    merged: await greet('/mcp', '2025-11-25'),
  };
  return {
    async answer(request) {
      const named = { ...request, headers: { ...request.headers } as Record<string, string> };
      const id = named.headers['mcp-session-id'];
      if (id !== undefined) {
        named.headers['mcp-session-id'] = id.replace(
          /\{(session|batching|merged)\}/,
          (_, name: keyof typeof sessions) => sessions[name],
        );
      }
      const answer = await send(named);
      if (answer) judge(named, answer);
      server.asked.length = 0;
      server.told.length = 0;
      server.urgencies.length = 0;
      server.guarded.calls.length = 0;
      server.guarded.asked.length = 0;
    },
    async close() {
      agent.destroy();
      left.abort();
      await opened.stop();
    },
  };
}

interface Answer {
  readonly status: number | undefined;
  readonly type: string;
  readonly session: string | undefined;
  readonly text: string;
}

/** `undefined` for what no client can send. A stream that stays open is left after its first piece. */
function exchange(options: RequestOptions, body: string): Promise<Answer | undefined> {
  return new Promise((resolve, reject) => {
    let sent: ReturnType<typeof httpRequest>;
    try {
      sent = httpRequest({ ...options, host: '127.0.0.1' });
    } catch {
      return resolve(undefined);
    }
    const late = setTimeout(() => {
      reject(new Fault('a request is not answered'));
      sent.destroy();
    }, patience);
    const done = (answer: Answer | undefined): void => {
      clearTimeout(late);
      resolve(answer);
    };
    sent.on('error', () => done(undefined));
    sent.on('response', (response) => {
      let text = '';
      const end = (): void => done(answerOf(response, text));
      const stays = sent.method === 'GET' || body.includes('subscriptions');
      response.setEncoding('utf8');
      response.on('data', (piece: string) => (text += piece));
      response.on('end', end).on('error', end);
      const isStream = response.headers['content-type'] === 'text/event-stream';
      if (!isStream || !stays) return;
      end();
      sent.destroy();
    });
    sent.end(body);
  });
}

function answerOf({ statusCode, headers }: IncomingMessage, text: string): Answer {
  const session = headers['mcp-session-id'];
  return {
    status: statusCode,
    type: headers['content-type'] ?? '',
    session: typeof session === 'string' ? session : undefined,
    text,
  };
}

/** Whoever asks is answered, under the id of the request, and never that something broke here. */
function judge(request: HttpText, { status, type, text }: Answer): void {
  holds(statuses.includes(status), `status ${status}`, () => text);
  if (text === '') return;
  const told = type === 'text/event-stream' ? eventsOf(text) : [jsonOf(text)].flat();
  const asked = [jsonOf(request.body)].flat().filter(isObject);
  const ids = new Set(asked.map(({ id }) => JSON.stringify(id ?? null)));
  for (const message of told) {
    if (!isObject(message)) throw new Fault('an answer that is no message', text);
    holds(message['jsonrpc'] === '2.0', 'an answer that is not JSON-RPC', () => text);
    if ('method' in message) continue;
    const { id = null } = message;
    holds(id === null || ids.has(JSON.stringify(id)), 'an answer to nothing', () => text);
    const { error } = message;
    const { data } = isObject(error) ? error : {};
    const isOurs = isObject(data) && data['code'] === 'unexpected';
    holds(!isOurs, 'an error of ours', () => text);
  }
}

function eventsOf(text: string): readonly unknown[] {
  const data = text.split('\n').filter((line) => line.startsWith('data: '));
  return data.map((line) => jsonOf(line.slice(6)));
}
