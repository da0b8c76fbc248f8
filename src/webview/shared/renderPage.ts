import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { render, type VNode } from 'preact';
import { setLanguage, type Language } from '../../ui/text/format';
import './page.css';

let isMessage = false;

/** Makes the changes of a message from the editor. Because messages come in bursts, they are shown with the next frame, once. */
export function showWithNextFrame(change: () => void): void {
  isMessage = true;
  try {
    change();
  } finally {
    isMessage = false;
  }
}

/**
 * Renders a page into its document whenever one of its signals changes, in the language of the document.
 * An act of a person is shown at once. Else a box would get its old text back for a moment, and with it the cursor at
 * its end; and the next field that is filled would join arguments that do not have this one yet.
 */
export function renderPage(signals: readonly ReadonlySignal<unknown>[], page: () => VNode): void {
  setLanguage(documentData('language') as Language);
  const root = document.getElementById('page') ?? document.body;
  let due: number | undefined;
  const show = (): void => {
    if (due !== undefined) cancelAnimationFrame(due);
    due = undefined;
    untracked(() => render(page(), root));
  };
  const follow = (): void => {
    for (const signal of signals) void signal.value;
    if (!isMessage) show();
    else due ??= requestAnimationFrame(show);
  };
  showWithNextFrame(() => effect(follow));
}

/** Data that the document holds. */
export function documentData(id: 'language' | 'first'): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
