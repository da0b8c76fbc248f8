import type { ResourceSample } from '../contract/requests';
import type { ServerSnapshot } from '../contract/state';
import { cpuText, durationText, memoryText } from './quantities';
import { say } from './texts';

/** How long a server is up; absent where it is not. `now` is epoch milliseconds. */
export function uptimeText({ state }: ServerSnapshot, now: number): string | undefined {
  const isUp = state.kind === 'running' || state.kind === 'degraded';
  return isUp ? say('upFor', { span: durationText(now - state.since) }) : undefined;
}

/** How often a server came back by itself, and when it last failed; absent where it never did. */
export function restartsText(
  { restarts, lastFailure }: ServerSnapshot,
  now: number,
): string | undefined {
  const span = lastFailure && durationText(now - lastFailure.at);
  if (restarts === 0) return span && say('failedAgo', { span });
  return say('restarted', { count: restarts, ...(span && { span }) });
}

/** What a server takes: "3 processes · 84 MB · 3 % CPU". */
export function resourcesText({ processes, memory, cpu }: Omit<ResourceSample, 'id'>): string {
  const parts = [say('processes', { count: processes }), memoryText(memory)];
  if (cpu !== undefined) parts.push(cpuText(cpu));
  return parts.join(' · ');
}
