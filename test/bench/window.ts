import { effect } from '@preact/signals-core';
import type { HostClient } from '../../src/client/hostConnection/hostClient';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { SharedHost, type PlannedServer } from '../support/pool/sharedHost';
import { Rounds } from './report';

// How soon a window has the tools that its tree shows: after a reload, while the host and its servers run, and after
// everything was closed, from what was stored. Then no server may be started.

const counts = [1, 10, 50, 200];
const rounds = 7;
const tools = Array.from({ length: 20 }, (_, at) => `tool_${at}`);

function planned(count: number): PlannedServer[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `folder:window/${at}`,
    launch: fakeStdio({ tools: tools.map((tool) => `${tool}_${at}`) }),
  }));
}

/** Milliseconds until a window that opens now has the tools of its first server, and of all. */
async function open(host: SharedHost, servers: readonly PlannedServer[]) {
  const begun = performance.now();
  const attached = host.attach(servers);
  const window = [...host.windows].at(-1) ?? (await attached);
  let first = Number.NaN;
  await known(window, servers, () => (first = performance.now() - begun));
  const all = performance.now() - begun;
  await attached;
  return { window, first, all };
}

/** Resolves when the tools of all servers are known. */
function known(
  window: HostClient,
  servers: readonly PlannedServer[],
  onFirst: () => void = () => undefined,
): Promise<void> {
  const catalogs = servers.map(({ id }) => window.catalog(id));
  let isFirst = true;
  return new Promise((resolve) => {
    const stop = effect(() => {
      const count = catalogs.filter(({ value }) => value?.tools.length === tools.length).length;
      if (count > 0 && isFirst) {
        isFirst = false;
        onFirst();
      }
      if (count === catalogs.length) queueMicrotask(() => [stop(), resolve()]);
    });
  });
}

async function measure(count: number): Promise<void> {
  const host = new SharedHost();
  const servers = planned(count);
  const subjects = ['first server', 'all servers'];
  const [reload, stored] = [new Rounds(subjects), new Rounds(subjects)];
  const add = (to: Rounds, { first, all }: { readonly first: number; readonly all: number }) => {
    to.add('first server', first);
    to.add('all servers', all);
  };
  try {
    const running = await host.attach(servers);
    await Promise.all(servers.map(({ id }) => running.start(id, false)));
    await known(running, servers);
    for (let round = 0; round < rounds; round++) {
      const opened = await open(host, servers);
      add(reload, opened);
      await host.leave(opened.window);
    }
    for (let round = 0; round < rounds; round++) {
      await host.end();
      const opened = await open(host, servers);
      if (host.entries().length > 0) throw new Error('a server was started');
      add(stored, opened);
    }
  } finally {
    await host.end();
    host.remove();
  }
  const part = 'window';
  reload.report({ part, name: `tools of ${count} servers, after a reload`, unit: 'ms' });
  stored.report({ part, name: `tools of ${count} servers, as stored, host starts`, unit: 'ms' });
}

for (const count of counts) await measure(count);
process.exit();
