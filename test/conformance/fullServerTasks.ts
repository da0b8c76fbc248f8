import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  type JSONRPCMessage,
  type McpServer,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { form, nameForm, once } from './fullServerQuestions';
import { text } from './fullServerTools';

type Fields = Readonly<Record<string, unknown>>;
/** What a task does until it has a result; what it throws is an error of the protocol. */
type Job = (task: Task, args: Fields) => Promise<object>;

const extension = 'io.modelcontextprotocol/tasks';
/** An error as the wire has it. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: object,
  ) {
    super(message);
  }
}

/** One task of the extension (SEP-2663). */
class Task {
  readonly id = randomUUID();
  readonly #abort = new AbortController();
  readonly #asked = new Map<string, { request: object; resolve: (answer: unknown) => void }>();
  readonly #createdAt = new Date().toISOString();
  #end: Fields | undefined;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  async run(job: Job, args: Fields): Promise<void> {
    try {
      this.#end = { status: 'completed', result: await job(this, args) };
    } catch (error) {
      const { message } = error as Error;
      this.#end = this.signal.aborted
        ? { status: 'cancelled' }
        : { status: 'failed', error: { code: -32_603, message } };
    }
  }

  ask(key: string, request: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#asked.set(key, { request, resolve });
      this.signal.addEventListener('abort', () => reject(new Error('cancelled')));
    });
  }

  answer(answers: Fields): void {
    for (const [key, answer] of Object.entries(answers)) {
      this.#asked.get(key)?.resolve(answer);
      this.#asked.delete(key);
    }
  }

  cancel(): void {
    if (!this.#end) this.#abort.abort();
  }

  get fields(): Fields {
    const inputRequests = Object.fromEntries(
      Array.from(this.#asked, ([key, { request }]) => [key, request]),
    );
    const isAsking = this.#asked.size > 0 && !this.signal.aborted;
    const now = isAsking ? { status: 'input_required', inputRequests } : { status: 'working' };
    const lastUpdatedAt = new Date().toISOString();
    const times = { createdAt: this.#createdAt, lastUpdatedAt, ttlMs: 60_000, pollIntervalMs: 50 };
    return { taskId: this.id, ...times, ...(this.#end ?? now) };
  }
}

const confirm = form('Sure?', { confirm: { type: 'boolean' } });
const waits = async (args: Fields, signal?: AbortSignal): Promise<void> =>
  delay(Number(args['seconds']) * 1_000, undefined, { ...(signal && { signal }) });

/** Tools that run as tasks for clients that know such. */
const jobs: Readonly<Record<string, Job>> = {
  slow_compute: async ({ signal }, args) => {
    await waits(args, signal);
    return text('computed');
  },
  failing_job: async () => ({ ...text('It does not work.'), isError: true }),
  protocol_error_job: () => Promise.reject(new Error('broken')),
  confirm_delete: async (task) => text(JSON.stringify(await task.ask('sure', confirm))),
  multi_input: async (task) => {
    const answers = [task.ask('one', confirm), task.ask('two', confirm)];
    return text(JSON.stringify(await Promise.all(answers)));
  },
  test_tool_with_task: async (_task, { inputResponses }) => text(JSON.stringify(inputResponses)),
};

/** Registers the tools that may become tasks, as those are that know of none. */
export function registerTasks(server: McpServer): void {
  const open = fromJsonSchema<Record<string, unknown>>({ type: 'object' });
  const tool = (name: string) => ({ description: name, inputSchema: open });
  server.registerTool('greet', tool('greet'), ({ name }) => text(`Hello, ${String(name)}!`));
  for (const name of Object.keys(jobs)) {
    server.registerTool(name, tool(name), async (args, ctx) => {
      if (name === 'test_tool_with_task') return once({ user_name: nameForm })(ctx);
      if (name === 'slow_compute') await waits(args);
      return text('done at once');
    });
  }
}

/** Standard input and output of a server, with the extension between these and the server. */
export class TaskTransport implements Transport {
  readonly #wire = new StdioServerTransport();
  readonly #tasks = new Map<unknown, Task>();
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;

  start(): Promise<void> {
    this.#wire.onclose = () => this.onclose?.();
    this.#wire.onerror = (error) => this.onerror?.(error);
    this.#wire.onmessage = (message) => {
      if (!('method' in message) || !('id' in message)) return this.onmessage?.(message);
      const { id, method, params = {} } = message;
      try {
        const result = this.#result(method, params);
        if (!result) return this.onmessage?.(message);
        void this.send({ jsonrpc: '2.0', id, result });
      } catch (error) {
        const { code, message: words, data } = error as Refusal;
        void this.send({ jsonrpc: '2.0', id, error: { code, message: words, data } });
      }
    };
    return this.#wire.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#wire.send(message);
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  /** Of what concerns tasks; nothing for all that the server answers itself. */
  #result(method: string, params: Fields): Record<string, unknown> | undefined {
    if (method === 'tools/call') return this.#begun(params);
    if (!['tasks/get', 'tasks/update', 'tasks/cancel'].includes(method)) return undefined;
    if (!knowsTasks(params)) throw missingCapability();
    const task = this.#tasks.get(params['taskId']);
    if (!task) throw new Refusal(-32_602, 'Unknown task');
    if (method === 'tasks/get') return { resultType: 'complete', ...task.fields };
    if (method === 'tasks/cancel') task.cancel();
    else task.answer((params['inputResponses'] ?? {}) as Fields);
    return { resultType: 'complete' };
  }

  #begun(params: Fields): Record<string, unknown> | undefined {
    const { name, arguments: args = {}, inputResponses } = params;
    const job = jobs[String(name)];
    if (!job) return undefined;
    if (!knowsTasks(params)) {
      if (name === 'failing_job') throw missingCapability();
      return undefined;
    }
    // It asks first, as any tool does.
    if (name === 'test_tool_with_task' && !inputResponses) return undefined;
    const task = new Task();
    this.#tasks.set(task.id, task);
    const created = { resultType: 'task', ...task.fields };
    void task.run(job, { ...(args as Fields), inputResponses });
    return created;
  }
}

function knowsTasks({ _meta }: Fields): boolean {
  const declared = (_meta as Fields | undefined)?.[CLIENT_CAPABILITIES_META_KEY] as
    { extensions?: Fields } | undefined;
  return declared?.extensions?.[extension] !== undefined;
}

function missingCapability(): Refusal {
  const requiredCapabilities = { extensions: { [extension]: {} } };
  return new Refusal(-32_021, 'Tasks are needed', { requiredCapabilities });
}

/** What a server declares that has them. */
export const taskCapabilities = { extensions: { [extension]: {} } };
