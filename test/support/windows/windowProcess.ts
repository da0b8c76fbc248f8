import { fakeStdio } from '../fakeServer/fakeServer';
import { hostPidOf, windowAt } from '../realHost';

/**
 * One window as a process of its own: attaches to the shared host, starts a server, prints the pids of
 * both, and leaves when its stdin ends. Arguments: the host bundle and the data folder.
 */
async function open([bundle = '', dataFolder = '']: readonly string[]): Promise<void> {
  const id = 'folder:a/echo';
  const place = { bundle, dataFolder, env: process.env, execPath: process.execPath };
  const client = windowAt(place, () => fakeStdio());
  await client.declare([{ id, name: 'echo', launchVersion: '1' }]);
  await client.start(id, false);
  const host = hostPidOf(client);
  console.log(JSON.stringify({ host, server: client.servers.peek().get(id)?.pid }));
  process.stdin.resume().once('end', () => client.dispose());
}

void open(process.argv.slice(2));
