import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { type ComponentChildren, Fragment, h, render, type VNode } from 'preact';
import { useEffect } from 'preact/hooks';
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
    const restore = rememberFocus();
    untracked(() => render(h(Page, { restore }, page()), root));
  };
  const follow = (): void => {
    for (const signal of signals) void signal.value;
    if (!isMessage) show();
    else due ??= requestAnimationFrame(show);
  };
  showWithNextFrame(() => effect(follow));
}

/** The page. Its effect follows those of its parts, which know better where the focus belongs. */
function Page({
  restore,
  children,
}: {
  readonly restore: () => void;
  readonly children?: ComponentChildren;
}) {
  useEffect(restore);
  return h(Fragment, {}, children);
}

/**
 * Remembers where the focus is. The function that it returns moves it to the nearest part that is left, if its control
 * is gone: the Tab key goes on from there, and Enter presses nothing that nobody chose.
 */
export function rememberFocus(): () => void {
  // A page that nobody is in must not take the keyboard.
  const focused = document.hasFocus() ? document.activeElement : null;
  const parts: HTMLElement[] = [];
  for (let part = focused?.parentElement; part; part = part.parentElement) parts.push(part);
  return () => {
    const isLost =
      document.hasFocus() && (document.activeElement ?? document.body) === document.body;
    if (!focused || focused.isConnected || !isLost) return;
    const part = parts.find((one) => one.isConnected && !one.matches('a, button, summary'));
    if (!part) return;
    if (part.tabIndex < 0) part.tabIndex = -1;
    part.focus({ preventScroll: true });
  };
}

/** Data that the document holds. */
export function documentData(id: 'language' | 'first'): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
