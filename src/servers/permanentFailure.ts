import type { Reason } from '../base/errors';

/** Something has to be changed first, whatever the server did before. */
const lasting: ReadonlySet<string> = new Set([
  'notFound',
  'cwdNotFound',
  'windowsCommand',
  'notExecutable',
  'interpreterMissing',
  'windowsLineEnds',
  'invalidUrl',
  // The same credentials again may lock an account.
  'unauthorized',
]);
/** Why a program that is there cannot be started at just this moment. */
const passingSpawnErrors: readonly unknown[] = [
  'EAGAIN',
  'ENOMEM',
  'EMFILE',
  'ENFILE',
  'ETXTBSY',
  'EBUSY',
];
/**
 * A program that is content before it has answered anything is no server; the others mean, in a shell,
 * that the command is not there or not executable: 9009 is that of `cmd`.
 */
const pointlessExits: readonly unknown[] = [0, 126, 127, 9009];
/** Of the statuses that blame the request these do not mean the request itself. */
const passingStatuses: readonly unknown[] = [408, 425, 429];

/**
 * Whether another try is pointless until something is changed. `wasUp`: it has been up since it was
 * wanted, so that its launch is right and what speaks against it now may pass. A server that is up and
 * then ends by itself did not do so because we asked, so it is restarted whatever its exit code.
 */
export function isPermanent({ code, args = {} }: Reason, wasUp: boolean): boolean {
  if (lasting.has(code)) return true;
  if (code === 'spawnFailed') return !passingSpawnErrors.includes(args['cause']);
  if (wasUp) return false;
  switch (code) {
    // Whoever waited so long in vain would only wait as long again.
    case 'timedOut':
    case 'protocolError':
      return true;
    case 'exited':
      return pointlessExits.includes(args['exit']);
    case 'httpError': {
      const status = Number(args['status']);
      return status < 500 && !passingStatuses.includes(status);
    }
    default:
      return false;
  }
}

/**
 * Whether the server is only out of reach. One that has been up is waited for without end then: no
 * process comes and goes meanwhile, and a network that is back has it back.
 */
export function isOutOfReach({ code, args = {} }: Reason): boolean {
  if (code === 'unreachable') return true;
  const status = Number(args['status']);
  return code === 'httpError' && (status >= 500 || passingStatuses.includes(status));
}
