import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ResolvedHttp } from '../../../src/ipc/launch';
import type { FakeHttpOptions } from './fakeHttpServer';

let bundled: Promise<string> | undefined;

async function bundle(): Promise<string> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'roundhouse-test-')), 'httpProgram.mjs');
  const program = fileURLToPath(new URL('httpProgram.ts', import.meta.url));
  await build({ entryPoints: [program], outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

/** A fake HTTP server as a process of its own, which can be killed, stopped and started again. */
export class FakeHttpProcess {
  #child: ChildProcess | undefined;
  #url = '';

  constructor(private readonly options: FakeHttpOptions) {}

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  launch(): ResolvedHttp {
    return { type: 'http', url: this.#url, headers: {} };
  }

  /** Starts it, where it was before if it was; resolves when it listens. */
  async start(): Promise<this> {
    bundled ??= bundle();
    const port = this.#url === '' ? '0' : new URL(this.#url).port;
    const args = [await bundled, JSON.stringify(this.options), port];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    this.#url = line;
    return this;
  }

  /** Resolves when it is gone, where the signal ends it. */
  async kill(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = signal === 'SIGKILL' ? once(child, 'exit') : undefined;
    child.kill(signal);
    await gone;
  }

  close(): Promise<void> {
    return this.kill('SIGKILL');
  }
}

/** Starts a fake HTTP server in a process of its own on a free port. */
export function startFakeHttpProcess(options: FakeHttpOptions = {}): Promise<FakeHttpProcess> {
  return new FakeHttpProcess(options).start();
}
