import { expect, test } from 'vitest';
import type { McpObject } from '../../../../src/ipc/state';
import { readForm } from '../../../../src/ui/questions/elicitationForm';
import { FormDialog } from '../../../../src/ui/questions/formDialog';
import type { PickStep, QuestionStep, TextStep } from '../../../../src/ui/questions/questionStep';

function dialogOf(properties: object, required: readonly string[] = []): FormDialog {
  const requestedSchema = { type: 'object', properties, required };
  return new FormDialog('till', readForm({ message: 'Who are you?', requestedSchema }));
}

function asText(step: QuestionStep): TextStep {
  if (step.kind !== 'text') throw new Error('Nothing is typed in this step.');
  return step;
}

function asPick(step: QuestionStep): PickStep {
  if (step.kind !== 'pick') throw new Error('Nothing is picked in this step.');
  return step;
}

/** Picks rows by their labels. */
function pick(dialog: FormDialog, ...labels: readonly string[]): McpObject | undefined {
  const rows = asPick(dialog.step).rows.filter(({ label }) => labels.includes(label));
  return dialog.take({ kind: 'picked', ids: rows.flatMap(({ id }) => id ?? []) });
}

const person = {
  name: { type: 'string', title: 'Name', description: 'Your whole name' },
  age: { type: 'integer', default: 42 },
  agrees: { type: 'boolean' },
  tools: { type: 'array', items: { anyOf: [{ const: 'h', title: 'Hammer' }] }, default: ['h'] },
};

test('asks field by field, shows the answers, and sends what was said', () => {
  const dialog = dialogOf(person, ['name']);
  expect(dialog.step).toMatchObject({
    title: 'till asks: Name',
    prompt: 'Who are you? · Your whole name',
    place: { number: 1, count: 5 },
    back: false,
    decline: 'Decline',
  });
  expect(dialog.take({ kind: 'typed', text: 'Ann' })).toBeUndefined();
  expect(asText(dialog.step).value).toBe('42');
  dialog.take({ kind: 'typed', text: '43' });
  expect(asPick(dialog.step).rows.map(({ label }) => label)).toEqual(['Yes', 'No', 'Leave It Out']);
  pick(dialog, 'No');
  expect(asPick(dialog.step)).toMatchObject({
    many: true,
    rows: [{ label: 'Hammer', picked: true }],
  });
  pick(dialog, 'Hammer');
  const review = asPick(dialog.step);
  expect(review.title).toBe('till asks: Check and Submit');
  expect(review.rows.slice(2).map(({ label, description }) => [label, description])).toEqual([
    ['Pick one to change it', undefined],
    ['Name', 'Ann'],
    ['age', '43'],
    ['agrees', 'No'],
    ['tools', 'Hammer'],
  ]);
  expect(pick(dialog, 'Submit')).toEqual({
    action: 'accept',
    content: { name: 'Ann', age: 43, agrees: false, tools: ['h'] },
  });
});

test('one answer can be changed without going through the others again', () => {
  const dialog = dialogOf({ name: { type: 'string' }, age: { type: 'integer' } });
  dialog.take({ kind: 'typed', text: 'Ann' });
  dialog.take({ kind: 'typed', text: '' });
  pick(dialog, 'name');
  expect(asText(dialog.step)).toMatchObject({ value: 'Ann', back: true });
  dialog.take({ kind: 'typed', text: 'Bea' });
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: { name: 'Bea' } });
});

test('the way back leads to the field before, or to the answers where one is changed', () => {
  const dialog = dialogOf({ name: { type: 'string' }, age: { type: 'integer' } });
  dialog.take({ kind: 'typed', text: 'Ann' });
  dialog.take({ kind: 'back' });
  expect(asText(dialog.step).value).toBe('Ann');
  dialog.take({ kind: 'typed', text: 'Ann' });
  dialog.take({ kind: 'typed', text: '1' });
  pick(dialog, 'name');
  dialog.take({ kind: 'back' });
  expect(dialog.step.title).toBe('till asks: Check and Submit');
});

