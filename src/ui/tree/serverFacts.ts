import type { ResourceSample } from '../../ipc/requests';
import { isUp } from '../../ipc/serverStates';
import type { ServerSnapshot } from '../../ipc/state';
import { cpuText, durationText, memoryText } from '../text/quantities';
import { t } from '../text/texts';

/** How long a server is up; absent where it is not. `now` is epoch milliseconds. */
export function uptimeText({ state }: ServerSnapshot, now: number): string | undefined {
  return isUp(state) ? t('upFor', { span: durationText(now - state.since) }) : undefined;
}

/** How often a server came back by itself, and when it last failed; absent where it never did. */
export function restartsText(
  { restarts, lastFailure }: ServerSnapshot,
  now: number,
): string | undefined {
  if (restarts === 0) return undefined;
  const span = lastFailure && durationText(now - lastFailure.at);
  return t('restarted', { count: restarts, ...(span && { span }) });
}

/** When a server last failed; absent where it never did. */
export function failureText({ lastFailure }: ServerSnapshot, now: number): string | undefined {
  return lastFailure && t('failedAgo', { span: durationText(now - lastFailure.at) });
}

/** What a server takes: "3 processes · 84 MB · 3 % CPU". */
export function resourcesText({ processes, memory, cpu }: Omit<ResourceSample, 'id'>): string {
  const parts = [t('processes', { count: processes }), memoryText(memory)];
  if (cpu !== undefined) parts.push(cpuText(cpu));
  return parts.join(' · ');
}
