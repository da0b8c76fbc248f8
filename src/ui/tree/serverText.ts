import type { Reason } from '../../base/errors';
import { redactor } from '../../base/redact';
import type { Need, ServerSnapshot, ServerState, StartStep } from '../../ipc/state';
import { isUp } from '../../ipc/serverStates';
import type { ProcessUsage } from '../../ipc/processUsage';
import type { Launch } from '../../config/definition';
import { likelySecrets, type SecretSpot } from '../../config/likelySecrets';
import { maskDefaults } from '../../config/variables';
import { brief, needText, sentence } from '../reasons/sentence';
import { t, type TextKey, cpuText, durationText, memoryText } from '../text/texts';
import { maskedSpots } from '../approval/maskedValue';
import { escapeDeceptive } from '../text/untrustedText';
import type { Icon, ShownServer } from './shownServer';

/** Texts and icon of one server. */
export interface ServerText {
  /** The state alone: "running", "blocked · needs your approval". */
  readonly state: string;
  /** Known counts of its catalog: "13 tools". */
  readonly counts?: string | undefined;
  /** State and, where the server can be used, counts: "running · 13 tools". */
  readonly text: string;
  /** The reason why it is not well, to be explained by `sentence` and `nextAction`. */
  readonly reason?: Reason | undefined;
  /** The reason as a sentence. */
  readonly detail?: string | undefined;
  /** The reason in a few words, as far as the state does not say it. */
  readonly brief?: string | undefined;
  readonly icon: Icon;
}

const steps: Readonly<Record<StartStep, TextKey>> = {
  resolving: 'stepResolving',
  queued: 'stepQueued',
  launching: 'stepLaunching',
  downloading: 'stepDownloading',
  initializing: 'stepInitializing',
  listing: 'stepListing',
};

const needIcons: Readonly<Record<Need, string>> = {
  trust: 'shield',
  input: 'key',
  authorization: 'account',
  policy: 'law',
};

/**
 * The text, reason and icon of a server. `now` is epoch milliseconds, absent where a count of seconds would stand still;
 * `tokens` is what its tools cost.
 */
export function serverText(snapshot: ServerSnapshot, now?: number, tokens?: string): ServerText {
  const { state } = snapshot;
  const words = stateText(state, now);
  const counts = snapshot.catalogVersion > 0 ? countsText(snapshot.counts, tokens) : undefined;
  const reason = reasonOfState(state);
  return {
    state: words,
    counts,
    text: counts ? textWithCounts(snapshot, words, counts) : words,
    reason,
    detail: reason && sentence(reason),
    brief: (reason && brief(reason)) || undefined,
    icon: stateIcon(state),
  };
}

/** The same for an entry of the workspace, which VS Code may run and chat may lack. */
export function entryText(
  { runBy, snapshot, notInChat }: ShownServer,
  now?: number,
  tokens?: string,
): ServerText {
  // In Restricted Mode, or where its settings say so, that is the answer, whoever would run it.
  const isOff = runBy === 'undecided' && snapshot.state.kind === 'disabled';
  if (runBy === 'roundhouse' || isOff) {
    const text = serverText(snapshot, now, tokens);
    return notInChat ? withoutChat(text, notInChat) : text;
  }
  const state = t(runBy === 'vscode' ? 'runByEditor' : 'undecided');
  const icon = runBy === 'vscode' ? 'vm' : 'question';
  return { state, text: state, icon: { id: icon, color: 'disabledForeground' } };
}

/** Adds that chat lacks the server; a reason of the server itself takes precedence. */
function withoutChat(text: ServerText, why: Reason): ServerText {
  const words = [text.brief, brief(why)].filter(Boolean).join(' · ');
  if (text.reason) return { ...text, brief: words };
  const icon = { id: 'debug-disconnect', color: 'list.warningForeground' };
  return { ...text, reason: why, detail: sentence(why), brief: words, icon };
}

/** The reason of a state; absent where nothing is wrong. */
export function reasonOfState(state: ServerState): Reason | undefined {
  switch (state.kind) {
    case 'disabled':
    case 'blocked':
      return state.reason;
    case 'backingOff':
    case 'failed':
      return state.error;
    case 'degraded':
      return state.what;
    case 'idle':
    case 'starting':
    case 'running':
    case 'stopping':
      return undefined;
  }
}

