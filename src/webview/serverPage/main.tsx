import { effect } from '@preact/signals-core';
import { render } from 'preact';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode/codicons/dist/codicon.css';
import { setLanguage, type Language } from '../../ui/text/format';
import { App } from './app';
import { allSignals, start } from './pageState';
import './page.css';

setLanguage(JSON.parse(document.getElementById('language')?.textContent ?? '') as Language);

const root = document.getElementById('page') ?? document.body;
let isDue = false;

// A burst of messages is shown with the next frame, once.
effect(() => {
  for (const signal of allSignals) void signal.value;
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => {
    isDue = false;
    render(<App />, root);
  });
});
start();
