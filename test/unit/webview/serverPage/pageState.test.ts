import { afterAll, expect, test, vi } from 'vitest';

vi.resetModules();
vi.stubGlobal('acquireVsCodeApi', () => ({
  postMessage: () => {},
  getState: () => undefined,
  setState: () => {},
}));
/** The state of the page as it is tested, because its own types need the library of browsers. */
interface PageState {
  readonly showPart: (part: string) => void;
  readonly edit: (item: string, value: object) => void;
  readonly editAs: (item: string, how: { isJson: boolean; text?: string }) => void;
  readonly editingOf: (item: string) => unknown;
  readonly draftOf: (item: string) => unknown;
  readonly tryAgain: (tool: string, args: object) => void;
}
const path: string = '../../../../src/webview/serverPage/pageState';
const { draftOf, edit, editAs, editingOf, showPart, tryAgain } = (await import(path)) as PageState;
afterAll(() => vi.unstubAllGlobals());

test('JSON that cannot be read yet stays until it can, or until other arguments take its place', () => {
  showPart('tools');
  edit('add', { a: 1 });
  editAs('add', { isJson: true, text: '{"a": 2,' });
  showPart('log');
  expect(editingOf('add')).toEqual({ isJson: false });
  showPart('tools');
  expect(editingOf('add')).toEqual({ isJson: true, text: '{"a": 2,' });
  expect(editingOf('other')).toEqual({ isJson: false });
  expect(draftOf('add')).toEqual({ a: 1 });
  edit('add', { a: 2 });
  expect(editingOf('add')).toEqual({ isJson: true });
  editAs('add', { isJson: true, text: '{' });
  tryAgain('add', { a: 3 });
  expect([editingOf('add'), draftOf('add')]).toEqual([{ isJson: true }, { a: 3 }]);
});
