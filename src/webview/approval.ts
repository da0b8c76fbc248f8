import type { PageContent, PageMessage, PageUpdate } from '../ui/approval/approvalMessages';

declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
};

/** Shows the parts that the extension sends, and tells it what a person does with them. */
const editor = acquireVsCodeApi();
const head = part('head');
const servers = part('servers');
const foot = part('foot');
/** HTML of each part as last rendered, because only changed parts are rendered again. */
const shown = new WeakMap<Element, string>();
/** How often a person has changed a box. */
let ticks = 0;

addEventListener('message', ({ data }: MessageEvent<PageUpdate>) => show(data));
addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  ticks += 1;
  editor.postMessage({ kind: 'tick', key: target.dataset['tick'] ?? '', ticked: target.checked });
});
addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : undefined;
  const message = button && messageOf(button);
  if (message) editor.postMessage(message);
});
addEventListener('keydown', ({ key, defaultPrevented }) => {
  if (key === 'Escape' && !defaultPrevented) editor.postMessage({ kind: 'cancel' });
});
editor.postMessage({ kind: 'ready' });

function messageOf({ dataset }: HTMLButtonElement): PageMessage | undefined {
  const layer = dataset['layer'] === 'workspace' ? 'workspace' : 'user';
  if (dataset['open'] !== undefined) return { kind: 'open', key: dataset['open'] };
  switch (dataset['act']) {
    case 'approve':
      return { kind: 'approve', layer, keys: boxes().flatMap(tickedKey) };
    case 'leave':
      return { kind: 'leave', layer };
    case 'cancel':
    case 'chat':
    case 'view':
      return { kind: dataset['act'] };
    default:
      return undefined;
  }
}

function show({ head: top, cards, foot: bottom, ticked, ticks: counted }: PageUpdate): void {
  const isFirst = !shown.has(head);
  // Whoever types elsewhere meanwhile goes on there: to focus something here would take that away.
  const isInFront = document.hasFocus();
  const focused = document.activeElement?.id;
  put(head, top);
  showCards(cards);
  put(foot, bottom);
  // What was sent before the last tick would take that back until the next update.
  if (counted === ticks)
    for (const box of boxes()) box.checked = ticked.includes(box.dataset['tick'] ?? '');
  if (!isFirst && !isInFront) return;
  // What had the focus may have been made anew.
  if (document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
  if (isFirst || document.activeElement === document.body) byId('title')?.focus();
}

function showCards(cards: PageContent['cards']): void {
  const before = new Map(
    [...servers.querySelectorAll('li')].map((item) => [item.dataset['key'], item]),
  );
  const items = cards.map(({ key, html }) => {
    const item = before.get(key) ?? document.createElement('li');
    item.dataset['key'] = key;
    put(item, html);
    return item;
  });
  const isSame = servers.children.length === items.length && items.every(isInPlace);
  // Moving an element takes its focus away.
  if (!isSame) servers.replaceChildren(...items);
}

function isInPlace(item: Element, at: number): boolean {
  return servers.children[at] === item;
}

function put(element: Element, html: string): void {
  if (shown.get(element) === html) return;
  shown.set(element, html);
  element.innerHTML = html;
}

function boxes(): HTMLInputElement[] {
  return [...servers.querySelectorAll<HTMLInputElement>('input[data-tick]')];
}

function tickedKey({ checked, dataset }: HTMLInputElement): string[] {
  return checked && dataset['tick'] !== undefined ? [dataset['tick']] : [];
}

function byId(id: string | undefined): HTMLElement | undefined {
  return (id && document.getElementById(id)) || undefined;
}

function part(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element;
}
