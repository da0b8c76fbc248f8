import { afterAll, expect, test, vi } from 'vitest';

/** An element as far as the focus needs it. */
class FakeElement {
  static focused: FakeElement | undefined;
  parentElement: FakeElement | null = null;
  isCommand = false;
  readonly children: FakeElement[];

  constructor(
    public tabIndex: number,
    ...children: FakeElement[]
  ) {
    this.children = children;
    for (const child of children) child.parentElement = this;
  }
  get isConnected(): boolean {
    return this === body || (this.parentElement?.isConnected ?? false);
  }
  matches(): boolean {
    return this.isCommand;
  }
  focus(): void {
    FakeElement.focused = this;
  }
  remove(): void {
    const siblings = this.parentElement?.children ?? [];
    siblings.splice(siblings.indexOf(this), 1);
    this.parentElement = null;
    FakeElement.focused = undefined;
  }
}
const control = (): FakeElement => new FakeElement(0);
const box = (...children: FakeElement[]): FakeElement => new FakeElement(-1, ...children);
const body = box();
let isInPage = true;

vi.resetModules();
vi.stubGlobal('document', {
  body,
  hasFocus: () => isInPage,
  get activeElement() {
    return FakeElement.focused ?? body;
  },
});
// Its types need the library of browsers.
const path: string = '../../../../src/webview/shared/renderPage';
const { rememberFocus } = (await import(path)) as { readonly rememberFocus: () => () => void };
afterAll(() => vi.unstubAllGlobals());

/** What has the focus after an element is gone that had it, or that held it. */
function focusedAfter(focused: FakeElement, gone: FakeElement, page: FakeElement): unknown {
  body.children.splice(0, 1, page);
  page.parentElement = body;
  focused.focus();
  const restore = rememberFocus();
  gone.remove();
  restore();
  return FakeElement.focused;
}

test('the focus moves to the nearest part that is left, and to no other control', () => {
  const [all, first, second] = [control(), control(), control()];
  const [row, last] = [box(first, control()), box(second)];
  const rows = box(row, last);
  const page = box(all, rows);
  expect(focusedAfter(first, first, page)).toBe(row);
  expect(focusedAfter(second, last, page)).toBe(rows);
  const link = control();
  const summary = box(link);
  summary.isCommand = true;
  const details = box(summary);
  expect(focusedAfter(link, link, details)).toBe(details);
});

test('the focus stays where a part has moved it, and nowhere if nobody is in the page', () => {
  const [one, other, third] = [control(), control(), control()];
  const page = box(one, other, third);
  body.children.splice(0, 1, page);
  page.parentElement = body;
  one.focus();
  const restore = rememberFocus();
  one.remove();
  third.focus();
  restore();
  expect(FakeElement.focused).toBe(third);
  isInPage = false;
  expect(focusedAfter(third, third, page)).toBeUndefined();
});
