import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Duplex, Readable } from 'node:stream';
import type { Environment } from '../../base/environment';
import { reasonOf, UserError, type Reason } from '../../base/errors';
import { withFileLock } from '../../base/fileLock';
import { type Channel, channelOver, memoryPair } from '../../ipc/channel';
import { dialHost } from '../../ipc/dial';
import { buildOf, hostIdentity, hostPaths, runFolder, type HostPaths } from '../../ipc/runFolder';
import { cleanEnvironment } from '../launch/environment';

/** Milliseconds until a shared host must answer, started or found. */
const startTimeout = 10_000;

/** The exports of `dist/host.js` for a window that runs the host itself. */
interface HostModule {
  runHost(stream: Duplex, build: string, dataFolder: string): Promise<{ stop(): Promise<void> }>;
}

/** The location of a window's host, and the program that makes one. */
export interface HostLocation {
  /** Absolute path of `dist/host.js`. */
  readonly bundle: string;
  /** The editor's folder for this extension; part of the host's identity. */
  readonly dataFolder: string;
  readonly env: Environment;
  /** The JavaScript runtime; an Electron binary acts as Node. */
  readonly execPath: string;
}

/** A host within reach. */
export interface ReachedHost {
  readonly channel: Channel;
  readonly mode: 'shared' | 'window';
  /** Why it is not shared although it should be. */
  readonly reason?: Reason | undefined;
  /** Stops a host in this window; a shared one notices by itself that nobody is left. */
  stop(): Promise<void>;
}

/**
 * Bounds for a third of the memory for new values, in megabytes. The engine would take a hundred in all, mostly for
 * nothing, whenever a server says much at once. With a maximum of 8, many calls at once outlive two collections, and then
 * all that they refer to stays until a full one. The minimum saves collections while the host starts.
 */
const youngGeneration = ['--min-semi-space-size=8', '--max-semi-space-size=16'];

/** Starts the host process; resolves when it, or one that was faster, takes clients. */
function launchHost(place: HostLocation, paths: HostPaths, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      place.execPath,
      [...youngGeneration, place.bundle, '--run-folder', paths.folder, '--data', place.dataFolder],
      {
        cwd: paths.folder,
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          ...cleanEnvironment(place.env),
          ELECTRON_RUN_AS_NODE: '1',
          // The runtime runs what it finds there, so it lies in the private run folder.
          NODE_COMPILE_CACHE: paths.compiled,
        },
      },
    );
    // A child that could not be started for lack of file descriptors has no streams.
    const stdout = child.stdout as Readable | undefined;
    const abort = (): void => end(new UserError('hostSilent'));
    const end = (error?: Error): void => {
      signal.removeEventListener('abort', abort);
      stdout?.destroy();
      child.unref();
      if (error) reject(error);
      else resolve();
    };
    signal.addEventListener('abort', abort);
    child.on('error', ({ message }) => end(startFailed(message)));
    // Not at its exit, before which what it said may not have been read.
    child.once('close', (code, killer) =>
      end(code === 0 ? undefined : startFailed(killer ?? `exit code ${code}`)),
    );
    stdout?.once('data', (said) => {
      const [, message] = /^failed (.+)/.exec(String(said)) ?? [];
      end(message === undefined ? undefined : startFailed(message));
    });
  });
}

function startFailed(message: string): UserError {
  return new UserError('hostStartFailed', { message });
}

/** The shared host, started if need be. @throws UserError why there is none. */
async function reachShared(
  place: HostLocation,
  build: string,
  signal: AbortSignal,
): Promise<Channel> {
  const identity = hostIdentity(place.dataFolder, build);
  const paths = await hostPaths(runFolder(place.env), identity);
  const running = await dialHost(paths.runFile, signal);
  if (running) return running;
  return withFileLock(paths.launchLock, signal, async () => {
    const meanwhile = await dialHost(paths.runFile, signal);
    if (meanwhile) return meanwhile;
    signal.throwIfAborted();
    await launchHost(place, paths, signal);
    const started = await dialHost(paths.runFile, signal);
    if (!started) throw new UserError('hostUnreachable');
    return started;
  });
}

async function runInWindow(
  place: HostLocation,
  build: string,
  reason?: Reason,
): Promise<ReachedHost> {
  const module = createRequire(place.bundle)(place.bundle) as HostModule;
  const [mine, theirs] = memoryPair();
  const host = await module.runHost(theirs, build, place.dataFolder);
  return { channel: channelOver(mine), mode: 'window', reason, stop: () => host.stop() };
}

/**
 * The host that the setting asks for; where a shared one cannot be had, one in this window. Rejects
 * with the signal's reason when it is aborted.
 */
export async function reachHost(
  place: HostLocation,
  wanted: 'shared' | 'window',
  signal: AbortSignal,
): Promise<ReachedHost> {
  const build = await buildOf(place.bundle);
  if (wanted === 'window') return runInWindow(place, build);
  const timeout = AbortSignal.timeout(startTimeout);
  try {
    const channel = await reachShared(place, build, AbortSignal.any([signal, timeout]));
    return { channel, mode: 'shared', stop: () => Promise.resolve() };
  } catch (error) {
    signal.throwIfAborted();
    const reason = timeout.aborted ? { code: 'hostSilent' } : reasonOf(error);
    return runInWindow(place, build, reason);
  }
}
