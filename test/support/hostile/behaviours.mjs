// What a hostile server may do, one behaviour each: how it answers a method, in the place of what a good server would.
//
// A behaviour gets `says`: `answer` and `fail` answer the request, `send` says any other message, `raw` puts text or
// bytes on the wire as they are, and `isOpen` tells whether anybody still reads. What floods waits for room on the
// wire, so that its own process stays small.

/**
 * @typedef {object} Says
 * @property {unknown} id of the request
 * @property {number} round how many requests of this method came before
 * @property {(result: unknown) => Promise<void>} answer
 * @property {(error: unknown) => Promise<void>} fail
 * @property {(message: object | string) => Promise<void>} send text is a message that is JSON already
 * @property {(bytes: string | Buffer) => Promise<void>} raw
 * @property {() => boolean} isOpen
 *
 * @typedef {(says: Says) => Promise<void> | void} Behaviour
 */

const megabyte = 1_000_000;
/** Of an answer that is just below the largest message. */
const longestText = 112 * 1_024 * 1_024 - 1_000;

/** Lists in each other. @param {number} levels */
const nested = (levels) => '['.repeat(levels) + ']'.repeat(levels);

/** @param {number} count @param {(index: number) => unknown} make */
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** @param {number} index @param {object} [more] */
const tool = (index, more) => ({
  name: `tool${index}`,
  description: 'Does nothing.',
  inputSchema: { type: 'object' },
  ...more,
});

const harm = tool(0, { name: 'harm' });

/** The text of a JSON-RPC answer whose result is JSON already. @param {unknown} id @param {string} result */
const answerText = (id, result) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;

/** Says something again and again, for as long as anybody reads. @param {(says: Says, count: number) => Promise<void>} once @returns {Behaviour} */
const forEver = (once) => async (says) => {
  for (let count = 0; says.isOpen(); count++) await once(says, count);
};

/** @param {(index: number) => object} make @returns {Behaviour} */
const floodOf = (make) => forEver((says, count) => says.send(make(count)));

/** @param {string} method @param {object} params */
const notification = (method, params = {}) => ({ jsonrpc: '2.0', method, params });

/** @param {string} method @param {object} params @returns {(index: number) => object} */
const question = (method, params) => (index) => ({
  jsonrpc: '2.0',
  id: `q${index}`,
  method,
  params,
});

/** A schema that is as large as two to the power of 40 when its references are followed. */
const doubling = {
  type: 'object',
  properties: { value: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    many(40, (index) => [
      `d${index}`,
      index === 39
        ? { type: 'integer' }
        : { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]),
  ),
};

/** @param {object} handshake @returns {Behaviour} */
const greets = (handshake) => (says) =>
  says.answer({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, resources: { subscribe: true }, logging: {} },
    serverInfo: { name: 'hostile', version: '1' },
    ...handshake,
  });

/** @param {() => object[]} tools @returns {Behaviour} */
const lists = (tools) => (says) => says.answer({ tools: tools() });

