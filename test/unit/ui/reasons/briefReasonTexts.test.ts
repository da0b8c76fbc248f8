import { expect, test } from 'vitest';
import { brief, briefReasonTexts } from '../../../../src/ui/reasons/briefReasonTexts';
import { reasonTexts } from '../../../../src/ui/reasons/reasonTexts';

test('only reasons that have a sentence are told briefly', () => {
  expect(Object.keys(briefReasonTexts).filter((code) => !(code in reasonTexts))).toEqual([]);
});

test('a server that was given up says first why; what has no few words has its sentence', () => {
  const cause = { code: 'exited', args: { signal: 'SIGKILL', said: 'bye' } };
  expect(brief({ code: 'crashLoop', args: { count: 5 }, cause })).toBe(
    'signal SIGKILL: bye · 5 times',
  );
  expect(brief({ code: 'listFailed', cause: { code: 'connectionClosed' } })).toBe(
    'lists are missing · connection closed',
  );
  expect(brief({ code: 'sessionLost' })).toBe('The server forgot the session.');
  expect(brief({ code: 'notApproved' })).toBe('');
});
