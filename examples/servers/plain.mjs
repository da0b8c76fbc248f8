// An MCP server without any SDK, as people write them by hand. It leaves what it does not know unanswered.
import { createInterface } from 'node:readline';

const reverse = {
  name: 'reverse',
  description: 'Turns a text around.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' } },
    required: ['text'],
  },
};

function initialize({ protocolVersion }) {
  return {
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'plain', version: '1.0.0' },
  };
}

function call({ name, arguments: given = {} }) {
  if (name !== reverse.name) return failure(`There is no tool ${name}.`);
  if (typeof given.text !== 'string') return failure('"text" must be a text.');
  return { content: [{ type: 'text', text: [...given.text].toReversed().join('') }] };
}

function failure(text) {
  return { content: [{ type: 'text', text }], isError: true };
}

const methods = {
  initialize,
  'tools/list': () => ({ tools: [reverse] }),
  'tools/call': call,
};

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const { id, method, params = {} } = JSON.parse(line);
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (id === undefined || !answer) continue;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: answer(params) })}\n`);
}
