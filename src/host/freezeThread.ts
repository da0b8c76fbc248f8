import type { ProcessIdentity } from '../base/processIdentity';
import {
  removeQuarantineRecord,
  writeQuarantineRecord,
  type QuarantineRecord,
} from '../servers/quarantine';
import { WorkSlot } from './workSlot';

/**
 * Milliseconds between two looks at a turn of work. Looks count and not the clock, because a sleeping computer froze
 * nobody.
 */
const restTime = 250;
/**
 * Looks after which a file names the server until the turn ends. A process that runs out of memory ends without a
 * word.
 */
const longLooks = 4;
/** Looks after which the host counts as frozen, if it worked meanwhile. */
const frozenLooks = 20;
/** Processor time in milliseconds that a frozen process has used, because a busy machine may give it none. */
const frozenWork = 4_500;

/** The data of the thread. */
export interface FreezeThreadData {
  /** The memory of the host's `WorkSlot`. */
  readonly memory: SharedArrayBuffer;
  /** The folder of the quarantine. */
  readonly folder: string;
  readonly host: ProcessIdentity;
  /** True if a frozen host is ended. A window is not, because it runs all extensions. */
  readonly ends: boolean;
}

/** One note of a slot. */
export interface Work {
  /** The server's key in the quarantine. */
  readonly key: string;
  readonly bytes: number;
  readonly method?: string | undefined;
}

/** The text of a slot for this work. */
export function workText(key: string, bytes: number, method = ''): string {
  return `${key} ${bytes} ${method}`;
}

/** The work in the text of a slot. */
export function workOf(text: string | undefined): Work | undefined {
  const [key = '', bytes, method = ''] = text?.split(' ') ?? [];
  return key === '' ? undefined : { key, bytes: Number(bytes), ...(method !== '' && { method }) };
}

/**
 * Watches a host's slot until the process ends, and sleeps while there is no work. A turn of a second is recorded.
 * One of five seconds is a freeze and ends the host. Never returns.
 */
export function watchWork({ memory, folder, host, ends }: FreezeThreadData): never {
  const slot = new WorkSlot(memory);
  const record = (kind: QuarantineRecord['kind'], { key, ...message }: Work): void => {
    try {
      writeQuarantineRecord(folder, key, { kind, host, ...message });
    } catch {
      // If the disk refuses, the next host does not know the server.
    }
  };
  for (;;) {
    const turn = slot.waitForWork();
    const before = process.cpuUsage();
    let recorded: Work | undefined;
    let isFrozen = false;
    for (let looks = 1; ; looks++) {
      slot.rest(restTime);
      const work = workOf(slot.text);
      if (slot.turn !== turn || !work) break;
      if (looks === longLooks) {
        recorded = work;
        record('still', work);
      } else if (!isFrozen && looks >= frozenLooks && workedSince(before) >= frozenWork) {
        isFrozen = true;
        record('froze', work);
        if (work.key !== recorded?.key && recorded) removeQuarantineRecord(folder, recorded.key);
        recorded = undefined;
        if (ends) process.kill(process.pid, 'SIGKILL');
      }
    }
    if (recorded) removeQuarantineRecord(folder, recorded.key);
  }
}

/** Milliseconds of processor time of this process, with all its threads, since `before`. */
function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
