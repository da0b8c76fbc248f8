import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { McpObject } from '../../../src/ipc/state';
import { resourceContent } from '../../../src/ui/resources/resourceContent';
import { fakeStdio } from '../fakeServer/fakeServer';
import { windowAt } from '../realHost';

/** What a gauged window prints first: how its server is reached through the gateway. */
export interface GaugedServer {
  readonly url: string;
  readonly token: string;
}

/** What it prints for each line on stdin. */
export interface Gauged {
  /** The longest that its event loop stood still since the line before, in milliseconds. */
  readonly stood: number;
  /** How much the line brought it, in characters or bytes. */
  readonly got: number;
}

/**
 * One window as a process of its own that tells how responsive it was. Arguments: the host bundle and the data
 * folder. The line `call <bytes>` makes it call for a result of that size for a model, `read <bytes>` makes it
 * read a resource of that size, any other line does nothing.
 */
async function open([bundle = '', dataFolder = '']: readonly string[]): Promise<void> {
  const id = 'folder:a/big';
  const place = { bundle, dataFolder, env: process.env, execPath: process.execPath };
  const window = windowAt(place, () => fakeStdio({ tools: ['huge'], resources: [] }));
  await window.declare([{ id, name: 'big', launchVersion: '1' }]);
  await window.start(id, false);
  const { origin = '', token = '' } = window.gateway.peek() ?? {};
  const server: GaugedServer = {
    url: `${origin}/servers/${encodeURIComponent(id)}/mcp`,
    token,
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  console.log(JSON.stringify(server));
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, bytes] = line.split(' ');
    const server = { server: id, gesture: false };
    const byModel = { route: 'genericTools', confirmed: {} } as const;
    const call = { ...server, tool: 'huge', arguments: { bytes: Number(bytes) }, ...byModel };
    const params = { uri: `fake:bytes/${bytes}` };
    let got = 0;
    if (word === 'call') got = textIn(await window.callTool(call));
    if (word === 'read') {
      const result = await window.read({ ...server, method: 'resources/read', params });
      got = resourceContent(result, params.uri).bytes.length;
    }
    const gauged: Gauged = { stood: delay.max / 1e6, got };
    delay.reset();
    console.log(JSON.stringify(gauged));
  }
  await window.end();
}

function textIn({ content }: McpObject): number {
  const texts = (content as { text?: string }[]).map(({ text = '' }) => text.length);
  return texts.reduce((sum, length) => sum + length, 0);
}

void open(process.argv.slice(2));
