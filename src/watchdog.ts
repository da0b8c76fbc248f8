import { once } from 'node:events';
import { reapOwner } from './processes/reaper';
import type { WatchdogTarget } from './processes/watchdog';

/** True if the pipe from the host closed without a farewell. */
async function isHostLost(): Promise<boolean> {
  let farewell = false;
  process.stdin.on('data', () => (farewell = true)).on('error', () => process.stdin.destroy());
  await once(process.stdin, 'close');
  return !farewell;
}

/** Ends the servers of a killed host. Waits for the host's end, unless the shell that starts it has done so. */
async function main([charge = '', wait]: readonly string[]): Promise<void> {
  if (wait === undefined || (await isHostLost()))
    await reapOwner(JSON.parse(charge) as WatchdogTarget);
}

void main(process.argv.slice(2));
