import { signal } from '@preact/signals-core';
import { toTrafficSchemas } from '../../src/ui/traffic/trafficMessages';
import type { TrafficLimits } from '../../src/ipc/traffic';
import type { TrafficListener } from '../../src/connection/connection';
import type { RpcMessage } from '../../src/protocol/jsonRpc';
import { Traffic, trafficOf } from '../../src/servers/traffic';
import { connect, connectOptions } from '../support/connect';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { startGateway } from '../support/chatClient';
import { declarations, newHost, windowOf } from '../support/hostFixture';
import { openRawHttp } from './rawHttp';
import type { ResolvedLaunch } from '../../src/ipc/launch';
import { compare, type Contender } from './compare';
import { median } from './report';

// The ring of messages: what it adds to a call, and how fast and large it is when it is full.

const calls = 50_000;
const limits: TrafficLimits = { records: 100_000, bytes: 200_000_000 };
const secrets = ['s3cret-0123456789', 'another-s3cret-of-the-launch'];

/** A connection alone. */
async function connected(
  name: string,
  launch: ResolvedLaunch,
  traffic?: TrafficListener,
): Promise<Contender> {
  const connection = await connect(launch, { ...connectOptions(), traffic });
  const params = (text: string) => ({ name: 'echo', arguments: { text } });
  return {
    name,
    call: (text) => connection.request('tools/call', params(text), { caller: 'chat' }),
    close: () => connection.close(),
  };
}

/** A whole host with its gateway, as a chat calls it. */
async function hosted(name: string, records: number): Promise<Contender> {
  const host = newHost({ startGateway });
  await host.open();
  const window = windowOf(host, {
    resolveLaunch: async () => ({ kind: 'resolved', launch: fakeStdio(), secrets }),
    trafficLimits: signal({ ...limits, records }),
  });
  await window.declare(declarations({ till: fakeStdio() }));
  const { origin = '', token = '' } = window.gateway.peek() ?? {};
  const url = `${origin}/servers/till/mcp`;
  const client = await openRawHttp({ url, headers: { Authorization: `Bearer ${token}` } });
  return {
    name,
    call: (text) => client.call('echo', { text }),
    close: async () => {
      client.close();
      await window.end();
      await host.stop();
    },
  };
}

/** The same calls without and with a record. */
async function costOfCapture(title: string, contenders: readonly Contender[]): Promise<void> {
  for (const size of [64, 10_240]) await compare('traffic', title, size, contenders);
  for (const one of contenders) await one.close();
}

/** A ring with as many messages as it keeps; a call is two. */
function full(): Traffic {
  const traffic = new Traffic(secrets, () => limits);
  const words = 'the quick brown fox jumps over the lazy dog '.repeat(8);
  for (let id = 0; id < calls; id++) {
    const call: RpcMessage = {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: `tool-${id % 40}`, arguments: { path: `/src/file-${id}.ts`, text: words } },
    };
    traffic.sent(call, JSON.stringify(call), { caller: 'chat', turn: `turn ${id >> 3}` });
    const text = `${words} ${id} ${words}`;
    const answer: RpcMessage = {
      jsonrpc: '2.0',
      id,
      result: { content: [{ type: 'text', text }] },
    };
    traffic.received(answer, JSON.stringify(answer));
    const note: RpcMessage = {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: id, progress: 1, message: words.slice(0, 40) },
    };
    traffic.received(note, JSON.stringify(note));
  }
  return traffic;
}

function timed(run: () => unknown): number {
  const times = Array.from({ length: 9 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return median(times);
}

function whenFull(): void {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const start = performance.now();
  const traffic = full();
  const filled = performance.now() - start;
  globalThis.gc?.();
  const memory = process.memoryUsage().heapUsed - before;
  const servers = [{ id: 'till', name: 'till', traffic }];
  const kept = traffic.records({ limit: Infinity }).length;
  const figures: Record<string, string> = {
    records: String(kept),
    'µs a message': ((filled * 1_000) / (3 * calls)).toFixed(1),
    'memory of the setting': `${((memory / limits.bytes) * 100).toFixed(0)} %`,
    'open, with its check': ms(() => {
      const { records } = trafficOf(servers, { limit: 2_000 });
      const sent: unknown = JSON.parse(JSON.stringify({ kind: 'traffic', records, all: true }));
      toTrafficSchemas[0].parse(sent);
    }),
    'filter, no match': ms(() => trafficOf(servers, { search: 'nowhere AT all', limit: 2_000 })),
    'filter, one match': ms(() => trafficOf(servers, { search: 'FILE-77.ts', limit: 2_000 })),
    'filter, all match': ms(() => trafficOf(servers, { search: 'Lazy Dog', limit: 2_000 })),
    'a turn': ms(() => trafficOf(servers, { turn: 'turn 6000', limit: 2_000 })),
    'nothing new': ms(() => trafficOf(servers, { after: traffic.revision.peek(), limit: 2_000 })),
  };
  console.log(`100,000 records`);
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figure}`);
}

function ms(run: () => unknown): string {
  return `${timed(run).toFixed(1)} ms`;
}

async function main(): Promise<void> {
  whenFull();
  await costOfCapture('a call of chat', [
    await hosted('before', 0),
    await hosted('recorded', limits.records),
  ]);
  await costOfCapture('stdio alone', [
    await connected('before', fakeStdio()),
    await connected('recorded', fakeStdio(), new Traffic(secrets, () => limits)),
  ]);
}

await main();
process.exit();
