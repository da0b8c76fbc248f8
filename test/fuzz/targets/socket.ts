import type { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { UserError } from '../../../src/base/errors';
import { isObject } from '../../../src/base/json';
import { authenticateClient, authenticateHost } from '../../../src/ipc/authenticate';
import type { EventDefinition, RequestDefinition } from '../../../src/ipc/requestDefinition';
import { hostEvents, hostRequests } from '../../../src/ipc/contract';
import { channelOver, memoryPair } from '../../../src/ipc/channel';
import { Fault, holds, type Target } from '../target';
import { bytesOf, jsonOf, piecesOf } from './pieces';

/** What another process sends through the private socket: the proofs of both sides, and the messages of a client. */
export const socket: Target = {
  name: 'socket',
  reads: 'the private socket: proofs, and messages of a window',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"method":"attach","params":{"contract":6,"graceSeconds":0}}',
    '{"jsonrpc":"2.0","id":2,"method":"declare","params":{"servers":[{"id":"a","name":"a","launchVersion":"f","options":{"autostart":"never","tools":{"allow":[["*"]]}}}]}}\n{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}',
    '{"jsonrpc":"2.0","id":3,"method":"callTool","params":{"server":"a","tool":"t","arguments":{},"gesture":true,"callId":"1"}}',
    '{"jsonrpc":"2.0","method":"log","params":{"entries":[{"id":"a","time":1,"level":"info","text":"x"}]}}',
    '{"jsonrpc":"2.0","id":3,"result":{}}\n{"jsonrpc":"2.0","id":3,"error":{"code":1,"message":"x","data":{"code":"y"}}}',
    '!Content-Length: 5\r\n\r\nnull\nContent-Length: -7\r\nContent-Type: x; charset=utf-16\r\n\r\n{}',
    '!0123456789abcdef 0123\nwelcome\n',
  ],
  words: [
    '"params":',
    '"method":"start"',
    '"method":"searchTools"',
    '$/cancelRequest',
    'Content-Length: ',
    '\r\n\r\n',
  ],
  async run(input) {
    const bytes = bytesOf(input);
    await refuses((stream) => authenticateClient(stream, 'secret', never), bytes);
    await refuses((stream) => authenticateHost(stream, 'secret', never), bytes);
    if (input.startsWith('!')) await hears(bytes.subarray(1, longestRaw), []);
    else await hears(...framed(input));
  },
  quick: 50,
};

const never = new AbortController().signal;

/** Nobody gets in who does not know the secret, whatever is sent. */
async function refuses(prove: (stream: Duplex) => Promise<void>, bytes: Buffer): Promise<void> {
  const [mine, theirs] = memoryPair();
  // What it answers is not read.
  mine.resume();
  const proving = prove(theirs).then(
    () => new Fault('let in without the secret'),
    (error: unknown) => error,
  );
  for (const piece of piecesOf(bytes)) mine.write(piece);
  await turn();
  mine.destroy();
  theirs.destroy();
  const error = await proving;
  if (!(error instanceof UserError && error.code === 'hostUntrusted')) throw error;
  const left = ['readable', 'close', 'error'].reduce(
    (sum, name) => sum + theirs.listenerCount(name),
    0,
  );
  holds(left <= 2, 'listeners are left', () => left);
}

/** The lines as messages, and the ids that have to be answered. */
function framed(input: string): [bytes: Buffer, ids: readonly (string | number)[]] {
  const ids: (string | number)[] = [];
  const frames = [...input.split('\n').slice(0, mostMessages), ping].map((line) => {
    const body = Buffer.from(line);
    const message = jsonOf(line);
    if (isObject(message)) {
      const { id, method } = message;
      const isRequest =
        typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
      if (isRequest) ids.push(id);
    }
    return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
  });
  return [Buffer.concat(frames), ids];
}

/** The library looks for the end of a header from its beginning with each piece that comes. */
const longestRaw = 20_000;
/**
 * The library's queue moves all messages that wait for each that it takes; who knows the secret sends no such crowd.
 */
const mostMessages = 500;

/** Comes last, so that it is seen whether the channel is still heard. */
const ping = '{"jsonrpc":"2.0","id":"ping","method":"focus","params":{}}';

async function hears(bytes: Buffer, ids: readonly (string | number)[]): Promise<void> {
  const [mine, theirs] = memoryPair();
  const channel = channelOver(theirs);
  let answers = '';
  mine.setEncoding('utf8').on('data', (piece: string) => (answers += piece));
  const requests: readonly RequestDefinition<z.ZodMiniType, z.ZodMiniType>[] =
    Object.values(hostRequests);
  for (const definition of requests)
    channel.handle(definition, async (params) => {
      keeps(definition, params);
      return null;
    });
  const told: readonly EventDefinition<z.ZodMiniType>[] = Object.values(hostEvents);
  for (const definition of told) channel.on(definition, (params) => keeps(definition, params));
  channel.listen();
  for (const piece of piecesOf(bytes)) mine.write(piece);
  const isAnswered = (): boolean =>
    ids.every((id) => answers.includes(`"id":${JSON.stringify(id)}`));
  // One message is taken in each.
  const mostTurns = mostMessages + 50;
  for (let turns = 0; turns < mostTurns && !(turns > 1 && isAnswered()); turns++) await turn();
  channel.dispose();
  mine.destroy();
  holds(isAnswered(), 'a request is not answered', () => [ids, answers]);
}

function keeps({ params: schema }: EventDefinition<z.ZodMiniType>, params: unknown): void {
  holds(schema.safeParse(params).success, 'params that break the contract');
}
