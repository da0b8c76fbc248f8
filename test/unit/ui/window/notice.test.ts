import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const calls = /show(?:Information|Warning|Error)Message\(([\s\S]*?)\)(?:;|\))/g;
/** In a dialog the editor makes no links. */
const isDialog = /modal: true|\boptions\b/;

test('every notification goes by the one way that lets no name become a link', () => {
  const direct = globSync('src/**/*.ts').flatMap((file) => {
    const found = [...readFileSync(file, 'utf8').matchAll(calls)];
    const others = found.filter(([, given = '']) => !isDialog.test(given));
    return others.map(([call]) => `${basename(file)}: ${call}`);
  });
  expect(direct.filter((call) => !call.startsWith('notice.editor.ts: '))).toEqual([]);
});
