import { afterAll, expect, test, vi } from 'vitest';

/** An element as far as the focus needs it. */
class FakeElement {
  static focused: FakeElement | undefined;
  parentElement: FakeElement | null = null;
  readonly children: FakeElement[];

  constructor(
    readonly tabIndex: number,
    ...children: FakeElement[]
  ) {
    this.children = children;
    for (const child of children) child.parentElement = this;
  }
  get isConnected(): boolean {
    return this === body || (this.parentElement?.isConnected ?? false);
  }
  get nextElementSibling(): FakeElement | null {
    return this.#sibling(1);
  }
  get previousElementSibling(): FakeElement | null {
    return this.#sibling(-1);
  }
  querySelectorAll(): FakeElement[] {
    return this.children.flatMap((child) => [child, ...child.querySelectorAll()]);
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
  #sibling(by: number): FakeElement | null {
    const siblings = this.parentElement?.children ?? [];
    return siblings[siblings.indexOf(this) + by] ?? null;
  }
}
const control = (): FakeElement => new FakeElement(0);
const box = (...children: FakeElement[]): FakeElement => new FakeElement(-1, ...children);
const body = box();
let isInPage = true;

vi.resetModules();
vi.stubGlobal('HTMLElement', FakeElement);
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

test('the focus stays near a control that goes away', () => {
  const [all, first, second, third] = [control(), control(), control(), control()];
  const rows = [first, second, third].map((one) => box(one));
  const page = box(all, box(...rows));
  expect(focusedAfter(second, second, page)).toBe(third);
  const [, , last] = rows as [FakeElement, FakeElement, FakeElement];
  expect(focusedAfter(third, last, page)).toBe(first);
  expect(focusedAfter(first, first, page)).toBe(all);
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
