import type { ProcessIdentity } from '../base/processIdentity';
import { WorkSlot } from './workSlot';
import {
  removeQuarantineRecord,
  writeQuarantineRecord,
  type QuarantineRecord,
} from '../servers/quarantine';

/** Milliseconds between two looks at a turn of work. They are counted, because a computer that slept froze nobody. */
const restTime = 250;
/** Looks after which it is kept who is worked on, as a process that runs out of memory ends without a word. */
const longLooks = 4;
/** Looks after which the host counts as frozen, if it worked meanwhile. */
const frozenLooks = 20;
/**
 * Milliseconds of processor time that the process must have had by then: a busy machine may give it none for as long.
 */
const frozenWork = 4_500;

/** The data of the thread. */
export interface FreezeThreadData {
  /** Of the host's `WorkSlot`. */
  readonly memory: SharedArrayBuffer;
  /** Of the quarantine. */
  readonly folder: string;
  readonly host: ProcessIdentity;
  /** True if a frozen host is ended; not in a window, where it is the process of all extensions. */
  readonly ends: boolean;
}

/** One note of a slot. */
export interface Work {
  /** Of the server in the quarantine. */
  readonly key: string;
  readonly bytes: number;
  readonly method?: string | undefined;
}

/** The text of a slot that says it. */
export function workText(key: string, bytes: number, method = ''): string {
  return `${key} ${bytes} ${method}`;
}

/** The work in such a text. */
export function workOf(text: string | undefined): Work | undefined {
  const [key = '', bytes, method = ''] = text?.split(' ') ?? [];
  return key === '' ? undefined : { key, bytes: Number(bytes), ...(method !== '' && { method }) };
}

/** Watches a host's slot until the process ends, and sleeps while there is no work. Never returns. */
export function watchWork({ memory, folder, host, ends }: FreezeThreadData): never {
  const slot = new WorkSlot(memory);
  const keep = (kind: QuarantineRecord['kind'], { key, ...message }: Work): void => {
    try {
      writeQuarantineRecord(folder, key, { kind, host, ...message });
    } catch {
      // A disk that refuses costs the next host the knowledge of who it was.
    }
  };
  for (;;) {
    const turn = slot.waitForWork();
    const before = process.cpuUsage();
    let kept: Work | undefined;
    let isFrozen = false;
    for (let looks = 1; ; looks++) {
      slot.rest(restTime);
      const work = workOf(slot.text);
      if (slot.turn !== turn || !work) break;
      if (looks === longLooks) {
        kept = work;
        keep('still', work);
      } else if (!isFrozen && looks >= frozenLooks && workedSince(before) >= frozenWork) {
        isFrozen = true;
        keep('froze', work);
        if (work.key !== kept?.key && kept) removeQuarantineRecord(folder, kept.key);
        kept = undefined;
        if (ends) process.kill(process.pid, 'SIGKILL');
      }
    }
    if (kept) removeQuarantineRecord(folder, kept.key);
  }
}

/** Milliseconds of processor time that this process, with all its threads, has had since a look at it. */
function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
