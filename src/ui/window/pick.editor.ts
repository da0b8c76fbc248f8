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

/** Asks for any of the rows; `undefined` if the user cancels. */
export async function pickMany<T>(
  placeHolder: string,
  rows: readonly ValueRow<T>[],
  options: PickOptions = {},
): Promise<readonly T[] | undefined> {
  const shown = { placeHolder, ignoreFocusOut: true, ...options, canPickMany: true } as const;
  return (await vscode.window.showQuickPick(rows, shown))?.map(({ value }) => value);
}
