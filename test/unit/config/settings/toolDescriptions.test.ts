import { expect, it } from 'vitest';
import { planDescription } from '../../../../src/config/write/settingsWrite';

it('writes one text beside what is said already, whatever the case of the server’s name', () => {
  const before = { Till: { share: 'window', descriptions: { pay: 'Pays.' } }, mail: {} };
  expect(planDescription('till', before, 'add', 'Adds.')).toEqual({
    layer: 'user',
    value: {
      Till: { share: 'window', descriptions: { pay: 'Pays.', add: 'Adds.' } },
      mail: {},
    },
  });
  expect(planDescription('till', 'broken', '__proto__', 'Adds.').value).toEqual({
    till: { descriptions: { ['__proto__']: 'Adds.' } },
  });
});

it('leaves nothing behind when the last one is taken back', () => {
  const both = { till: { descriptions: { add: 'Adds.', pay: 'Pays.' } } };
  const one = planDescription('till', both, 'add', undefined).value;
  expect(one).toEqual({ till: { descriptions: { pay: 'Pays.' } } });
  expect(planDescription('till', one, 'pay', undefined).value).toBeUndefined();
});
