// The protocol side of the fake servers, without any SDK and without a transport.
// One object of options composes a server; see `FakeOptions` in fakeMcp.d.mts for what each does.
import { fileRequests } from './fakeFiles.mjs';
import { pageOf, toolsOf } from './fakeLists.mjs';
import { isModern, modernRequests, roundTools } from './fakeModern.mjs';
import { askingTools, createQuestions, listeningRequests } from './fakeQuestions.mjs';
import { behaviours, later } from './fakeTools.mjs';

function capabilitiesOf(options) {
  return {
    tools: { listChanged: true },
    ...(options.prompts && { prompts: { listChanged: true } }),
    ...(options.resources && { resources: {} }),
    ...(options.files && { resources: { subscribe: true } }),
    ...options.capabilities,
  };
}

/** The methods that are not answered at all. */
function silentMethods(options) {
  return [...(options.silent ?? []), ...(options.hangInitialize ? ['initialize'] : [])];
}

function requestsOf(options, state, push) {
  return {
    async initialize({ protocolVersion }) {
      await later(options.slowStartMs ?? 0);
      return {
        protocolVersion: options.protocolVersion ?? protocolVersion,
        capabilities: capabilitiesOf(options),
        serverInfo: {
          name: 'fake',
          version: '1.0.0',
          ...(options.icons && { icons: options.icons }),
        },
        instructions: options.instructions ?? 'Use it for tests.',
      };
    },
    ping: () => ({}),
    async 'tools/list'({ cursor }) {
      if (options.slowListMs) await later(options.slowListMs);
      if (options.listChangedAfterList) push({ method: 'notifications/tools/list_changed' });
      return pageOf('tools', state.tools, options, cursor);
    },
    'prompts/list': () => ({
      prompts: (options.prompts ?? []).map((name) => ({
        name,
        description: options.descriptions?.[name],
      })),
    }),
    'resources/list': () => ({
      resources: (options.resources ?? []).map((uri) => ({ uri, name: uri })),
    }),
    // Its address says how many bytes it has: `fake:bytes/20000000`.
    'resources/read': ({ uri }) => ({
      contents: [
        { uri, blob: Buffer.alloc(Number(uri.split('/').at(-1)), 'x').toString('base64') },
      ],
    }),
  };
}

/**
 * A server for one client. `receive(message, send)` takes a message; answers and what belongs to a
 * request go to `send`, what the server says by itself goes to `io.push`.
 */
export function createFakeMcp(options, io) {
  const state = { tools: toolsOf(options), cancelled: [], calls: 0, muted: false, told: [] };
  const questions = createQuestions();
  const unlessMuted = (send) => (message) => void (state.muted || send(message));
  const push = unlessMuted((message) => {
    if (state.listening) state.listening(message);
    else io.push({ jsonrpc: '2.0', ...message });
  });
  const silent = silentMethods(options);
  const requests = {
    ...requestsOf(options, state, push),
    ...listeningRequests(state),
    ...(options.files && fileRequests(options.files, push)),
    ...(options.era && modernRequests(capabilitiesOf(options), state)),
    'tools/call': callTool,
  };

  async function callTool(params, send, id) {
    const behaviour =
      behaviours[params.name] ?? askingTools[params.name] ?? roundTools[params.name];
    if (!behaviour) return { error: { code: -32602, message: `Unknown tool ${params.name}` } };
    const progressToken = params._meta?.progressToken;
    const isCancelled = () => !options.ignoreCancel && state.cancelled.includes(id);
    const args = params.arguments ?? {};
    const call = {
      args,
      params,
      options,
      state,
      io,
      progressToken,
      push,
      send,
      isCancelled,
      questions,
    };
    const result = await behaviour(call);
    state.calls += 1;
    if (options.listChangedAfterCall) push({ method: 'notifications/tools/list_changed' });
    return result;
  }

  async function resultOf({ id, method, params }, send) {
    if (method === options.exitOn) io.exit(1);
    const isRefused = options.era === 'modern' && !isModern({ params });
    const isFailing = isRefused || (options.failing ?? []).includes(method);
    const handler = isFailing ? undefined : requests[method];
    if (handler) {
      return handler(params ?? {}, (message) => send({ jsonrpc: '2.0', ...message }), id);
    }
    return { error: { code: -32601, message: options.failure ?? `No method ${method}` } };
  }

  async function answer(message, send) {
    const { id, method } = message;
    if (silent.includes(method)) return;
    const result = await resultOf(message, send);
    if (result === undefined) return;
    if (options.strayAnswers) {
      for (const stray of [999_999, 'never asked']) send({ jsonrpc: '2.0', id: stray, result: {} });
    }
    const outcome = result?.error ? { error: result.error } : { result };
    send({ jsonrpc: '2.0', id, ...outcome });
    if (options.answerTwice) send({ jsonrpc: '2.0', id, ...outcome });
    afterAnswer(method);
  }

  function afterAnswer(method) {
    if (method === 'initialize' && options.exitAfterInitialize !== undefined) {
      io.exit(options.exitAfterInitialize);
    }
    if (options.exitAfterCalls && state.calls >= options.exitAfterCalls) io.exit(7);
    if (options.hangAfterCalls && state.calls >= options.hangAfterCalls) void io.hang?.(Infinity);
    if (options.muteAfterCalls && state.calls >= options.muteAfterCalls) state.muted = true;
  }

  return {
    async receive(message, send) {
      if (message.method === 'notifications/cancelled') {
        state.cancelled.push(message.params.requestId);
        io.note?.(`cancelled ${message.params.requestId}`);
      }
      if (message.method === 'notifications/roots/list_changed') state.told.push('roots changed');
      if (questions.answered(message)) return;
      if (message.method !== undefined && message.id !== undefined) {
        await answer(message, unlessMuted(send));
      }
    },
  };
}
