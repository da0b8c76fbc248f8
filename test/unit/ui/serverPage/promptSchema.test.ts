import { expect, test } from 'vitest';
import { promptSchemaOf } from '../../../../src/ui/serverPage/promptSchema';

test('the arguments of a prompt are texts of a form, whatever else a server sends', () => {
  const city = { name: 'city', description: 'Where', required: true };
  expect(promptSchemaOf({ name: 'p', arguments: [city, { name: 'state' }, 7, {}] })).toEqual({
    type: 'object',
    properties: {
      city: { type: 'string', title: undefined, description: 'Where' },
      state: { type: 'string', title: undefined, description: undefined },
    },
    required: ['city'],
    additionalProperties: false,
  });
  expect(promptSchemaOf({ name: 'p', arguments: 'no' })).toMatchObject({ properties: {} });
});