test('nobody gets on with a wrong answer', () => {
  const dialog = dialogOf({ age: { type: 'integer', minimum: 18 } }, ['age']);
  dialog.take({ kind: 'typed', text: '17' });
  expect(dialog.step.title).toBe('till asks: age');
  expect(asText(dialog.step).problem('17')).toBe('This must be 18 or more.');
});

test('a left question is cancelled, a declined one declined, at any step', () => {
  const dialog = dialogOf(person);
  expect(dialog.take({ kind: 'cancelled' })).toEqual({ action: 'cancel' });
  expect(dialog.take({ kind: 'declined' })).toEqual({ action: 'decline' });
  expect(pick(dialogOf({}), 'Decline')).toEqual({ action: 'decline' });
});

test('a form without fields is a question to agree to', () => {
  const dialog = dialogOf({});
  expect(dialog.step.place).toBeUndefined();
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: {} });
});

test('secrets are masked, and the person is warned of giving them', () => {
  const dialog = dialogOf({ password: { type: 'string' } });
  expect(asText(dialog.step)).toMatchObject({
    masked: true,
    warning: expect.stringContaining('Give no passwords') as unknown,
  });
  dialog.take({ kind: 'typed', text: 'hunter2' });
  expect(JSON.stringify(asPick(dialog.step).rows)).not.toContain('hunter2');
});

test('what a server writes makes no links, icons or hidden characters', () => {
  const bad = '$(check) [here](command:workbench.action.quit)\n\u202Eevil';
  const requestedSchema = {
    type: 'object',
    properties: { submit: { type: 'string', title: bad, description: bad, default: bad } },
  };
  const dialog = new FormDialog(bad, readForm({ message: bad, requestedSchema }));
  const first = dialog.step;
  dialog.take({ kind: 'typed', text: bad });
  const texts = JSON.stringify([first.title, first.prompt, dialog.step]);
  expect(texts).not.toMatch(/\]\(|\$\(|\u202E/);
  // A field named as a row of ours is still a field.
  expect(pick(dialog, 'Submit')).toMatchObject({ action: 'accept' });
});

test('a number that is picked is sent as one, and an optional field may be left out', () => {
  const optional = { anyOf: [{ type: 'integer' }, { type: 'null' }], default: null };
  const dialog = dialogOf({ size: { type: 'integer', enum: [1, 2] }, age: optional });
  pick(dialog, '2');
  dialog.take({ kind: 'typed', text: '' });
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: { size: 2 } });
});

test('texts are typed with commas between them', () => {
  const dialog = dialogOf({
    tags: { type: 'array', items: { type: 'string' }, default: ['a', 'b'] },
  });
  expect(asText(dialog.step)).toMatchObject({
    value: 'a, b',
    placeholder: expect.stringMatching(/^Several, with commas/),
  });
  dialog.take({ kind: 'typed', text: 'b, c' });
  expect(asPick(dialog.step).rows.at(-1)).toMatchObject({ label: 'tags', description: 'b, c' });
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: { tags: ['b', 'c'] } });
});

test('texts that hold commas stay whole where they are left as they are', () => {
  const tags = { type: 'array', items: { type: 'string', minLength: 5 }, default: ['Doe, Jane'] };
  const dialog = dialogOf({ tags });
  const { value, problem } = asText(dialog.step);
  expect(problem(value)).toBeUndefined();
  dialog.take({ kind: 'typed', text: value });
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: { tags: ['Doe, Jane'] } });
});

test('a flag that must be true offers only that', () => {
  const dialog = dialogOf({ agrees: { type: 'boolean', const: true } }, ['agrees']);
  expect(asPick(dialog.step).rows.map(({ label }) => label)).toEqual(['Yes']);
  pick(dialog, 'Yes');
  expect(pick(dialog, 'Submit')).toEqual({ action: 'accept', content: { agrees: true } });
});
