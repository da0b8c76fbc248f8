import { afterAll, expect, test, vi } from 'vitest';

vi.resetModules();
let state: unknown;
let receive: (event: { data: unknown; origin: string }) => void = () => undefined;
vi.stubGlobal('acquireVsCodeApi', () => ({
  postMessage: () => {},
  getState: () => state,
  setState: (next: unknown) => {
    state = next;
  },
}));
vi.stubGlobal('origin', 'page');
vi.stubGlobal('addEventListener', (_: string, listener: typeof receive) => {
  receive = listener;
});
/** The state of the page as it is tested, because its own types need the library of browsers. */
interface PageState {
  readonly showPart: (part: string) => void;
  readonly start: (first: unknown) => void;
  readonly edit: (item: string, value: object, schema?: unknown) => void;
  readonly editAs: (item: string, how: { isJson: boolean; text?: string }) => void;
  readonly editingOf: (item: string) => unknown;
  readonly draftOf: (item: string) => unknown;
  readonly replace: (item: string, value: object) => void;
  readonly tryAgain: (tool: string, args: object) => void;
  readonly call: (tool: string, args: object) => void;
  readonly runsOf: (subject: string, item: string) => readonly { readonly callId: string }[];
  readonly choose: (part: string, item: string) => void;
  readonly chosenTool: () => unknown;
  readonly isTestable: (call: object) => boolean;
  readonly unfinishedOf: (item: string) => { readonly texts: Map<string, object> };
}
const path: string = '../../../../src/webview/serverPage/pageState';
const page = (await import(path)) as PageState;
const { call, draftOf, edit, editAs, editingOf, isTestable, replace, runsOf } = page;
const { choose, chosenTool, showPart, start, tryAgain, unfinishedOf } = page;
start(undefined);
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

test('a text of a form that cannot be read yet stays until other arguments take its place', () => {
  const texts = (): object => Object.fromEntries(unfinishedOf('add').texts);
  const type = (): object => unfinishedOf('add').texts.set('/a', { text: '{' });
  showPart('tools');
  type();
  edit('add', { b: 1 });
  expect(unfinishedOf('other').texts.size).toBe(0);
  showPart('log');
  expect(texts()).toEqual({});
  showPart('tools');
  expect(texts()).toEqual({ '/a': { text: '{' } });
  replace('add', { b: 2 });
  expect([texts(), draftOf('add')]).toEqual([{}, { b: 2 }]);
  type();
  showPart('traffic');
  tryAgain('add', { b: 3 });
  expect([texts(), draftOf('add')]).toEqual([{}, { b: 3 }]);
});

test('arguments are stored without what is secret by the schema, by its name or by its form', () => {
  showPart('tools');
  const schema = { properties: { pin: { type: 'string', format: 'password' } } };
  const issued = `ghp_${'a1B2c3D4'.repeat(5)}`;
  const list = [`use ${issued}`];
  const secrets = { pin: '1234', apiToken: 'hunter2x', inner: { note: issued, b: 2 }, list };
  edit('add', { a: 1, ...secrets }, schema);
  expect(state).toMatchObject({ drafts: { 'tools add': { a: 1, inner: { b: 2 } } } });
  expect(JSON.stringify(state)).not.toMatch(/1234|hunter2x|ghp_/);
});

test('arguments of a call that is tried again are stored once the schema of the tool is known', () => {
  const drafts = () => (state as { readonly drafts: Record<string, unknown> }).drafts;
  tryAgain('pay', { sum: 3, pin: '1234' });
  expect(drafts()['tools pay']).toBeUndefined();
  const inputSchema = { properties: { pin: { type: 'string', writeOnly: true } } };
  const tool = { name: 'pay', inputSchema };
  receive({ data: { kind: 'tool', tool, findings: [], forModels: [] }, origin: 'page' });
  expect(drafts()['tools pay']).toEqual({ sum: 3 });
  expect(draftOf('pay')).toEqual({ sum: 3, pin: '1234' });
});

test.each([
  ['a result', { result: { content: [] }, isRounded: false }, true],
  ['a result with rounded numbers', { result: { content: [] }, isRounded: true }, false],
  ['an error of the server', { failure: { text: 'no', isAnswer: true } }, true],
  ['a failure on the way', { failure: { text: 'no' } }, false],
])('a test can expect the same of a call that came to %s', (name, end, is) => {
  call(name, {});
  const [run] = runsOf('tool', name);
  receive({ data: { kind: 'answer', callId: run?.callId, took: 1, ...end }, origin: 'page' });
  const [ended = {}] = runsOf('tool', name);
  expect(ended).toMatchObject(end);
  expect(isTestable(ended)).toBe(is);
});

test('the chosen tool stays when its server does not offer it any more, until another one is chosen', () => {
  const row = (name: string) => ({ name, title: name, summary: '', isFlagged: false, hints: [] });
  const offer = (...names: string[]) => {
    const others = { prompts: [], resources: [], resourceTemplates: [], dropped: [] };
    const catalog = { tools: names.map(row), ...others };
    receive({ data: { kind: 'catalog', catalog }, origin: 'page' });
  };
  offer('login', 'logout');
  choose('tools', 'login');
  expect(chosenTool()).toEqual(row('login'));
  const tool = { name: 'login', inputSchema: {} };
  receive({ data: { kind: 'tool', tool, findings: [], forModels: [] }, origin: 'page' });
  offer('logout');
  expect(chosenTool()).toMatchObject({ name: 'login', note: 'not offered any more' });
  offer('login', 'logout');
  expect(chosenTool()).toEqual(row('login'));
  choose('tools', 'logout');
  offer('login');
  expect(chosenTool()).toBeUndefined();
});
