import * as vscode from 'vscode';

/** A row of a quick pick with the value that it stands for. */
export interface ValueRow<T> extends vscode.QuickPickItem {
  readonly value: T;
}

type PickOptions = Omit<vscode.QuickPickOptions, 'placeHolder' | 'canPickMany' | 'ignoreFocusOut'>;

/**
 * Asks for one of the rows; `undefined` if the user cancels. Nothing but an answer or Escape closes the question: a page
 * that opens or comes back takes the keyboard at any time, on a slow machine seconds later.
 */
export async function pickRow<T extends vscode.QuickPickItem>(
  placeHolder: string,
  rows: readonly T[],
  options: PickOptions = {},
  token?: vscode.CancellationToken,
): Promise<T | undefined> {
  const shown = { placeHolder, ignoreFocusOut: true, ...options };
  return vscode.window.showQuickPick(rows, shown, token);
}

/** Asks as `pickRow`, for the value of a row. */
export async function pickOne<T>(
  ...asked: Parameters<typeof pickRow<ValueRow<T>>>
): Promise<T | undefined> {
  return (await pickRow(...asked))?.value;
}

/**
 * Asks for any of the rows, with the `picked` ones ticked at first; `undefined` if the user cancels. The list appears
 * with its rows, because `showQuickPick` sends them after it, and Enter in between would choose nothing.
 */
export async function pickMany<T>(
  placeholder: string,
  rows: readonly ValueRow<T>[],
  options: Pick<PickOptions, 'title' | 'matchOnDetail'> = {},
): Promise<readonly T[] | undefined> {
  const list = vscode.window.createQuickPick<ValueRow<T>>();
  Object.assign(list, { placeholder, canSelectMany: true, ignoreFocusOut: true, ...options });
  list.items = rows;
  list.selectedItems = rows.filter(({ picked }) => picked === true);
  try {
    return await new Promise((resolve) => {
      list.onDidAccept(() => resolve(list.selectedItems.map(({ value }) => value)));
      list.onDidHide(() => resolve(undefined));
      list.show();
    });
  } finally {
    list.dispose();
  }
}
