import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundledWindow } from '../windows/bundledWindow';
import { fakeStdio } from '../fakeServer/fakeServer';
import { hostPidOf, hostPlace, windowAt } from '../realHost';
import { hostileServer } from './hostileServer';

const bundle = fileURLToPath(new URL('../../../dist/host.js', import.meta.url));
const good = 'folder:a/good';
const call = { server: good, tool: 'echo', arguments: { text: 'x' }, gesture: false };

/** How it went for a good server beside a hostile one, in one host. */
export interface Beside {
  /** Milliseconds of the good one's calls, in order of size. */
  readonly waits: readonly number[];
  /** Megabytes that the host had at most. */
  readonly memory: number;
  /** Whether it was the same host to the end. */
  readonly isSameHost: boolean;
  /** The state of the hostile one at the end, and why. */
  readonly end: string;
}

/**
 * Starts both servers in a host of its own, for a window each. One window calls the hostile one again and again; the
 * other, in this process, calls the good one for so many milliseconds meanwhile. `home` is a folder for the host.
 */
export async function besideHostile(
  home: string,
  transport: 'stdio' | 'http',
  behaviour: string,
  duration: number,
): Promise<Beside> {
  const server = await hostileServer(transport, behaviour);
  const place = hostPlace(home, bundle);
  const window = windowAt(place, () => fakeStdio());
  try {
    await window.declare([{ id: good, name: 'good', launchVersion: '1' }]);
    await window.start(good, false);
    await window.callTool(call);
    const host = hostPidOf(window) ?? 0;
    const program = await bundledWindow('hostileWindow', home);
    const args = [program, bundle, place.dataFolder, JSON.stringify(server.launch)];
    const other = spawn(process.execPath, args, {
      env: place.env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const waits: number[] = [];
    for (const began = performance.now(); performance.now() - began < duration;) {
      const asked = performance.now();
      await window.callTool(call);
      waits.push(performance.now() - asked);
    }
    const memory = mostMemoryOf(host);
    const isSameHost = hostPidOf(window) === host;
    other.stdin.end();
    const end = (await text(other.stdout)).trim();
    return { waits: waits.toSorted((a, b) => a - b), memory, isSameHost, end };
  } finally {
    window.dispose();
    server.end();
  }
}

/** Megabytes of memory that a process had at most, as Linux tells. */
function mostMemoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_024);
}