/** Counts stand where the server can be used, and say whether they are those of now. */
function textWithCounts(
  { state, catalogChange }: ServerSnapshot,
  words: string,
  counts: string,
): string {
  switch (state.kind) {
    case 'idle':
      return t('fromLastTime', { state: words, counts });
    case 'running':
    case 'degraded': {
      const text = `${words} · ${counts}`;
      return catalogChange ? t('toolsDiffer', { text }) : text;
    }
    default:
      return words;
  }
}

/** Step of a start in a few words. */
export function stepText(step: StartStep): string {
  return t(steps[step]);
}

/** A state in a few words, without the step of a start. */
export function stateName(state: Exclude<ServerState, { kind: 'backingOff' }>): string {
  switch (state.kind) {
    case 'idle':
      return t('stopped');
    case 'blocked':
      return t('blocked', { need: needText(state.need) });
    case 'starting': {
      const { attempt } = state;
      return attempt > 1 ? t('startingAgain', { attempt }) : t('starting');
    }
    default:
      return t(state.kind);
  }
}

function stateText(state: ServerState, now: number | undefined): string {
  if (state.kind === 'backingOff') {
    const { attempt, retryAt } = state;
    if (now === undefined) return t('retrying', { attempt });
    return t('retrying', { seconds: Math.max(0, Math.ceil((retryAt - now) / 1000)), attempt });
  }
  if (state.kind !== 'starting') return stateName(state);
  const { attempt, step } = state;
  // A narrow side bar shows no more than the step.
  if (attempt === 1 && (step === 'queued' || step === 'downloading')) return stepText(step);
  return `${stateName(state)} · ${stepText(step)}`;
}

/** Counts of tools, prompts and resources; tools are named even if there are none. */
export function countsText(counts: ServerSnapshot['counts'], tokens?: string): string {
  const parts = [t('tools', { count: counts.tools })];
  if (tokens !== undefined) parts.push(tokens);
  if (counts.prompts > 0) parts.push(t('prompts', { count: counts.prompts }));
  if (counts.resources > 0) parts.push(t('resources', { count: counts.resources }));
  return parts.join(' · ');
}

function stateIcon(state: ServerState): Icon {
  switch (state.kind) {
    case 'disabled':
      return { id: 'circle-slash', color: 'disabledForeground' };
    case 'blocked':
      return { id: needIcons[state.need], color: 'list.warningForeground' };
    case 'idle':
      return { id: 'circle-outline' };
    case 'starting':
      return { id: state.step === 'queued' ? 'watch' : 'loading~spin' };
    case 'stopping':
      return { id: 'loading~spin' };
    case 'running':
      return { id: 'pass-filled', color: 'testing.iconPassed' };
    case 'degraded':
      return { id: 'warning', color: 'list.warningForeground' };
    case 'backingOff':
      return { id: 'history', color: 'list.warningForeground' };
    case 'failed':
      return { id: 'error', color: 'list.errorForeground' };
  }
}

/** The time for which a server is up; absent where it is not. `now` is epoch milliseconds. */
export function uptimeText({ state }: ServerSnapshot, now: number): string | undefined {
  return isUp(state) ? t('upFor', { span: durationText(now - state.since) }) : undefined;
}

/** The number of restarts by policy, and the last failure; absent without a restart. */
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

/** Process usage: "3 processes · 84 MB · 3 % CPU". */
export function usageText({ processes, memory, cpu }: Omit<ProcessUsage, 'id'>): string {
  const parts = [t('processes', { count: processes }), memoryText(memory)];
  if (cpu !== undefined) parts.push(cpuText(cpu));
  return parts.join(' · ');
}

/**
 * Command line or URL as one would type it, without the defaults of variables and without likely secrets: those in it,
 * and those of variables and headers that it repeats.
 */
export function launchLine(launch: Launch): string {
  const spots = likelySecrets(launch);
  const redacted = redactor(spots.map(({ text }) => text));
  const masked = (text: string, isHere: (location: SecretSpot['location']) => boolean): string => {
    const here = spots.filter(({ location }) => isHere(location));
    return maskDefaults(redacted(maskedSpots(text, here)));
  };
  if (launch.type !== 'stdio') return escapeDeceptive(masked(launch.url, ([key]) => key === 'url'));
  const args = launch.args.map((arg, index) =>
    masked(arg, ([key, at]) => key === 'args' && at === index),
  );
  return [masked(launch.command, () => false), ...args].map(word).join(' ');
}

function word(text: string): string {
  const shown = escapeDeceptive(text);
  return shown === '' || /[\s"']/.test(shown) ? JSON.stringify(shown) : shown;
}
