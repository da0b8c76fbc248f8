// A server with one of the hostile behaviours.
//   hostileProgram.mjs stdio|http BEHAVIOUR    over HTTP it prints its address, and answers in streams of events
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { behaviours, goodManners, stumblingBlocks } from './behaviours.mjs';

/** @import { Writable } from 'node:stream' */

const [, , transport, name = ''] = process.argv;
const methods = { ...goodManners, ...behaviours[name], ...stumblingBlocks[name] };
/** @type {Map<string, number>} */
const rounds = new Map();

/**
 * Reacts to a request.
 * @param {string} text
 * @param {Writable} wire
 * @param {(json: string) => string} frame puts a message into what goes over the wire
 */
async function react(text, wire, frame) {
  const { id, method } = JSON.parse(text);
  if (id === undefined || method === undefined) return;
  const round = rounds.get(method) ?? 0;
  rounds.set(method, round + 1);
  /** @param {string | Buffer} bytes */
  const raw = (bytes) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        if (wire.destroyed) resolve();
        else wire.write(bytes, () => resolve());
      })
    );
  /** @param {object | string} message */
  const send = (message) =>
    raw(frame(typeof message === 'string' ? message : JSON.stringify(message)));
  /** @type {import('./behaviours.mjs').Says} */
  const says = {
    id,
    round,
    raw,
    send,
    answer: (result) => send({ jsonrpc: '2.0', id, result }),
    fail: (error) => send({ jsonrpc: '2.0', id, error }),
    isOpen: () => !wire.destroyed,
  };
  const known = methods[method];
  if (known) await known(says);
  else await says.fail({ code: -32_601, message: 'Method not found' });
}

if (transport === 'stdio') {
  process.stdout.on('error', () => process.exit());
  createInterface(process.stdin).on('line', (line) => {
    void react(line, process.stdout, (json) => `${json}\n`);
  });
} else {
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const isRequest = JSON.parse(body).id !== undefined && JSON.parse(body).method !== undefined;
      if (!isRequest) return response.writeHead(202).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.on('error', () => undefined);
      await react(body, response, (json) => `data: ${json}\n\n`);
      return response.end();
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/mcp`);
  });
}
