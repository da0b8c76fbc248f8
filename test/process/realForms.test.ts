import { expect, test } from 'vitest';
import { argumentField, initialArguments } from '../../src/ui/serverPage/argumentForm';
import { jsonFieldsOf, problemsOf, readBack, sampleOf } from '../support/formRoundTrip';
import { realTools } from '../support/realCatalogs/realCatalogs';
import { Seeded } from '../support/seeded';

test('the arguments of real tools survive their form, which is seldom JSON', async () => {
  const tools = [...(await realTools())].flatMap(([server, list]) =>
    list.map(({ name, inputSchema }) => ({ name: `${server}/${name}`, inputSchema })),
  );
  const random = new Seeded(885);
  const json = tools.filter(({ name, inputSchema }) => {
    const form = argumentField(inputSchema);
    for (let round = 0; round < 20; round++) {
      const value: unknown = JSON.parse(JSON.stringify(sampleOf(form, random)));
      expect(readBack(form, value), name).toEqual(value);
    }
    const wrong = problemsOf(form, initialArguments(inputSchema));
    expect(
      wrong.filter(({ kind }) => kind !== 'missing'),
      name,
    ).toEqual([]);
    return jsonFieldsOf(form).length > 0;
  });
  expect(tools.length).toBeGreaterThanOrEqual(850);
  expect(json.length / tools.length).toBeLessThanOrEqual(0.08);
});
