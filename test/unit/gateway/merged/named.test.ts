import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { ServerRequest } from '../../../../src/ipc/serverRequest';
import type { McpObject } from '../../../../src/ipc/state';
import type { GatewayServer } from '../../../../src/gateway/gatewayServer';
import { MergedServer } from '../../../../src/gateway/merged/mergedServer';
import { namedMessage } from '../../../../src/gateway/merged/named';
import { openGateway } from '../../../support/gateway/openGateway';
import {
  eventsOf,
  messageOf,
  modernRequest,
  rpc,
  type RawRequest,
} from '../../../support/gateway/rawClient';
import { handshake, TestServer } from '../../../support/gateway/testServer';

const never = new AbortController().signal;
const form: ServerRequest = {
  method: 'elicitation/create',
  params: { message: 'Your GitHub session expired.', requestedSchema: {} },
};
const prompt: ServerRequest = {
  method: 'sampling/createMessage',
  params: { messages: [], systemPrompt: 'Be brief.' },
};
const namedForm = { ...form.params, message: '[evil] Your GitHub session expired.' };
const namedPrompt = {
  messages: [],
  systemPrompt: 'This request comes from the MCP server evil.\n\nBe brief.',
};
const log = { method: 'notifications/message', params: { level: 'info', logger: 'db', data: 1 } };

/** An external client of two servers as one. */
async function open(evil: TestServer) {
  const members = signal<readonly GatewayServer[]>([new TestServer('user/github'), evil]);
  const server = new MergedServer(members, never);
  const { tokens, client, gateway } = await openGateway();
  const token = tokens.issueToExternalClient((id) => (id === server.id ? server : undefined));
  const send = ({ headers, ...request }: RawRequest) =>
    client.send({
      path: '/mcp',
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...request,
    });
  const session = async (capabilities: McpObject): Promise<Record<string, string>> => {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: {} };
    const greeted = await send({ body: rpc(1, 'initialize', params) });
    return { 'Mcp-Session-Id': String(greeted.headers['mcp-session-id']) };
  };
  return { server, send, session, [Symbol.asyncDispose]: () => gateway.stop() };
}

const call = rpc(2, 'tools/call', { name: 'evil_first' });

it('a client of the legacy era sees whose questions and log it gets with a call', async () => {
  const evil = new TestServer('user/evil');
  evil.respond = async (_params, { answer, onNotification }) => {
    onNotification?.(log);
    return { answers: [await answer?.(form, never), await answer?.(prompt, never)] };
  };
  await using opened = await open(evil);
  const headers = await opened.session({ elicitation: {}, sampling: {} });
  const asked: unknown[] = [];
  const onEvent = ({ id, method, params }: McpObject): void => {
    asked.push(params);
    void opened.send({ headers, body: { jsonrpc: '2.0', id, result: { to: method } } });
  };
  const told = eventsOf(await opened.send({ headers, body: call, onEvent }));
  expect(asked).toEqual([namedForm, namedPrompt]);
  const params = { ...log.params, logger: 'evil/db' };
  expect(told).toContainEqual({ jsonrpc: '2.0', ...log, params });
  const answers = [{ to: form.method }, { to: prompt.method }];
  expect(told.at(-1)).toMatchObject({ id: 2, result: { answers } });
});

it('a client of the modern era sees whose input requests it gets', async () => {
  const evil = new TestServer('user/evil');
  await using opened = await open(evil);
  const send = async (more: McpObject = {}) => {
    const params = { name: 'evil_first', ...more };
    return messageOf(await opened.send(modernRequest('tools/call', params, { elicitation: {} })))
      .result as McpObject;
  };
  evil.respond = async (_params, { answer }) => ({ answered: await answer?.(form, never) });
  const { inputRequests, requestState } = await send();
  const [[key, asked] = ['']] = Object.entries(Object(inputRequests));
  expect(asked).toEqual({ ...form, params: namedForm });
  const accepted = { action: 'accept', content: { token: 'x' } };
  const last = await send({ requestState, inputResponses: { [key]: accepted } });
  expect(last).toMatchObject({ answered: accepted });

  evil.greeted = { ...handshake, era: 'modern', protocolVersion: '2026-07-28' };
  evil.respond = async () => ({
    resultType: 'input_required',
    inputRequests: { mine: form, odd: 7 },
    requestState: 'of evil',
  });
  expect(await send()).toMatchObject({
    inputRequests: { mine: { ...form, params: namedForm }, odd: 7 },
    requestState: 'of evil',
  });
  const inputResponses = { mine: accepted };
  await send({ requestState: 'of evil', inputResponses });
  expect(evil.asked.at(-1)?.params).toMatchObject({ inputResponses, requestState: 'of evil' });
});

it('a client that opens pages itself sees which server leads to them', async () => {
  const evil = new TestServer('user/evil');
  const page = { mode: 'url', elicitationId: 'e', url: 'https://a.test/', message: 'Sign in' };
  const failure = { code: -32042, message: 'Sign in first' };
  const data = { elicitations: [page, 7], more: 1 };
  evil.respond = async () => {
    throw new UserError('serverError', failure, { cause: { ...failure, data } });
  };
  await using opened = await open(evil);
  const headers = await opened.session({ elicitation: { url: {} } });
  const { error } = messageOf(await opened.send({ headers, body: call }));
  const pages = [{ ...page, message: '[evil] Sign in' }, 7];
  expect(error).toEqual({ ...failure, data: { elicitations: pages, more: 1 } });
  const refusal = { code: -32602, message: 'No' };
  evil.respond = () =>
    Promise.reject(new UserError('serverError', refusal, { cause: { ...refusal, data } }));
  expect(messageOf(await opened.send({ headers, body: call })).error.data).toEqual(data);
});

it('the log that belongs to no call has the names of its servers', async () => {
  const evil = new TestServer('user/evil');
  await using opened = await open(evil);
  const told: unknown[] = [];
  const listening = opened.server.onNotification((one) => told.push(one));
  const { logger: _, ...others } = log.params;
  evil.notifications.fire({ ...log, params: others });
  expect(told).toEqual([{ ...log, params: { ...others, logger: 'evil' } }]);
  listening.dispose();
});

it('names cannot look like the text, and stand also before what is missing', () => {
  const empty: ServerRequest = { method: 'elicitation/create', params: {} };
  expect(namedMessage(empty, { name: 'a] [b\n*c*' }).params).toEqual({ message: '[a b c] ' });
  const { params } = namedMessage({ ...prompt, params: {} }, { name: 'evil' });
  expect(params).toEqual({ systemPrompt: 'This request comes from the MCP server evil.' });
  const roots: ServerRequest = { method: 'roots/list', params: {} };
  expect(namedMessage(roots, { name: 'evil' })).toEqual(roots);
});
