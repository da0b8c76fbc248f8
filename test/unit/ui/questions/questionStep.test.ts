import { expect, it } from 'vitest';
import { readForm } from '../../../../src/ui/questions/elicitationForm';
import { FormDialog } from '../../../../src/ui/questions/formDialog';
import { readStepLine, stepLines } from '../../../../src/ui/questions/questionStep';
import { readUrlRequest, terminalUrlStep } from '../../../../src/ui/questions/elicitationUrl';

const form = () =>
  new FormDialog(
    'till',
    readForm({
      message: 'Book a table',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name', default: 'Ann' },
          guests: { type: 'integer', minimum: 1, maximum: 9 },
          place: { type: 'string', enum: ['in', 'out'], enumNames: ['Inside', 'Outside'] },
          extras: { type: 'array', items: { type: 'string', enum: ['quiet', 'view'] } },
          news: { type: 'boolean', default: false },
        },
        required: ['guests', 'place'],
      },
    }),
  );

/** What the lines of a person come to. */
function typed(dialog: FormDialog, lines: readonly string[]): unknown {
  let result: unknown;
  for (const line of lines) {
    const read = readStepLine(dialog.step, line);
    result = read.kind === 'answer' ? dialog.take(read.answer) : read.text;
  }
  return result;
}

it('shows a step with numbers, what counts now, and what else can be typed', () => {
  const dialog = form();
  expect(stepLines(dialog.step)).toEqual([
    '1/6 · till asks: Name',
    'Book a table',
    'Enter alone for "Ann".',
    'Not needed: leave it empty to leave it out',
    'Or type /decline, /cancel, /none.',
  ]);
  typed(dialog, ['', '4', '2', '1']);
  expect(stepLines(dialog.step)).toEqual([
    '5/6 · till asks: news',
    'Book a table',
    '  1) Yes',
    '  2) No (current)',
    '  3) Leave It Out',
    'Type its number.',
    'Pick one',
    'Or type /decline, /cancel, /back.',
  ]);
});

it.each<[string, string[], unknown]>([
  [
    'an answer for each field',
    ['Bob', '4', '2', '1, 2', '1', '1'],
    {
      action: 'accept',
      content: {
        name: 'Bob',
        guests: 4,
        place: 'out',
        extras: ['quiet', 'view'],
        news: true,
      },
    },
  ],
  [
    'what was filled in, and what is left out',
    ['', '1', '1', '', '', '1'],
    { action: 'accept', content: { name: 'Ann', guests: 1, place: 'in', news: false } },
  ],
  [
    'nothing in the place of what was filled in',
    ['/none', '1', '1', '', '', '1'],
    {
      action: 'accept',
      content: { guests: 1, place: 'in', news: false },
    },
  ],
  [
    'a second thought',
    ['', '1', '/back', '2', '1', '', '', '1'],
    {
      action: 'accept',
      content: { name: 'Ann', guests: 2, place: 'in', news: false },
    },
  ],
  ['a no', ['Bob', '/decline'], { action: 'decline' }],
  ['no answer', ['Bob', '/cancel'], { action: 'cancel' }],
  ['too much', ['Bob', '12'], 'This must be 9 or less.'],
  ['no number', ['Bob', 'four'], 'This is not a number.'],
  ['nothing where it is needed', ['Bob', ''], 'This is needed.'],
  ['no row', ['Bob', '4', '7'], 'This is not one of them.'],
  ['no choice', ['Bob', '4', ''], 'This is not one of them.'],
  ['two of one', ['Bob', '4', '1 2'], 'This is not one of them.'],
])('reads %s', (_, lines, result) => {
  expect(typed(form(), lines)).toEqual(result);
});

it('shows the whole address of a page, and opens nothing', () => {
  const page = readUrlRequest({ message: 'Sign in', url: 'http://pay.example/x?y=1' });
  const step = terminalUrlStep('till', page);
  expect(stepLines(step)).toEqual([
    'till asks you to open a page',
    'Sign in',
    '  http://pay.example/x?y=1',
    '  It is not encrypted: others may read or change what you type there',
    '  1) I open it myself',
    '  2) Decline  Tells till that you will not answer',
    'Type its number.',
    'The page is at pay.example',
    'Or type /decline, /cancel.',
  ]);
  const picked = { kind: 'answer', answer: { kind: 'picked', ids: ['open'] } };
  expect(readStepLine(step, '1')).toEqual(picked);
  expect(readStepLine(step, '')).toMatchObject({ kind: 'problem' });
});
