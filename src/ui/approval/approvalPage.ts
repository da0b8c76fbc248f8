import { digestOf, type SeenDefinition } from '../../config/fingerprint';
import { html, type Html } from '../text/html';
import { entryText } from '../tree/serverText';
import type { ShownServer } from '../tree/shownServer';
import { sourceName } from '../editing/sourceText';
import { nextAction } from '../reasons/sentence';
import { t } from '../text/texts';
import { escapeDeceptive } from '../text/untrustedText';
import type { PageContent } from './approvalMessages';
import { t as approvalText } from './approvalTexts';
import { approvalLines, whatRuns } from './approvalLines';
import { isUp } from '../../ipc/serverStates';

/**
 * `first`: nobody has decided who runs the servers; `change`: VS Code runs them; `leave`: Roundhouse
 * does; `approval`: only whether they start is asked.
 */
export type ApprovalForm = 'first' | 'change' | 'leave' | 'approval';

/** The form of a choice of who runs the servers, by who runs them now. */
const choices = { ask: 'first', vscode: 'change', roundhouse: 'leave' } as const;
type Owner = keyof typeof choices;

/** The form for an owner. `asked`: who it was when each pending question about that came. */
export function formFor(owner: Owner, asked: readonly Owner[]): ApprovalForm {
  // Where another window chose Roundhouse meanwhile, nobody asked to undo that; the servers still need their approval.
  const isChosen = owner === 'roundhouse' && !asked.includes(owner);
  return asked.length === 0 || isChosen ? 'approval' : choices[owner];
}

/** A server on the page. */
export interface ApprovalServer {
  readonly entry: ShownServer;
  /** Its definition with what it depends on now, beside what was approved. */
  readonly seen: SeenDefinition;
  /** It was changed since the page was opened. */
  readonly isChanged: boolean;
  /** The ids of its inputs that have a value already. */
  readonly stored: ReadonlySet<string>;
}

export interface ApprovalInput {
  readonly form: ApprovalForm;
  readonly servers: readonly ApprovalServer[];
  readonly ticked: ReadonlySet<string>;
  /** True if the choice can be stored for a workspace. */
  readonly hasFolder: boolean;
  /** True if the window reloads when Roundhouse takes over. */
  readonly reloads: boolean;
  /** True if the servers run on another machine than the person's, whose own settings say who runs them. */
  readonly isRemote: boolean;
}

/** The key of a definition as shown. Another launch or another dependency gives another key. */
export function approvalKey({
  id,
  source,
  fingerprint,
  dependencies = [],
}: SeenDefinition): string {
  return JSON.stringify([id, source.file, fingerprint, digestOf(dependencies)]);
}

/**
 * The shown definitions that an answer names. `undefined` if it names one that left the page, because the person saw
 * something else.
 */
export function definitionsNamed(
  keys: readonly string[],
  shown: ReadonlyMap<string, SeenDefinition>,
): readonly SeenDefinition[] | undefined {
  const named = keys.flatMap((key) => shown.get(key) ?? []);
  return named.length === keys.length ? named : undefined;
}

/** The page that asks. */
export function approvalPage(input: ApprovalInput): PageContent {
  const open = input.servers.filter(({ seen }) => !seen.isApproved);
  const ticked = open.map(({ seen }) => approvalKey(seen)).filter((key) => input.ticked.has(key));
  return {
    head: head(input).text,
    cards: input.form === 'leave' ? [] : input.servers.map(card),
    foot: foot(input, ticked.length).text,
    ticked,
  };
}

/** The page that shows how the start of these servers goes. `begun`: the ids of those whose start was seen. */
export function progressPage(
  entries: readonly ShownServer[],
  begun: ReadonlySet<string>,
): PageContent {
  const count = entries.length;
  const running = entries.filter(({ snapshot }) => isUp(snapshot.state)).length;
  const isDone = entries.every((entry) => isSettled(entry, begun));
  const title = isDone ? (running === count ? 'doneWell' : 'doneTitle') : 'startingTitle';
  const text = isDone ? (running > 0 ? 'doneWhat' : 'doneBadly') : 'startingWhat';
  const ending = [
    ...(running > 0 ? [button('chat', 'primary', approvalText('openChat'))] : []),
    button('view', running > 0 ? 'secondary' : 'primary', approvalText('openView')),
    button('cancel', 'quiet', approvalText('close')),
  ];
  return {
    head: html`<h1 id="title" tabindex="-1">${approvalText(title, { running, count })}</h1>
      <p>${approvalText(text, { running })}</p>`.text,
    cards: entries.map((entry) => progressCard(entry, isSettled(entry, begun))),
    // Before that a second click on what approved would meet a button that was not there.
    foot: isDone ? buttons(ending).text : '',
    ticked: [],
  };
}

/** True once a requested start has begun. A server that waits for its approval is not started yet. */
export function hasBegun({ runBy, snapshot: { state } }: ShownServer): boolean {
  if (runBy !== 'roundhouse') return false;
  return state.kind === 'blocked' ? state.need !== 'trust' : state.kind !== 'idle';
}

/** True once a requested start has succeeded or failed, or what began was stopped. */
export function isSettled(entry: ShownServer, begun: ReadonlySet<string>): boolean {
  const { runBy, definition, snapshot } = entry;
  const { kind } = snapshot.state;
  if (kind === 'idle') return runBy === 'roundhouse' && begun.has(definition.id);
  return hasBegun(entry) && kind !== 'starting' && kind !== 'stopping';
}

