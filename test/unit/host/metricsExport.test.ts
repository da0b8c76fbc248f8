import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { MetricsExport } from '../../../src/host/metricsExport';
import { sentence } from '../../../src/ui/reasons/sentence';

interface Received {
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

interface DataPoint {
  readonly attributes: readonly { key: string; value: { stringValue: string } }[];
  readonly [other: string]: unknown;
}

interface Metric {
  readonly name: string;
  readonly histogram?: { readonly dataPoints: readonly DataPoint[] };
  readonly sum?: { readonly dataPoints: readonly DataPoint[] };
}

const servers: Server[] = [];
const add = { server: 'till', method: 'tools/call', tool: 'add', took: 15, bytes: 100, tokens: 30 };

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A collector that notes what it gets. */
async function collector(first = 200, headers: Readonly<Record<string, string>> = {}) {
  const received: Received[] = [];
  let status = first;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { url = '', headers: given } = request;
      received.push({ url, type: String(given['content-type']), body });
      response.writeHead(status, headers).end('{}');
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const answer = (next: number): void => void (status = next);
  return { received, answer, address: `http://127.0.0.1:${port}` };
}

function metricsOf({ body }: Received): Metric[] {
  const { resourceMetrics } = JSON.parse(body) as {
    resourceMetrics: [{ scopeMetrics: [{ metrics: Metric[] }] }];
  };
  return resourceMetrics[0].scopeMetrics[0].metrics;
}

function attributes({ attributes }: DataPoint): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));
}

test('requests are sent as the conventions for MCP name them, counted since the export began', async () => {
  const { received, address } = await collector();
  const metrics = new MetricsExport('build', () => undefined);
  metrics.endpoint = `${address}/`;
  metrics.add(add);
  metrics.add({ ...add, took: 1_500, error: 'tool_error' });
  metrics.add({ server: 'till', method: 'resources/read', took: 400_000, bytes: 7, tokens: 2 });
  await metrics.flush();
  metrics.add(add);
  await metrics.flush();
  expect(received.map(({ url, type }) => [url, type])).toEqual([
    ['/v1/metrics', 'application/json'],
    ['/v1/metrics', 'application/json'],
  ]);
  const [durations, sizes, tokens] = received[1] ? metricsOf(received[1]) : [];
  expect(durations).toMatchObject({
    name: 'mcp.client.operation.duration',
    unit: 's',
    histogram: { aggregationTemporality: 2 },
  });
  const [ok, failed, read] = durations?.histogram?.dataPoints ?? [];
  expect(ok && attributes(ok)).toEqual({
    'mcp_roundhouse.server.name': 'till',
    'mcp.method.name': 'tools/call',
    'gen_ai.tool.name': 'add',
  });
  expect(ok).toMatchObject({ count: '2', sum: 0.03 });
  expect(ok?.['bucketCounts']).toEqual(['0', '2', ...Array<string>(13).fill('0')]);
  expect(ok?.['explicitBounds']).toHaveLength(14);
  expect(failed && attributes(failed)['error.type']).toBe('tool_error');
  expect(read?.['bucketCounts']).toEqual([...Array<string>(14).fill('0'), '1']);
  expect(sizes).toMatchObject({ name: 'mcp_roundhouse.result.size', sum: { isMonotonic: true } });
  expect(sizes?.sum?.dataPoints.map((point) => point['asInt'])).toEqual(['200', '100', '7']);
  expect(tokens).toMatchObject({ name: 'mcp_roundhouse.result.tokens', unit: '{token}' });
  expect(tokens?.sum?.dataPoints.map((point) => point['asInt'])).toEqual(['60', '30', '2']);
  expect(metrics.state).toEqual({ address, failure: undefined });
});

test('without an address nothing is counted or sent, also after one was taken back', async () => {
  const { received, address } = await collector();
  const metrics = new MetricsExport('build', () => undefined);
  metrics.add(add);
  await metrics.flush();
  expect(metrics.state).toBeUndefined();
  metrics.endpoint = address;
  metrics.add(add);
  metrics.endpoint = '';
  await metrics.flush();
  expect(received).toEqual([]);
  metrics.endpoint = address;
  metrics.add({ ...add, tool: 'pay' });
  await metrics.flush();
  expect(received).toHaveLength(1);
  expect(received[0]?.body).not.toContain('"add"');
});

test('it is sent by itself, a while after something was counted', async () => {
  const { received, address } = await collector();
  const metrics = new MetricsExport('build', () => undefined, 1);
  metrics.endpoint = address;
  metrics.add(add);
  await vi.waitFor(() => expect(received).toHaveLength(1));
});

test('a redirect to another address is not followed', async () => {
  const other = await collector();
  const { received, address } = await collector(307, { location: `${other.address}/v1/metrics` });
  const metrics = new MetricsExport('build', () => undefined);
  metrics.endpoint = address;
  metrics.add(add);
  await metrics.flush();
  expect(received).toHaveLength(1);
  expect(other.received).toEqual([]);
  expect(metrics.state?.failure).toMatchObject({
    code: 'exportFailed',
    cause: { code: 'httpError' },
  });
});

test('a failure is known until a later export succeeds, and repeats no key of the address', async () => {
  const refusing = await collector(503);
  const metrics = new MetricsExport('build', () => undefined);
  metrics.endpoint = `${refusing.address}/otlp?key=s3cret`;
  metrics.add(add);
  await metrics.flush();
  const { failure } = metrics.state ?? {};
  expect(failure && sentence(failure)).toContain(
    `Metrics could not be sent to ${refusing.address}.`,
  );
  expect(JSON.stringify(metrics.state)).not.toContain('s3cret');
  // Nothing listens at a port that was just closed.
  for (const server of servers.splice(0)) await new Promise((closed) => server.close(closed));
  metrics.add(add);
  await metrics.flush();
  expect(metrics.state?.failure).toMatchObject({ cause: { code: 'unreachable' } });
  expect(JSON.stringify(metrics.state)).not.toContain('s3cret');
  const { address, received } = await collector();
  metrics.endpoint = address;
  expect(metrics.state).toEqual({ address, failure: undefined });
  metrics.add(add);
  await metrics.flush();
  expect(received).toHaveLength(1);
  expect(metrics.state?.failure).toBeUndefined();
});

test('a failure that comes or goes is told when it does, and so is another address', async () => {
  const refusing = await collector(503);
  const { address } = await collector();
  const told = vi.fn<(state: unknown) => void>();
  const metrics: MetricsExport = new MetricsExport('build', () => told(metrics.state));
  const send = async (): Promise<void> => {
    metrics.add(add);
    await metrics.flush();
  };
  metrics.endpoint = refusing.address;
  expect(told).toHaveBeenLastCalledWith({ address: refusing.address, failure: undefined });
  await send();
  const failure = expect.objectContaining({ code: 'exportFailed' }) as unknown;
  expect(told).toHaveBeenLastCalledWith({ address: refusing.address, failure });
  refusing.answer(200);
  await send();
  expect(told).toHaveBeenLastCalledWith({ address: refusing.address, failure: undefined });
  metrics.endpoint = address;
  expect(told).toHaveBeenLastCalledWith({ address, failure: undefined });
  const { length: before } = told.mock.calls;
  await send();
  expect(told).toHaveBeenCalledTimes(before);
});

test('an address that is none is said to be none', async () => {
  const metrics = new MetricsExport('build', () => undefined);
  metrics.endpoint = 'localhost:4318';
  metrics.add(add);
  await metrics.flush();
  expect(metrics.state?.failure?.code).toBe('exportAddressInvalid');
});
