import type { ResolvedStdio } from '../../../src/ipc/launch';
import { startFakeHttpServer, type FakeHttpServer } from '../fakeServer/fakeHttpServer';
import { fakeStdio } from '../fakeServer/fakeServer';
import type { PlannedServer } from './sharedHost';

/** A server that cannot be used, and the code that must be in its reason or the cause of it. */
export interface BrokenServer extends PlannedServer {
  readonly reason: string;
}

/** Ten servers that are broken in ten ways. */
export class BrokenServers {
  private constructor(
    readonly servers: readonly BrokenServer[],
    private readonly http: readonly FakeHttpServer[],
  ) {}

  static async open(): Promise<BrokenServers> {
    const [closed, failing, refusing] = await Promise.all([
      startFakeHttpServer(),
      startFakeHttpServer({ quoting: 500 }),
      startFakeHttpServer({ unauthorized: 401 }),
    ]);
    await closed.close();
    const impatient = { startupTimeoutSeconds: 4 };
    const servers: BrokenServer[] = [
      broken('no-command', 'notFound', { ...fakeStdio(), command: 'no-such-command' }),
      broken('no-folder', 'cwdNotFound', { ...fakeStdio(), cwd: '/no/such/folder' }),
      broken('exits', 'exited', fakeStdio({ exitAtStart: 1 })),
      broken('silent', 'timedOut', fakeStdio({ hangInitialize: true }), impatient),
      broken('other-version', 'protocolError', fakeStdio({ protocolVersion: '1999-01-01' })),
      broken('garbage', 'timedOut', garbage(), impatient),
      broken('crashes', 'exited', fakeStdio({ exitAfterInitialize: 3 })),
      broken('unreachable', 'unreachable', closed.launch()),
      broken('fails', 'httpError', failing.launch()),
      broken('refuses', 'unauthorized', refusing.launch()),
    ];
    return new BrokenServers(servers, [failing, refusing]);
  }

  async close(): Promise<void> {
    await Promise.all(this.http.map((server) => server.close()));
  }
}

function broken(
  name: string,
  reason: string,
  launch: PlannedServer['launch'],
  options: PlannedServer['options'] = {},
): BrokenServer {
  return { id: `folder:broken/${name}`, reason, launch, options };
}

/** A program that talks, but not MCP. */
function garbage(): ResolvedStdio {
  const talk = 'while read -r line; do echo "you said: $line"; done';
  return { ...fakeStdio(), command: '/bin/sh', args: ['-c', talk] };
}
