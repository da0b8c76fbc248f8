import { once } from 'node:events';
import { reapOwner } from './processes/reaper';
import type { WatchdogTarget } from './processes/watchdog';

/** Whether the pipe from the host ended without a farewell. */
async function isHostLost(): Promise<boolean> {
  let farewell = false;
  process.stdin.on('data', () => (farewell = true)).on('error', () => process.stdin.destroy());
  await once(process.stdin, 'close');
  return !farewell;
}

/** Ends the servers of a host that was killed, having waited for that unless a shell has. */
async function main([charge = '', wait]: readonly string[]): Promise<void> {
  if (wait === undefined || (await isHostLost()))
    await reapOwner(JSON.parse(charge) as WatchdogTarget);
}

void main(process.argv.slice(2));
