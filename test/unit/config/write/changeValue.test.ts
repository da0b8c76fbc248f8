import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../src/base/json';
import { changeValue } from '../../../../src/config/write/jsonEdits';

const path = ['roundhouse.servers'];
const text = `// Mine
{
  "editor.fontSize": 12,
  "roundhouse.servers": {
    // Slow on Mondays
    "till": { "callTimeoutSeconds": 10 /* enough */ },
    "lamp": { "enabled": false }, // out of oil
  },
}
`;
const before = { till: { callTimeoutSeconds: 10 }, lamp: { enabled: false } };

describe('changeValue', () => {
  it('keeps every comment beside what changes', () => {
    const after = { ...before, till: { ...before.till, enabled: false } };
    expect(changeValue(text, path, before, after)).toBe(
      text.replace('10 /* enough */ }', '10, "enabled": false /* enough */ }'),
    );
  });

  it('adds what is new, takes out what is gone, and then the setting itself', () => {
    const { till } = before;
    const without = text.replace('\n    "lamp": { "enabled": false }, // out of oil', '');
    expect(changeValue(text, path, before, { till })).toBe(without);
    expect(JSON.stringify(changeValue(text, path, before, { ...before, mute: {} }))).toContain(
      'mute',
    );
    expect(changeValue(text, path, before, undefined)).toBe(`// Mine
{
  "editor.fontSize": 12,
}
`);
  });

  it.each<[string, Json, string]>([
    ['something else stands there', { till: {} }, text],
    ['nothing stands there', before, '{}'],
    ['the text is broken', before, text.replace('12,', '12')],
  ])('leaves the text alone where %s', (_why, said, written) => {
    expect(changeValue(written, path, said, {})).toBeUndefined();
  });
});
