import * as vscode from 'vscode';
import { DisposableStore } from '../../base/disposable';
import type { Completions } from '../../client/completions';
import { valuePlaceholder, valueRows, valueTitle, type ArgumentField } from './argumentInput';

/** Milliseconds without a key after which completions are requested. */
const pause = 150;

export interface ArgumentForm {
  /** Title. */
  readonly subject: string;
  readonly values: readonly ArgumentField[];
  /** Absent if the server has no completions. */
  readonly completions: Completions | undefined;
}

type Given = Readonly<Record<string, string>>;
/** `draft`: what was in the box when the person went back. */
type Answer = { readonly value: string | undefined } | { readonly draft: string } | 'left';

/**
 * Asks for one value after another; `undefined` if the user cancels or the signal aborts. Skipped values are absent.
 */
export async function enterArguments(
  asked: ArgumentForm,
  signal?: AbortSignal,
): Promise<Given | undefined> {
  const given = new Map<string, string>();
  // They are there again after a step back.
  const drafts = new Map<string, string>();
  for (let at = 0; at < asked.values.length;) {
    const one = asked.values[at];
    if (!one) break;
    const before = drafts.get(one.name) ?? '';
    given.delete(one.name);
    const answer = await enterArgument(
      asked,
      { at, before, given: Object.fromEntries(given) },
      signal,
    );
    if (answer === 'left') return undefined;
    const isBack = 'draft' in answer;
    drafts.set(one.name, isBack ? answer.draft : (answer.value ?? ''));
    if (!isBack && answer.value !== undefined) given.set(one.name, answer.value);
    at += isBack ? -1 : 1;
  }
  return Object.fromEntries(given);
}

interface Row extends vscode.QuickPickItem {
  readonly value: string | undefined;
}

async function enterArgument(
  { subject, values, completions }: ArgumentForm,
  { at, before, given }: { at: number; before: string; given: Given },
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const asked = values[at];
  if (!asked || signal?.aborted) return 'left';
  const store = new DisposableStore();
  const list = store.add(vscode.window.createQuickPick<Row>());
  list.title = valueTitle(subject, asked);
  list.placeholder = valuePlaceholder(asked);
  list.step = at + 1;
  list.totalSteps = values.length;
  list.ignoreFocusOut = true;
  list.buttons = at > 0 ? [vscode.QuickInputButtons.Back] : [];
  list.value = before;
  const show = (proposed: readonly string[]): void => {
    // The server has judged what fits; the list must not do so again.
    const rows = valueRows(asked, list.value, proposed);
    list.items = rows.map((row) => ({ ...row, alwaysShow: true }));
  };
  show([]);
  if (completions) {
    const propose = (value: string, signal: AbortSignal): Promise<readonly string[]> =>
      completions.of({ name: asked.name, value, given }, signal);
    store.add(followTyping(list, propose, show));
  } else store.add(list.onDidChangeValue(() => show([])));
  try {
    return await new Promise<Answer>((resolve) => {
      store.add(list.onDidTriggerButton(() => resolve({ draft: list.value })));
      store.add(list.onDidHide(() => resolve('left')));
      const leave = (): void => resolve('left');
      signal?.addEventListener('abort', leave);
      store.add(() => signal?.removeEventListener('abort', leave));
      store.add(
        list.onDidAccept(() => {
          const [row] = list.selectedItems;
          // A fast typist is ahead of the rows.
          if (row) resolve({ value: row.value });
          else if (list.value !== '') resolve({ value: list.value });
        }),
      );
      list.show();
    });
  } finally {
    store.dispose();
  }
}

/** Requests completions at once and after each pause in typing. */
function followTyping(
  list: vscode.QuickPick<Row>,
  propose: (value: string, signal: AbortSignal) => Promise<readonly string[]>,
  show: (proposed: readonly string[]) => void,
): DisposableStore {
  const store = new DisposableStore();
  let asking = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    const { signal } = asking;
    list.busy = true;
    const proposed = await propose(list.value, signal);
    if (signal.aborted) return;
    list.busy = false;
    show(proposed);
  };
  store.add(
    list.onDidChangeValue(() => {
      asking.abort();
      asking = new AbortController();
      show([]);
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), pause);
    }),
  );
  store.add(() => {
    clearTimeout(timer);
    asking.abort();
  });
  void ask();
  return store;
}
