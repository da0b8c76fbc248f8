import path from 'node:path';
import { UserError } from '../base/errors';
import type { WindowConnection } from '../client/hostConnection/connectToWindow';
import { channelOver, memoryPair } from '../ipc/channel';
import { externalClientRequests } from '../ipc/externalClients';
import type { Options } from './options';
import type { NamedConfig } from './readConfigs';
import { openTerminal } from './terminalWindow';

/** The servers of named files, run by this process, as one for the client of this process. */
export async function openOwnServers(
  options: Options,
  configs: readonly NamedConfig[],
): Promise<{ readonly connection: WindowConnection; end(): Promise<void> }> {
  const folder = path.resolve(options.folder ?? '.');
  const window = await openTerminal(options, configs, [folder]);
  const [mine, theirs] = memoryPair();
  const channel = channelOver(mine);
  const end = async (): Promise<void> => {
    channel.dispose();
    await window.end();
  };
  try {
    window.accept(theirs);
    channel.listen();
    const answer = await channel.send(externalClientRequests.visit, { folder, waits: true });
    if (!answer) throw new UserError('noWindow', { folder });
    const { url, token } = answer;
    const over = new AbortController().signal;
    return { connection: { url, token, isAtHome: true, over, dispose: () => undefined }, end };
  } catch (error) {
    await end();
    throw error;
  }
}
