import type { ResolvedLaunch } from '../../../src/ipc/launch';
import { windowAt } from '../realHost';

/**
 * One window as a process of its own, whose only server is hostile: it starts that and calls its tool until its
 * stdin ends. Then it prints what became of the server. Arguments: the host bundle, the data folder, the launch.
 */
async function open([bundle = '', dataFolder = '', launch = '']: readonly string[]): Promise<void> {
  const id = 'folder:b/hostile';
  const place = { bundle, dataFolder, env: process.env, execPath: process.execPath };
  const window = windowAt(place, () => JSON.parse(launch) as ResolvedLaunch);
  process.stdin.resume().once('end', () => {
    const { state } = window.servers.peek().get(id) ?? {};
    const reason = state && ('error' in state ? state.error : 'what' in state && state.what);
    console.log(reason ? `${state?.kind} (${reason.code})` : state?.kind);
    process.exit();
  });
  await window.declare([{ id, name: 'hostile', launchVersion: launch }]);
  for (;;) {
    await window.start(id, false).catch(() => undefined);
    const call = { server: id, tool: 'harm', arguments: {}, gesture: false };
    await window.callTool(call).catch(() => undefined);
    // What fails at once is not asked again and again.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

void open(process.argv.slice(2));
