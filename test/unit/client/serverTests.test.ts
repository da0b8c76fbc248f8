import { expect, test } from 'vitest';
import { UserError } from '../../../src/base/errors';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { runTests } from '../../../src/client/serverTests';
import type { SavedTest } from '../../../src/config/serverTests';

const passed = { took: 1, failures: [] };
const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 };

function saved(name: string, test?: SavedTest['test']): SavedTest {
  return { server: 'till', name, range, test, problems: [] };
}

test('the first test that can run brings the server up, also after one with a mistake', async () => {
  const sent: unknown[] = [];
  const send = (_: string, request: unknown) => {
    sent.push(request);
    return Promise.resolve(passed);
  };
  const host = { send } as unknown as Pick<HostClient, 'send'>;
  const started: string[] = [];
  const listener = {
    started: ({ name }: SavedTest) => void started.push(name),
    ended: () => undefined,
  };
  const tests = [
    saved('wrong'),
    saved('adds', { tool: 'add' }),
    saved('counts', { tool: 'count' }),
  ];
  await runTests(host, tests, listener, new AbortController().signal);
  expect(started).toEqual(['adds', 'counts']);
  expect(sent).toMatchObject([
    { test: { tool: 'add' }, gesture: true },
    { test: { tool: 'count' }, gesture: true },
  ]);
});

test('a server that was up is brought up again after a crash, one that did not come is not', async () => {
  const gestures = async (code: string): Promise<readonly boolean[]> => {
    const sent: boolean[] = [];
    const send = (_: string, { gesture }: { gesture: boolean }) => {
      sent.push(gesture);
      return sent.length === 1 ? Promise.reject(new UserError(code)) : Promise.resolve(passed);
    };
    const host = { send } as unknown as Pick<HostClient, 'send'>;
    const listener = { started: () => undefined, ended: () => undefined };
    const tests = ['crashes', 'adds'].map((name) => saved(name, { tool: name }));
    await runTests(host, tests, listener, new AbortController().signal);
    return sent;
  };
  expect(await gestures('callInterrupted')).toEqual([true, true]);
  expect(await gestures('serverError')).toEqual([true, true]);
  expect(await gestures('givenUp')).toEqual([true, false]);
  // The server has not been tried yet.
  expect(await gestures('toolDenied')).toEqual([true, true]);
  expect(await gestures('toolHidden')).toEqual([true, true]);
});
