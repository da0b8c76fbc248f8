import * as z from 'zod/mini';
import { canonicalJson, parsedJson } from '../base/json';
import { LineReader } from '../base/lines';
import { mcpObjectSchema, type McpObject } from '../ipc/state';
import type { RpcMessage, RpcRequest } from '../protocol/jsonRpc';
import { rpcCodes } from '../protocol/rpcCodes';
import { largestMessage, parseMessage } from '../protocol/parseMessage';
import { maskedMessage } from '../tools/audit/briefArguments';
import { readClientLine } from './clientLine';
import { isHandshake, type Answer } from './offlineAnswers';
import { readGiven, UsageError } from './options';

/** A line of exported traffic, as far as a mock reads it. A message that was cut is a text. */
const lineSchema = z.object({
  from: z.enum(['client', 'server']),
  method: z.string(),
  request: z.union([mcpObjectSchema, z.string()]),
  response: z.optional(z.union([mcpObjectSchema, z.string()])),
});

/** The recorded responses of a server: equal requests get them in their order, and then the last one again. */
export class Recording {
  readonly #answers = new Map<string, Answer[]>();
  readonly #methods = new Set<string>();

  /** @throws UsageError for a line that is not exported traffic. */
  constructor(text: string) {
    for (const [at, line] of text.split('\n').entries())
      if (line.trim() !== '') this.#add(line, at);
  }

  /** The recorded answer. A request that was not recorded gets an error that says so. */
  answer({ method, params = {} }: Pick<RpcRequest, 'method' | 'params'>): Answer {
    const known = this.#answers.get(keyOf(method, params));
    const next = known && known.length > 1 ? known.shift() : known?.[0];
    if (next) return next;
    if (method === 'ping' || method === 'logging/setLevel') return { result: {} };
    if (method === 'initialize') return { result: this.#handshake(params) };
    const isKnown = this.#methods.has(method);
    const code = isKnown ? rpcCodes.invalidParams : rpcCodes.methodNotFound;
    return { error: { code, message: `This request is not in the recording: ${method}` } };
  }

  #add(line: string, at: number): void {
    const { method, from, request, response } = readLine(line, at);
    if (from === 'server' || !isWhole(request) || !isWhole(response)) return;
    const { result, error } = response;
    const { data } = answerSchema.safeParse(error === undefined ? { result } : { error });
    if (!data) return;
    this.#methods.add(method);
    const key = keyOf(method, (request['params'] ?? {}) as McpObject);
    const known = this.#answers.get(key);
    if (known) known.push(data);
    else this.#answers.set(key, [data]);
  }

  /** A handshake for a recording without one, because the oldest messages are dropped first. */
  #handshake({ protocolVersion }: McpObject): McpObject {
    const named = ['tools', 'prompts', 'resources'].filter((list) =>
      this.#methods.has(`${list}/list`),
    );
    return {
      protocolVersion,
      capabilities: Object.fromEntries(named.map((list) => [list, {}])),
      serverInfo: { name: 'recording', version: '0' },
    };
  }
}

const answerSchema = z.union([
  z.object({ result: mcpObjectSchema }),
  z.object({
    error: z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) }),
  }),
]);

/** Is an MCP server over stdio that gives the answers of a recording. Resolves to the exit code at the input's end. */
export async function serveMock(
  file: string,
  {
    input,
    output,
  }: { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream },
): Promise<number> {
  const recording = new Recording(await readGiven(file, 'The recording cannot be read'));
  const send = (answer: RpcMessage): void => void output.write(`${JSON.stringify(answer)}\n`);
  const lines = new LineReader(
    {
      line: (text) => {
        for (const message of readClientLine(text, parseMessage, send)) {
          if (!('method' in message) || !('id' in message)) continue;
          send({ jsonrpc: '2.0', id: message.id, ...recording.answer(message) });
        }
      },
    },
    largestMessage,
  );
  for await (const chunk of input) lines.push(Buffer.from(chunk as Uint8Array));
  lines.end();
  return 0;
}

function readLine(line: string, at: number): z.infer<typeof lineSchema> {
  const { data } = lineSchema.safeParse(parsedJson(line));
  if (!data) throw new UsageError(`Line ${at + 1} of the recording is not exported traffic.`);
  return data;
}

function isWhole(message: McpObject | string | undefined): message is McpObject {
  return typeof message === 'object';
}

/** Equal for equal requests: without `_meta`, and masked as recordings are. */
function keyOf(method: string, params: McpObject): string {
  // It is recorded once, whoever the client is.
  if (isHandshake(method)) return method;
  const { _meta: _, ...rest } = params;
  const masked: unknown = JSON.parse(maskedMessage(JSON.stringify(rest)));
  return `${method} ${canonicalJson(masked)}`;
}