/** @type {Readonly<Record<string, Readonly<Record<string, Behaviour>>>>} by name, then by method */
export const behaviours = {
  // The handshake
  'a handshake too deep': {
    initialize: ({ id, send }) =>
      send(
        answerText(
          id,
          `{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"x","version":"1","icons":${nested(6_000)}}}`,
        ),
      ),
  },
  'a handshake as deep as it may be': {
    initialize: ({ id, send }) =>
      send(
        answerText(
          id,
          `{"protocolVersion":"2025-11-25","capabilities":{"experimental":{"x":${nested(490)}}},"serverInfo":{"name":"x","version":"1"}}`,
        ),
      ),
  },
  'instructions of 50 MB': { initialize: greets({ instructions: 'x'.repeat(50 * megabyte) }) },
  '100,000 icons': {
    initialize: greets({
      serverInfo: {
        name: 'x',
        version: '1',
        icons: many(100_000, (index) => ({ src: `https://x/${index}` })),
      },
    }),
  },
  'a name of 10 MB': {
    initialize: greets({ serverInfo: { name: 'x'.repeat(10 * megabyte), version: '1' } }),
  },
  'a handshake that never comes': { initialize: () => undefined },
  'a handshake that ends the process': { initialize: () => process.exit(3) },
  'noise in the place of a handshake': {
    initialize: forEver((says) => says.raw('x'.repeat(65_536))),
  },

  // Lists
  'a million tools on one page': {
    'tools/list': ({ id, send }) =>
      send(
        answerText(
          id,
          `{"tools":[${many(1_000_000, (index) => `{"name":"t${index}","inputSchema":{}}`).join(',')}]}`,
        ),
      ),
  },
  'pages without an end': {
    'tools/list': (says) =>
      says.answer({ tools: [tool(says.round)], nextCursor: `page ${says.round}` }),
  },
  'one page again and again': {
    'tools/list': (says) => says.answer({ tools: [harm], nextCursor: 'same' }),
  },
  'a description of 20 MB': {
    'tools/list': lists(() => [{ ...harm, description: 'x'.repeat(20 * megabyte) }]),
  },
  'a name of 5 MB for a tool': {
    'tools/list': lists(() => [harm, tool(1, { name: 'x'.repeat(5 * megabyte) })]),
  },
  'descriptions of control characters': {
    'tools/list': lists(() =>
      many(1_000, (index) => tool(index, { description: '\u202e\u001b[2J\u3164'.repeat(1_000) })),
    ),
  },
  '15,000 tools that look alike': {
    'tools/list': lists(() =>
      many(15_000, (index) => tool(index, { name: `read${'\u200b'.repeat(index % 60)}${index}` })),
    ),
  },
  '100,000 tools of one name': { 'tools/list': lists(() => many(100_000, () => harm)) },
  'a schema that refers to itself twice, forty times': {
    'tools/list': lists(() => [{ ...harm, outputSchema: doubling }]),
    'tools/call': (says) => says.answer({ content: [], structuredContent: { value: 1 } }),
  },
  'a pattern that takes for ever': {
    'tools/list': lists(() => [
      {
        ...harm,
        inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
        outputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      },
    ]),
    'tools/call': (says) =>
      says.answer({ content: [], structuredContent: { a: `${'a'.repeat(60)}!` } }),
  },
  'schemas of 2 MB each': {
    'tools/list': lists(() =>
      many(20, (index) =>
        tool(index, {
          inputSchema: {
            type: 'object',
            properties: Object.fromEntries(
              many(20_000, (at) => [`p${at}`, { type: 'string', description: 'x'.repeat(60) }]),
            ),
          },
        }),
      ),
    ),
  },
  'keys that mean something to JavaScript': {
    'tools/list': ({ id, send }) =>
      send(
        answerText(
          id,
          '{"tools":[{"name":"__proto__","inputSchema":{"type":"object","__proto__":{"x":1},"properties":{"constructor":{"get":1},"toString":{}}}},{"name":"harm","inputSchema":{"type":"object"}}],"__proto__":{"then":1}}',
        ),
      ),
  },
  'other tools with every look': {
    'tools/list': async (says) => {
      await says.answer({ tools: many(500, (index) => tool(says.round * 500 + index)) });
      await says.send(notification('notifications/tools/list_changed'));
    },
  },

  // Answers to a call
  'a result too deep': {
    'tools/call': ({ id, send }) => send(answerText(id, `{"content":${nested(100_000)}}`)),
  },
  'three million empty objects': {
    'tools/call': ({ id, send }) =>
      send(answerText(id, `{"content":[${'{},'.repeat(3 * megabyte)}{}]}`)),
  },
  'a million keys': {
    'tools/call': ({ id, send }) =>
      send(
        answerText(
          id,
          `{"content":[],"structuredContent":{${many(900_000, (index) => `"k${index}":1`).join(',')}}}`,
        ),
      ),
  },
  'an error whose message is a nest': {
    'tools/call': ({ id, send }) =>
      send(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":1,"message":${nested(50_000)}}}`,
      ),
  },
  'an error of 50 MB': {
    'tools/call': (says) => says.fail({ code: -32_000, message: 'x'.repeat(50 * megabyte) }),
  },
  'a text as long as it may be': {
    'tools/call': (says) =>
      says.answer({ content: [{ type: 'text', text: 'x'.repeat(longestText) }] }),
  },
  'a text as long as it may be, of wide characters': {
    'tools/call': (says) =>
      says.answer({ content: [{ type: 'text', text: `${'x'.repeat(longestText / 2)}\u2713` }] }),
  },
  'a text of 100 MB with one wide character': {
    'tools/call': (says) =>
      says.answer({ content: [{ type: 'text', text: `\u2713${'x'.repeat(100 * megabyte)}` }] }),
  },
  '240 MB of commas': {
    'tools/call': async ({ raw, id }) => {
      await raw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{}`);
      for (let count = 0; count < 80; count++) await raw(',{}'.repeat(megabyte));
      await raw(']}}\n\n');
    },
  },
  'a line without an end': { 'tools/call': forEver((says) => says.raw('"'.padEnd(65_536, 'x'))) },
  'a result without a result': {
    'tools/call': forEver((says) => says.send({ jsonrpc: '2.0', id: says.id, result: 7 })),
  },
  'the same answer for ever': {
    'tools/call': forEver((says) =>
      says.send({ jsonrpc: '2.0', id: says.id, result: { content: [] } }),
    ),
  },
  'answers to what nobody asked': {
    'tools/call': floodOf((index) => ({ jsonrpc: '2.0', id: 1e6 + index, result: {} })),
  },
  'progress for ever': {
    'tools/call': forEver((says, count) =>
      says.send(
        notification('notifications/progress', {
          progressToken: says.id,
          progress: count,
          message: 'x'.repeat(100),
        }),
      ),
    ),
  },
  'log messages for ever': {
    'tools/call': floodOf(() =>
      notification('notifications/message', { level: 'error', data: 'x'.repeat(200) }),
    ),
  },
  'changed lists for ever': {
    'tools/call': floodOf(() => notification('notifications/tools/list_changed')),
  },
  'changed resources for ever': {
    'tools/call': floodOf((index) =>
      notification('notifications/resources/updated', { uri: `x://${index}` }),
    ),
  },
  'pings for ever, and nothing is read': {
    'tools/call': async (says) => {
      process.stdin.pause();
      await floodOf(question('ping', {}))(says);
    },
  },
  'questions for ever': {
    'tools/call': floodOf(
      question('elicitation/create', {
        message: 'x',
        requestedSchema: { type: 'object', properties: {} },
      }),
    ),
  },
  'questions for a model for ever': {
    'tools/call': floodOf(question('sampling/createMessage', { messages: [], maxTokens: 1 })),
  },
  'folders asked for, for ever': { 'tools/call': floodOf(question('roots/list', {})) },
  'batches of 50,000': {
    'tools/call': forEver((says) =>
      says.send(
        many(50_000, () => notification('notifications/message', { level: 'info', data: 1 })),
      ),
    ),
  },
  'what is no JSON': { 'tools/call': forEver((says) => says.send('{"jsonrpc": "2.0", oops')) },
  'bytes that are no text': {
    'tools/call': forEver((says) => says.raw(Buffer.alloc(65_536, 0xff))),
  },
  'empty lines': { 'tools/call': forEver((says) => says.raw('\n'.repeat(65_536))) },
  'stderr for ever': {
    'tools/call': async ({ isOpen }) => {
      while (isOpen())
        await new Promise((resolve) => process.stderr.write('x'.repeat(65_535) + '\n', resolve));
    },
  },
  'an end after each call': { 'tools/call': () => process.exit(1) },
  'a call that is never answered': { 'tools/call': () => undefined },
};

/** The name of none of them: the server has good manners. */
export const goodBehaviour = 'good manners';

/** Words that a host with holes in it stumbles over; who starts the server does not say them. */
export const stumblingWords = ['for ever', 'at once', 'ever more', 'a while'];

/** @param {string} words @returns {string} as they are answered */
export const stumblingWord = (words) => words.replaceAll(' ', '-');

/** @type {Readonly<Record<string, Readonly<Record<string, Behaviour>>>>} */
export const stumblingBlocks = Object.fromEntries(
  stumblingWords.map((words) => [
    words,
    {
      'tools/call': (says) =>
        says.answer({ content: [{ type: 'text', text: stumblingWord(words) }] }),
    },
  ]),
);

/** @type {Readonly<Record<string, Behaviour>>} what a good server answers */
export const goodManners = {
  initialize: greets({}),
  ping: (says) => says.answer({}),
  'tools/list': lists(() => [harm]),
  'tools/call': (says) => says.answer({ content: [{ type: 'text', text: 'Done.' }] }),
  'resources/list': (says) => says.answer({ resources: [] }),
  'resources/templates/list': (says) => says.answer({ resourceTemplates: [] }),
  'logging/setLevel': (says) => says.answer({}),
};
