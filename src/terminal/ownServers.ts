import { UserError } from '../base/errors';
import type { Visit } from '../hostClient/visitWindow';
import { channelOver, memoryPair } from '../contract/streams';
import { guestRequests } from '../contract/guests';
import type { Options } from './options';
import type { NamedConfig } from './readConfigs';
import { openTerminal } from './terminalWindow';

/** The servers of named files, run by this process, as one for the client of this process. */
export async function openOwnServers(
  options: Options,
  configs: readonly NamedConfig[],
): Promise<{ readonly visit: Visit; end(): Promise<void> }> {
  const window = await openTerminal(options, configs, { guests: true });
  const [mine, theirs] = memoryPair();
  const channel = channelOver(mine);
  window.accept(theirs);
  channel.listen();
  const { folder = '.', set } = options;
  const answer = await channel.send(guestRequests.visit, { folder, set });
  if (!answer) throw new UserError('noWindow', { folder });
  const { url, token } = answer;
  const over = new AbortController().signal;
  return {
    visit: { url, token, over, dispose: () => undefined },
    end: async () => {
      channel.dispose();
      await window.end();
    },
  };
}
