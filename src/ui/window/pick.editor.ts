import * as vscode from 'vscode';

/** A row of a quick pick with the value that it stands for. */
export interface ValueRow<T> extends vscode.QuickPickItem {
  readonly value: T;
}

type PickOptions = Omit<vscode.QuickPickOptions, 'placeHolder' | 'canPickMany'>;

/** Asks for one of the rows; `undefined` if the user cancels. Other windows do not close the question. */
export async function pickOne<T>(
  placeHolder: string,
  rows: readonly ValueRow<T>[],
  options: PickOptions = {},
): Promise<T | undefined> {
  const shown = { placeHolder, ignoreFocusOut: true, ...options };
  return (await vscode.window.showQuickPick(rows, shown))?.value;
}

/**
 * Asks for any of the rows, with the `picked` ones ticked at first; `undefined` if the user cancels. The list appears
 * with its rows, because `showQuickPick` sends them after it, and Enter in between would choose nothing.
 */
export async function pickMany<T>(
  placeholder: string,
  rows: readonly ValueRow<T>[],
  options: Pick<PickOptions, 'title' | 'matchOnDetail' | 'ignoreFocusOut'> = {},
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
