import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../base/errors';
import type { DebugMode } from '../../config/definition';
import type { ResolvedStdio } from '../../ipc/launch';
import { openSocket } from '../../network/sockets';
import { expandHome } from './environment';

/** A debugger that a server waits for at its start. */
export interface ServerDebugger {
  /** On the loopback interface. */
  readonly port: number;
  /** The entry's `dev.debug` when the person started debugging, because that is what they agreed to. */
  readonly mode: DebugMode;
}

/** Only this machine may attach. */
const host = '127.0.0.1';

/** Interpreter flags that take a value as the next argument. */
const pythonFlagsWithValue = new Set(['-X', '-W']);

/**
 * The launch under a debugger that listens on `port` and waits until someone attaches. `home`: the person's home folder.
 * @throws UserError `debugSandboxed`; `debugNeedsNode` or `debugNeedsPython` if the entry runs another program. Their `command` has no
 * folders, because these may come from an input.
 */
export function debuggedLaunch(
  launch: ResolvedStdio,
  debug: DebugMode,
  port: number,
  home: string,
): ResolvedStdio {
  // A debugger cannot reach the network of a sandbox.
  if (launch.sandbox !== undefined) throw new UserError('debugSandboxed');
  const { command, args } = launch;
  const program = command.split(/[\\/]/).at(-1) ?? '';
  if (debug.type === 'node') {
    if (!/^node\d*(?:\.exe)?$/i.test(program)) {
      throw new UserError('debugNeedsNode', { command: program });
    }
    return { ...launch, args: [`--inspect-brk=${host}:${port}`, ...args] };
  }
  if (!/^pythonw?[\d.]*(?:\.exe)?$/i.test(program)) {
    throw new UserError('debugNeedsPython', { command: program });
  }
  const listen = ['--listen', `${host}:${port}`, '--wait-for-client'];
  const flags = pythonFlags(args);
  const rest = args.slice(flags.length);
  // The person's own debugpy executable replaces the interpreter.
  if (debug.debugpyPath) {
    const command = expandHome(debug.debugpyPath, home);
    return { ...launch, command, args: [...listen, ...rest] };
  }
  return { ...launch, args: [...flags, '-m', 'debugpy', ...listen, ...rest] };
}

/** The interpreter's own arguments: those before `-m`, `-c` or the script. */
function pythonFlags(args: readonly string[]): readonly string[] {
  let end = 0;
  for (let at = 0; at < args.length; at = end) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-') || arg === '-' || /^-[mc]/.test(arg)) break;
    end = at + (pythonFlagsWithValue.has(arg) ? 2 : 1);
  }
  return args.slice(0, end);
}

/** Milliseconds between two attempts, because there is no event for a new listener. */
const retryDelayMs = 100;

/** A loopback port on which nothing listens now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until something listens on a loopback port. Rejects with the reason of `signal`. */
export async function listening(port: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const socket = await openSocket({ host, port }, signal).catch(() => undefined);
    if (socket) return void socket.destroy();
    await delay(retryDelayMs, undefined, { signal });
  }
}
