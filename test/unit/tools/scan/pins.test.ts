import { describe, expect, test } from 'vitest';
import type { Tool } from '../../../../src/ipc/state';
import { canonicalHash } from '../../../../src/ipc/canonicalHash';
import {
  accepted,
  isHeld,
  merged,
  pinned,
  verdictOf,
  type Pins,
} from '../../../../src/tools/scan/pins';

const identify = (tool: Tool) => ({ key: tool.name, hash: canonicalHash(tool) });
const tool = (name: string, description = name): Tool => ({ name, description });
const verdict = (pins: Pins | undefined, one: Tool) => verdictOf(pins, identify(one));

describe('pins', () => {
  const first = pinned(undefined, [tool('a'), tool('b')], identify);

  test('begin with the first list that has tools', () => {
    expect(pinned(undefined, [], identify)).toBeUndefined();
    expect(verdict(undefined, tool('a'))).toBeUndefined();
    expect(verdict(first, tool('a'))).toBeUndefined();
    expect(pinned(first, [tool('b')], identify)).toBe(first);
  });

  test('tell what changed, what came, and what is as it was', () => {
    const later = pinned(first, [tool('a', 'otherwise'), tool('c')], identify);
    expect(verdict(later, tool('a', 'otherwise'))).toBe('changed');
    expect(verdict(later, tool('a'))).toBeUndefined();
    // Removed, and back.
    expect(verdict(later, tool('b'))).toBeUndefined();
    expect(verdict(later, tool('b', 'otherwise'))).toBe('changed');
    expect(verdict(later, tool('c'))).toBe('new');
    expect(verdict(later, tool('c', 'otherwise'))).toBe('changed');
    expect(verdict(first, tool('d'))).toBe('new');
  });

  test('take what a person has seen in the place of what was', () => {
    const seen = accepted(first, [tool('a', 'otherwise'), tool('c')], identify, 1);
    expect(verdict(seen, tool('a', 'otherwise'))).toBeUndefined();
    expect(verdict(seen, tool('a'))).toBe('changed');
    expect(verdict(seen, tool('c'))).toBeUndefined();
  });

  test('of two hosts are brought together: what was seen last counts, else what was kept first', () => {
    const kept = accepted(first, [tool('a', 'seen')], identify, 2);
    const own = pinned(first, [tool('a'), tool('b'), tool('c')], identify) ?? new Map();
    const both = merged(kept, own);
    expect(verdict(both, tool('a', 'seen'))).toBeUndefined();
    expect(verdict(both, tool('a'))).toBe('changed');
    expect(verdict(both, tool('b'))).toBeUndefined();
    expect(verdict(both, tool('c'))).toBe('new');
    const later = accepted(own, [tool('a', 'last')], identify, 3);
    expect(verdict(merged(kept, later), tool('a', 'last'))).toBeUndefined();
    expect(merged(kept, both)).toBe(both);
  });

  test('of two first lists what the later one has more is new, and what it has otherwise changed', () => {
    const other = pinned(undefined, [tool('a', 'poisoned'), tool('d')], identify) ?? new Map();
    const both = merged(first ?? new Map(), other);
    expect(verdict(both, tool('a', 'poisoned'))).toBe('changed');
    expect(verdict(both, tool('b'))).toBeUndefined();
    expect(verdict(both, tool('d'))).toBe('new');
  });

  test('forget those first that went first, where a server has ever new names', () => {
    let pins = first;
    for (let round = 0; round < 4; round++) {
      const tools = Array.from({ length: 1_000 }, (_, at) => tool(`t${round}-${at}`));
      pins = pinned(pins, tools, identify);
    }
    expect(pins?.size).toBe(3_000);
    expect(verdict(pins, tool('a', 'otherwise'))).toBe('new');
    expect(verdict(pins, tool('t1-0', 'otherwise'))).toBe('changed');
  });
});

test.each([
  ['off', false, false],
  ['changed', true, false],
  ['strict', true, true],
] as const)('%s holds back what it says', (mode, changed, fresh) => {
  expect([isHeld('changed', mode), isHeld('new', mode), isHeld(undefined, mode)]).toEqual([
    changed,
    fresh,
    false,
  ]);
});
