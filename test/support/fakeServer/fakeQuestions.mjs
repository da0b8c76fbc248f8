// What a fake server asks of its client, and what it is told by it.

const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

const form = {
  message: 'How many?',
  requestedSchema: {
    type: 'object',
    properties: { count: { type: 'integer' } },
    required: ['count'],
  },
};
const prompt = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello?' } }],
  maxTokens: 10,
};

/** The questions of one server that wait for their answers. */
export function createQuestions() {
  const waiting = new Map();
  return {
    /** Resolves with the result or the error that the client gives. */
    ask(send, method, params) {
      const id = `question ${waiting.size + 1} ${Math.random()}`;
      send({ jsonrpc: '2.0', id, method, params });
      const answer = new Promise((resolve) => waiting.set(id, resolve));
      const withdraw = () =>
        send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      return { answer, withdraw };
    },
    /** Whether it was an answer. */
    answered({ id, method, result, error }) {
      if (method !== undefined || id === undefined) return false;
      waiting.get(id)?.(result ?? { error });
      return true;
    },
  };
}

const asking =
  (method, params) =>
  async ({ args, questions, push, send }) =>
    // `unbound`: not on the stream of the call, where there is one.
    text(await questions.ask(args.unbound ? push : send, method, params).answer);

/** Tools that ask; their result is the answer as JSON. */
export const askingTools = {
  ask_form: asking('elicitation/create', form),
  ask_model: asking('sampling/createMessage', prompt),
  ask_folders: asking('roots/list', {}),
  // Takes its question back as soon as its process gets a SIGUSR2, and says so.
  async ask_and_withdraw({ questions, send }) {
    const { answer, withdraw } = questions.ask(send, 'elicitation/create', form);
    process.once('SIGUSR2', withdraw);
    return text(await answer);
  },
  // What the client has wanted so far.
  told: ({ state }) => text(state.told),
};

/** The requests by which a client says what it wants to hear. */
export function listeningRequests(state) {
  const note = (line) => {
    state.told.push(line);
    return {};
  };
  return {
    'logging/setLevel': ({ level }) => note(`level ${level}`),
    'resources/subscribe': ({ uri }) => note(`watch ${uri}`),
    'resources/unsubscribe': ({ uri }) => note(`leave ${uri}`),
  };
}
