import { expect, test } from 'vitest';
import type { HostClient } from '../../../src/client/hostConnection/hostClient';
import { runTests } from '../../../src/client/serverTests';
import type { SavedTest } from '../../../src/config/serverTests';

const range = { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 };

function saved(name: string, test?: SavedTest['test']): SavedTest {
  return { server: 'till', name, range, test, problems: [] };
}

test('the first test that can run brings the server up, also after one with a mistake', async () => {
  const sent: unknown[] = [];
  const send = (_: string, request: unknown) => {
    sent.push(request);
    return Promise.resolve({ took: 1, failures: [] });
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
    { test: { tool: 'count' }, gesture: false },
  ]);
});
