import { effect, type ReadonlySignal } from '@preact/signals-core';
import { render, type VNode } from 'preact';
import { setLanguage, type Language } from '../../ui/text/format';
import './page.css';

/** Renders a page into its document whenever one of its signals changes, in the language of the document. */
export function renderPage(signals: readonly ReadonlySignal<unknown>[], page: () => VNode): void {
  setLanguage(documentData('language') as Language);
  const root = document.getElementById('page') ?? document.body;
  let isDue = false;
  // A burst of messages is shown with the next frame, once.
  effect(() => {
    for (const signal of signals) void signal.value;
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      render(page(), root);
    });
  });
}

/** Data that the document holds. */
export function documentData(id: 'language' | 'first'): unknown {
  return JSON.parse(document.getElementById(id)?.textContent ?? 'null');
}
