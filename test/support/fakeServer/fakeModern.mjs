// The modern era of the fake servers (2026-07-28); see `FakeOptions.era` in fakeMcp.d.mts.

const version = '2026-07-28';
const own = 'io.modelcontextprotocol/';
const text = (value) => ({ content: [{ type: 'text', text: JSON.stringify(value) }] });

/** What such a server answers; `state.listening` is where it tells its changes. */
export function modernRequests(capabilities, state) {
  return {
    'server/discover': () => ({
      resultType: 'complete',
      supportedVersions: [version],
      capabilities,
      instructions: 'Use it for tests.',
      _meta: { [`${own}serverInfo`]: { name: 'fake', version: '2.0.0' } },
    }),
    'subscriptions/listen'({ notifications }, send, id) {
      const _meta = { [`${own}subscriptionId`]: id };
      state.listening = (message) => send({ ...message, params: { ...message.params, _meta } });
      state.listening({
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications },
      });
    },
  };
}

/** Whether a request comes with what every modern one has to say. */
export function isModern({ params }) {
  return params?._meta?.[`${own}protocolVersion`] === version;
}

const form = { message: 'How many?', requestedSchema: { type: 'object', properties: {} } };

/** A tool that asks by its result, twice; the last result says what came with it. */
export const roundTools = {
  ask_rounds({ params }) {
    const { inputResponses, requestState } = params;
    if (requestState === undefined) {
      const inputRequests = { form: { method: 'elicitation/create', params: form } };
      return { resultType: 'input_required', inputRequests, requestState: ' {"round": 1} ' };
    }
    return { resultType: 'complete', ...text({ inputResponses, requestState }) };
  },
};
