import { expect, test } from 'vitest';
import { inputQuestion } from '../../../../src/ui/questions/inputQuestion';

const link = '[Get a token](command:workbench.action.quit)';
const harmless = '[Get a token] (command:workbench.action.quit)';

test('says what the file says, and else which input it is', () => {
  const input = { id: 'token', type: 'promptString', description: 'The token' } as const;
  expect(inputQuestion(input, 'till')).toEqual({ title: 'till', prompt: 'The token' });
  const { prompt } = inputQuestion({ id: 'token', type: 'promptString' }, 'till');
  expect(prompt).toBe('Value for the input "token", kept in the secret store');
});

test('nothing in a file becomes a link, an icon or a second line', () => {
  const text = { id: link, type: 'promptString' } as const;
  expect(inputQuestion(text, link).title).toBe(harmless);
  expect(inputQuestion(text, '').prompt).toContain(harmless);
  expect(inputQuestion({ ...text, description: `\n${link}\n$(check)\u202e` }, '').prompt).toBe(
    String.raw`${harmless} $ (check)\u{202e}`,
  );
});

test('values to choose among are shown harmless and given as they are', () => {
  const options = [{ label: '$(check) one', value: '$(check)' }];
  const input = { id: 'size', type: 'pickString', options } as const;
  expect(inputQuestion(input, '').picks).toEqual([
    { label: '$ (check) one', detail: '$ (check)', value: '$(check)' },
  ]);
  expect(inputQuestion({ id: 'size', type: 'pickString' }, '').picks).toEqual([]);
});

test('a default stands in the box unless that hides it', () => {
  const input = { id: 'token', type: 'promptString', default: 'usual' } as const;
  expect(inputQuestion(input, '').preset).toBe('usual');
  expect(inputQuestion({ ...input, password: true }, '')).not.toHaveProperty('preset');
});

test('the default comes first, where Enter takes it', () => {
  const options = ['production', 'staging'].map((value) => ({ label: value, value }));
  const input = { id: 'stage', type: 'pickString', options } as const;
  expect(inputQuestion({ ...input, default: 'staging' }, '').picks).toEqual([
    { label: 'staging', description: 'default', value: 'staging' },
    { label: 'production', value: 'production' },
  ]);
  expect(inputQuestion({ ...input, default: 'gone' }, '').picks).toEqual(options);
});