function head(input: ApprovalInput): Html {
  const { form, servers } = input;
  const count = servers.length;
  const one = count === 1 ? escapeDeceptive(servers[0]?.entry.definition.name ?? '') : undefined;
  const title =
    form === 'approval'
      ? approvalText(one === undefined ? 'manyTitle' : 'oneTitle', { count, name: one ?? '' })
      : approvalText(form === 'leave' ? 'leaveTitle' : 'firstTitle');
  const warning = html`<p class="warning">${approvalText('warning')}</p>`;
  const paragraphs = texts(input).map((text) => html`<p>${text}</p>`);
  return html`<h1 id="title" tabindex="-1">${title}</h1>
    ${paragraphs}${form === 'leave' || count === 0 ? '' : warning}`;
}

function texts({ form, servers, reloads, isRemote }: ApprovalInput): string[] {
  const count = servers.length;
  if (form === 'approval') return [approvalText('approvalWhat', { count })];
  if (form === 'leave') return [approvalText('leaveWhat')];
  return [
    approvalText('firstWhat'),
    approvalText('firstEditor'),
    ...(isRemote ? [approvalText('firstRemote')] : []),
    approvalText(form === 'first' ? 'firstBack' : 'changeBack'),
    ...(reloads ? [approvalText('reloads')] : []),
    ...(count === 0 ? [approvalText('noServers')] : []),
  ];
}

/** An id of the server for HTML, by which the focus is found again. It has only letters, digits and underscores. */
function htmlId(id: string): string {
  return id.replaceAll(/[^a-z\d]/gi, (unit) => `_${unit.charCodeAt(0).toString(16)}_`);
}

function card({ seen, isChanged, stored }: ApprovalServer) {
  const { dependencies = [], isApproved } = seen;
  const key = approvalKey(seen);
  const id = htmlId(seen.id);
  const name = escapeDeceptive(seen.name);
  const file = escapeDeceptive(sourceName(seen.source));
  const box = html`<input
    type="checkbox"
    id="box_${id}"
    data-tick="${key}"
    aria-describedby="runs_${id}"
  />`;
  const lines = approvalLines(seen, stored, dependencies).map((line) => html`<li>${line}</li>`);
  const differs = !isApproved && dependencies.some(({ change }) => change !== undefined);
  const note = isApproved ? 'approved' : isChanged ? 'changed' : differs ? 'differs' : undefined;
  const title = isApproved
    ? html`<strong>${name}</strong>`
    : html`${box}<label for="box_${id}">${name}</label>`;
  const shown = html`<div class="title">
      ${title} ${note ? html`<span class="note">${approvalText(note)}</span>` : ''}
      <span class="file"
        >${approvalText('from')}
        <button
          type="button"
          class="link"
          id="open_${id}"
          data-open="${key}"
          aria-label="${approvalText('openAt', { file, name })}"
        >
          ${file}
        </button></span
      >
    </div>
    <code class="runs" id="runs_${id}" dir="ltr">${whatRuns(seen, dependencies)}</code>
    ${
      lines.length === 0
        ? ''
        : html`<ul class="reads">
            ${lines}
          </ul>`
    }`;
  return { key, html: shown.text };
}

function progressCard(entry: ShownServer, isOver: boolean) {
  const { definition, snapshot } = entry;
  const isReady = isOver || snapshot.state.kind === 'starting';
  const { text, detail, reason } = entryText(entry);
  const kind = isUp(snapshot.state) ? 'up' : isOver ? 'down' : 'busy';
  const next = reason && nextAction(reason)?.text;
  const why = isReady && detail ? html`<p class="why">${[detail, next ?? ''].join(' ')}</p>` : '';
  const state = isReady ? text : t('starting');
  const shown = html`<div class="title">
      <span class="dot ${kind}" aria-hidden="true"></span
      ><strong>${escapeDeceptive(definition.name)}</strong>
      <span class="state">${state}</span>
    </div>
    ${why}`;
  return { key: definition.id, html: shown.text };
}

function foot({ form, hasFolder, isRemote }: ApprovalInput, count: number): Html {
  if (form === 'approval') {
    const label = count > 0 ? approvalText('approve', { count }) : approvalText('approveNone');
    return buttons([
      button('approve', 'primary', label, { disabled: count === 0 }),
      button('cancel', 'quiet', approvalText('cancel')),
    ]);
  }
  const isLeaving = form === 'leave';
  const act = isLeaving ? 'leave' : 'approve';
  const [all, here] = isLeaving
    ? [approvalText('leave'), approvalText('leaveHere')]
    : count > 0
      ? [approvalText('approve', { count }), approvalText('approveHere')]
      : [approvalText('run'), approvalText('runHere')];
  const last = { first: 'leave', change: 'cancel', leave: 'keep' } as const;
  const quiet = button(form === 'first' ? 'leave' : 'cancel', 'quiet', approvalText(last[form]));
  if (!hasFolder) return buttons([button(act, 'primary', all), quiet]);
  // A person in a remote window hardly means the other windows of their own machine.
  const isHereFirst = isRemote && !isLeaving;
  const choices = [
    button(act, isHereFirst ? 'secondary' : 'primary', all),
    button(act, isHereFirst ? 'primary' : 'secondary', here, { layer: 'workspace' }),
  ];
  return html`${buttons([...(isHereFirst ? choices.toReversed() : choices), quiet])}
    <p class="hint">${approvalText(isHereFirst ? 'layersRemote' : 'layers')}</p>`;
}

function buttons(each: readonly Html[]): Html {
  return html`<div class="buttons">${each}</div>`;
}

function button(
  act: 'approve' | 'leave' | 'cancel' | 'chat' | 'view',
  look: 'primary' | 'secondary' | 'quiet',
  label: string,
  { layer = 'user', disabled = false } = {},
): Html {
  const off = disabled ? html` disabled` : '';
  return html`<button
    type="button"
    id="${act}-${layer}"
    class="${look}"
    data-act="${act}"
    data-layer="${layer}"
    ${off}
  >
    ${label}
  </button>`;
}
