import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, test, vi } from 'vitest';
import { serverFolder } from '../../scripts/serversUnderTest.mjs';
import { newHost } from '../support/hostFixture';
import {
  fillFolder,
  launchOf,
  realServers,
  type RealServer,
} from '../support/realServers/realServers';
import { WatchedServer, watchedId } from '../support/watchedServer';

interface Running extends AsyncDisposable {
  readonly folder: string;
  readonly server: WatchedServer;
}

/** A server behind a host of its own, in a folder of its own. */
async function run(real: RealServer): Promise<Running> {
  const folder = await mkdtemp(path.join(tmpdir(), 'real-server-'));
  await fillFolder(folder);
  const host = newHost();
  const server = await WatchedServer.open(host, launchOf(real, folder));
  return {
    folder,
    server,
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.concurrent('servers that we did not write', () => {
  it.each(realServers)('$name starts, lists and answers a call', async (real) => {
    await using running = await run(real);
    const { server, folder } = running;
    await server.start();
    expect(server.state.kind).toBe('running');
    const catalog = server.client.catalog(watchedId);
    await vi.waitFor(() => expect(catalog.value?.tools.length).toBeGreaterThan(0));
    expect(catalog.value?.dropped).toEqual([]);
    const { tool, arguments: argumentsIn } = real.call;
    const call = server.call(tool, argumentsIn(folder));
    if (real.answer === 'refusal') {
      const { code, args } = await server.failure(call);
      expect(code).toBe('serverError');
      expect(args?.['message']).toMatch(real.says);
      return;
    }
    const result = await call;
    expect(result['isError'] ?? false).toBe(real.answer === 'error');
    expect(textOf(result)).toMatch(real.says);
  });
});

test('the page names exactly the servers that are tested, by their versions', async () => {
  const page = await readFile(path.join(process.cwd(), 'docs', 'servers.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (\S+) +\|/gm)].map(([, name, version]) => [
    name,
    version,
  ]);
  const tested = realServers.map(({ name }) => {
    const manifest = readFileSync(path.join(serverFolder(name), 'package.json'), 'utf8');
    return [name, (JSON.parse(manifest) as { version: string }).version];
  });
  expect(rows).toEqual(tested);
});

function textOf({ content }: Record<string, unknown>): string {
  return (content as { text?: string }[]).map(({ text }) => text ?? '').join('\n');
}
