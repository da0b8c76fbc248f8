import { signal } from '@preact/signals-core';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';

/** The page that the editor was told to open, whether it did, and the Cancel of a progress that is shown. */
const editor = vi.hoisted(() => ({
  opens: true,
  page: undefined as string | undefined,
  cancel: undefined as (() => void) | undefined,
}));

vi.mock('vscode', () => ({
  CancellationError: class extends Error {},
  ProgressLocation: {},
  UIKind: { Desktop: 1 },
  Uri: { parse: (text: string) => text },
  env: {
    uiKind: 1,
    asExternalUri: (uri: string) => Promise.resolve(uri),
    openExternal: (url: string) => {
      editor.page = url;
      return Promise.resolve(editor.opens);
    },
  },
  window: {
    showInformationMessage: (_: string, __: object, allow: string) => Promise.resolve(allow),
    withProgress: (_: object, task: (_: unknown, token: object) => Promise<never>) => {
      const onCancellationRequested = (listener: () => void): void =>
        void (editor.cancel = listener);
      return task(undefined, { onCancellationRequested });
    },
  },
}));

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { windowSignIn } = await import('../../../../src/ui/signIn/signIn.editor');

const occasion = { id: 'user/shop', server: 'https://shop.example', issuer: 'https://id.example' };
const never = new AbortController().signal;

/** A sign-in whose page the editor has been told to open. */
async function begin() {
  const workspace = { entries: signal(new Map()) };
  const { prepare } = windowSignIn({ workspace } as unknown as WindowContext);
  const back = await prepare(occasion, undefined, never);
  onTestFinished(() => back.dispose());
  const answer = back.answer('https://id.example/authorize?state=1', never);
  answer.catch(() => undefined);
  await vi.waitFor(() => expect(editor.page).toBeDefined());
  await vi.waitFor(() => expect(editor.cancel).toBeDefined());
  return { answer, returned: `${back.redirectUri}?code=2&state=1` };
}

beforeEach(() => {
  Object.assign(editor, { opens: true, page: undefined, cancel: undefined });
});

test.each([
  ['opened', true],
  ['copied instead of opened', false],
])('a page that was %s is waited for', async (_how, opens) => {
  editor.opens = opens;
  const { answer, returned } = await begin();
  const page = await fetch(returned);
  expect(page.status).toBe(200);
  expect(await answer).toBe(returned);
});

test('the wait for a page ends with its Cancel', async () => {
  const { answer } = await begin();
  editor.cancel?.();
  await expect(answer).rejects.toMatchObject({ code: 'signInCancelled' });
});
