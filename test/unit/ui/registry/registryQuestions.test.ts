import { expect, test } from 'vitest';
import type { Question } from '../../../../src/ui/registry/template';
import {
  requiredNow,
  freeName,
  nameProblem,
  optionalPicks,
  typedAnswer,
  valueProblem,
  valueQuestion,
} from '../../../../src/ui/registry/registryPicks';

const question: Question = {
  key: 'FOLDER',
  label: 'FOLDER',
  description: 'Where the books lie',
  required: true,
  secret: false,
  bare: false,
  repeated: false,
  format: 'string',
  choices: [],
};
const secret = { ...question, key: 'TOKEN', label: 'TOKEN', secret: true };
const optional = { ...question, key: 'LOG', label: 'LOG', required: false, default: 'info' };
const place = { number: 1, count: 2 };

test('asks at once for what is needed and no secret', () => {
  expect(requiredNow([question, secret, optional])).toEqual([question]);
});

test('offers what is not needed, secrets included', () => {
  const optionalSecret = { ...secret, required: false };
  expect(optionalPicks([question, optional, optionalSecret])).toEqual([
    {
      label: 'LOG',
      description: 'otherwise info',
      detail: 'Where the books lie',
      question: optional,
    },
    {
      label: 'TOKEN',
      description: 'secret, asked for when the server starts',
      detail: 'Where the books lie',
      question: optionalSecret,
    },
  ]);
});

test('nothing that a registry says becomes a link', () => {
  const sly = { ...question, label: '[x](command:a)', description: 'See\n[y](command:b)' };
  expect(valueQuestion(sly, 'till', place).prompt).toContain(
    'The value of [x] (command:a): See [y] (command:b).',
  );
});

test('puts a question for a text', () => {
  const asked = { ...question, default: '/a', placeholder: '/path' };
  expect(valueQuestion(asked, 'till', place)).toEqual({
    title: 'till: FOLDER (1 of 2)',
    prompt:
      'The value of FOLDER: Where the books lie. Leave it empty to be asked when the server starts.',
    placeHolder: '/path',
    value: '/a',
  });
  expect(valueQuestion({ ...question, bare: true }, 'till', place).prompt).toContain(
    'for the option alone',
  );
});

test('puts a question for one of several values, the default first', () => {
  const answers = (content: Partial<Question>): unknown =>
    valueQuestion({ ...question, ...content }, 'till', place).picks?.map(({ answer }) => answer);
  expect(answers({ choices: ['a', 'b', 'c'], default: 'b' })).toEqual(['b', 'a', 'c', null]);
  expect(answers({ format: 'boolean' })).toEqual(['true', 'false', null]);
});

test('takes a typed text for what it means', () => {
  expect(typedAnswer(question, '')).toBeNull();
  expect(typedAnswer({ ...question, bare: true }, '')).toBe('');
  expect(typedAnswer(question, ' a ')).toBe(' a ');
});

test.each([
  ['8080', undefined],
  ['-1.5', undefined],
  ['', undefined],
  ['eighty', 'This is not a number.'],
])('a number: %j', (text, problem) => {
  expect(valueProblem({ ...question, format: 'number' }, text)).toBe(problem);
  expect(valueProblem(question, text)).toBeUndefined();
});

test('a name is there and free', () => {
  const taken = new Set(['till', 'till-2']);
  expect(nameProblem(' ', taken)).toBe('A name is needed.');
  expect(nameProblem(' till', taken)).toBe('The file already has a server of this name.');
  expect(nameProblem('till-3', taken)).toBeUndefined();
  expect(freeName('till', taken)).toBe('till-3');
});
