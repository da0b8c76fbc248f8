import { expect, test } from 'vitest';
import type { SchemaChangeKind } from '../../../../src/tools/schema/schemaChange';
import { schemaChangeLines, schemaChangeTexts } from '../../../../src/ui/tree/toolText';

test.each(Object.keys(schemaChangeTexts) as SchemaChangeKind[])('%s is a sentence', (kind) => {
  const [line] = schemaChangeLines([{ kind, at: 'a.b' }]);
  expect(line).toMatch(/\.$/);
  expect(line).not.toMatch(/[{}[\]]/);
});

test('each kind has one line with the first of its places', () => {
  const places = ['', 'a', 'a', 'b', 'c', 'd', 'e', 'f'];
  const changes = places.map((at) => ({ kind: 'items', at }) as const);
  expect(schemaChangeLines([...changes, { kind: 'properties', at: '' }])).toEqual([
    '(top), a, b, c, d, …: the list does not say what is in it; anything goes.',
    'The parameters are an object without any.',
  ]);
});
