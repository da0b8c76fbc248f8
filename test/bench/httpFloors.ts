import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';

// HTTP servers that do little more than they must. Each prints its URL.

interface Posted {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { text: string } };
}

/** Sends the response; without a body to what is no request. */
type Reply = (body?: string) => void;

/** Answers every request at once, without a server behind it. */
export function answerAtOnce(): void {
  const serverInfo = { name: 'bench', version: '1' };
  serve(({ id, method, params }, _text, reply) => {
    if (id === undefined) return reply();
    const { protocolVersion = '2025-11-25', arguments: given } = params ?? {};
    const result =
      method === 'initialize'
        ? { protocolVersion, capabilities: { tools: {} }, serverInfo }
        : { tools: [], content: [{ type: 'text', text: given?.text }] };
    reply(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
}

/** Hands the lines of a stdio server through as they are, to one client only. */
export function relay(program: string): void {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
  process.stdin.once('end', () => child.stdin.end());
  const waiting = new Map<number, Reply>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method } = JSON.parse(line) as Partial<Posted>;
    if (id === undefined || method !== undefined) return;
    waiting.get(id)?.(line);
    waiting.delete(id);
  });
  serve(({ id }, text, reply) => {
    if (id === undefined) reply();
    else waiting.set(id, reply);
    child.stdin.write(`${text}\n`);
  });
}

/** Gives each message to `take`. */
function serve(take: (message: Posted, text: string, reply: Reply) => void): void {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const text = Buffer.concat(chunks).toString();
      const message = JSON.parse(text) as Posted;
      take(message, text, (body) => {
        if (body === undefined) return void response.writeHead(202).end();
        const length = Buffer.byteLength(body);
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': length })
          .end(body);
      });
    });
  });
  http.keepAliveTimeout = 120_000;
  http.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`),
  );
  process.stdin.resume();
}
