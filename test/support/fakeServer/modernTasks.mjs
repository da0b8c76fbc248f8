// A stdio server of the modern era (2026-07-28) whose tools become tasks; without any SDK.
import { createInterface } from 'node:readline';

const extension = 'io.modelcontextprotocol/tasks';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const question = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
};
const tasks = new Map();
let cancelled = 0;

const text = (value) => ({ content: [{ type: 'text', text: value }] });
const complete = (result) => ({ resultType: 'complete', ...result });
const failure = (code, message) => ({ error: { code, message } });

/** What each look at the task of a tool finds. */
const looks = {
  greet: ({ answers }) =>
    answers
      ? [
          { status: 'working', statusMessage: 'knows' },
          { status: 'completed', result: text(`Hello, ${answers.who.content.name}!`) },
        ]
      : [{ status: 'input_required', statusMessage: 'asks', inputRequests: { who: question } }],
  fail: () => [{ status: 'failed', error: { code: -32603, message: 'rate limit' } }],
  endless: () => [{ status: 'working' }],
};

function look(taskId) {
  const task = tasks.get(taskId);
  if (!task) return failure(-32602, 'Task has expired');
  const states = looks[task.name](task);
  const state = states[Math.min(task.looks, states.length - 1)];
  task.looks += 1;
  return complete({ taskId, ttlMs: null, pollIntervalMs: 20, ...state });
}

function call({ name, _meta }) {
  if (name === 'cancelled') return complete(text(String(cancelled)));
  if (!_meta?.[capabilitiesKey]?.extensions?.[extension]) {
    return failure(-32021, 'Missing required client capability');
  }
  const taskId = `task-${tasks.size}-${name}`;
  if (name in looks) tasks.set(taskId, { name, looks: 0 });
  const state = { status: 'working', statusMessage: 'begins', ttlMs: null, pollIntervalMs: 20 };
  return { resultType: 'task', taskId, ...state };
}

const methods = {
  'server/discover': () =>
    complete({
      supportedVersions: ['2026-07-28'],
      serverInfo: { name: 'tasks', version: '1' },
      capabilities: { tools: {}, extensions: { [extension]: {} } },
    }),
  'tools/list': () => complete({ tools: Object.keys(looks).map((name) => ({ name })) }),
  'tools/call': call,
  'tasks/get': ({ taskId }) => look(taskId),
  'tasks/update'({ taskId, inputResponses }) {
    Object.assign(tasks.get(taskId), { answers: inputResponses, looks: 0 });
    return complete({});
  },
  'tasks/cancel'() {
    cancelled += 1;
    return complete({});
  },
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = methods[method]?.(params ?? {}) ?? failure(-32601, `No method ${method}`);
  const outcome = result.error ? { error: result.error } : { result };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`);
});
lines.on('close', () => process.exit(0));
