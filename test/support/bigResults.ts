import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'vitest';
import { bundledWindow } from './windows/bundledWindow';
import type { Gauged, GaugedServer } from './windows/gaugedWindow';
import { hostPlace } from './realHost';
import { bigResultCosts, wellWithin } from './bigResultCosts';

const bundle = fileURLToPath(new URL('../../dist/host.js', import.meta.url));

/** A resource comes as a text that is longer than it by a third, and no message may be longer than that. */
export const resourceShare = 0.75;

/** How long the event loop of a window stood still at most, in milliseconds. */
export interface BigResult {
  /** While a client of the gateway got the result. */
  readonly beside: number;
  /** How long a program that has nothing to do with us stood still meanwhile: what the machine takes. */
  readonly bystander: number;
  /** While the window called for the same for a model. */
  readonly calling: Gauged;
  /** While the window read a resource of {@link resourceShare} of that size. */
  readonly reading: Gauged;
  /** How much text the client of the gateway got. */
  readonly received: number;
}

/** A program that gets a line for each line that it is given. */
class Gauge implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(args: readonly string[], env?: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async next<T>(): Promise<T> {
    return JSON.parse(String((await this.#lines.next()).value)) as T;
  }

  /** What it tells once it did what the line says. */
  async after(line: string): Promise<Gauged> {
    this.#child.stdin.write(`${line}\n`);
    return this.next();
  }

  async stood(): Promise<number> {
    return (await this.after('nothing')).stood;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
  }
}

const bystanderCode = `
  const delay = require('node:perf_hooks').monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
    console.log(JSON.stringify({ stood: delay.max / 1e6 }));
    delay.reset();
  });`;

/** A result of that size, for a client of the gateway first and for the window then. */
export async function receiveBigResult(bytes: number): Promise<BigResult> {
  const home = mkdtempSync(path.join(tmpdir(), 'rh-'));
  try {
    const { dataFolder, env } = hostPlace(home, bundle);
    const program = await bundledWindow('gaugedWindow', home);
    await using window = new Gauge([program, bundle, dataFolder], env);
    await using bystander = new Gauge(['-e', bystanderCode]);
    const server = await window.next<GaugedServer>();
    // What their own start took is not asked for.
    await Promise.all([window.stood(), bystander.stood()]);
    const received = await callThroughGateway(server, bytes);
    return {
      received,
      beside: await window.stood(),
      calling: await window.after(`call ${bytes}`),
      reading: await window.after(`read ${bytes * resourceShare}`),
      bystander: await bystander.stood(),
    };
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What a window may stand still at most: 50 ms, or what the machine takes of everybody. */
export function allowed({ bystander }: BigResult): number {
  return Math.max(50, 2 * bystander);
}

async function callThroughGateway({ url, token }: GaugedServer, bytes: number): Promise<number> {
  const client = new Client({ name: 'chat', version: '1' });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  const params = { name: 'huge', arguments: { bytes } };
  const options = { timeout: 300_000 };
  const result = await client.request({ method: 'tools/call', params }, ResultSchema, options);
  await client.close();
  return (result['content'] as { text: string }[])[0]?.text.length ?? 0;
}

/** A result of so many bytes leaves the window responsive, whether it comes to it or passes it by. */
export async function expectResponsiveWindow(bytes: number): Promise<void> {
  const result = await receiveBigResult(bytes);
  expect(result.received).toBe(bytes);
  expect(result.beside).toBeLessThan(allowed(result));
  // A model is given the ends of it.
  expect(result.calling.got).toBeGreaterThanOrEqual(1_000_000);
  expect(result.calling.got).toBeLessThan(1_001_000);
  expect(result.calling.stood).toBeLessThan(allowed(result));
  expect(result.reading.got).toBe(bytes * resourceShare);
  expect(result.reading.stood).toBeLessThan(allowed(result));
}

/** A result of so many bytes costs little more than a line of that size costs everybody. */
export async function expectLittleCost(bytes: number, rounds: number): Promise<void> {
  for (const { name, raw, ours } of await bigResultCosts(bytes, rounds)) {
    expect(ours.received, name).toBe(bytes);
    expect(ours.time, `${name}, time`).toBeLessThan(wellWithin * raw.time);
    // Megabytes; where the floor's own were collected meanwhile, those of the text count.
    const memory = Math.max(raw.memory, (2 * bytes) / 1_000_000);
    expect(ours.memory, `${name}, memory`).toBeLessThan(wellWithin * memory);
  }
}
