import { describe, expect, test } from 'vitest';
import { DisposableStore, liveStores } from '../../../src/base/disposable';
import { Emitter } from '../../../src/base/emitter';
import { reasonOf, UserError } from '../../../src/base/errors';
import { canonicalJson } from '../../../src/base/json';
import { redact, redactor } from '../../../src/base/redact';
import { Sequencer } from '../../../src/base/sequencer';
import { processorTime } from '../../support/processorTime';
import { Ring } from '../../../src/base/bounded';

describe('DisposableStore', () => {
  test('releases in reverse order, once', () => {
    const order: number[] = [];
    const store = new DisposableStore();
    store.add(() => order.push(1));
    store.add({ dispose: () => order.push(2) });
    store.dispose();
    store.dispose();
    expect(order).toEqual([2, 1]);
  });

  test('releases a latecomer at once', () => {
    const store = new DisposableStore();
    store.dispose();
    let released = false;
    store.add(() => (released = true));
    expect(released).toBe(true);
  });

  test('releases the others where one fails, then says so', () => {
    const store = new DisposableStore();
    let released = false;
    store.add(() => (released = true));
    store.add(() => {
      throw new Error('stuck');
    });
    expect(() => store.dispose()).toThrow(AggregateError);
    expect(released).toBe(true);
  });

  test('is known as live until it is disposed', () => {
    const store = new DisposableStore();
    expect(liveStores().has(store)).toBe(true);
    store.dispose();
    expect(liveStores().has(store)).toBe(false);
  });
});

test('an emitter tells each subscription, also of the same function, until it ends', () => {
  const emitter = new Emitter<number>();
  const seen: number[] = [];
  const listener = (value: number): number => seen.push(value);
  const first = emitter.event(listener);
  emitter.event(listener);
  emitter.fire(1);
  first.dispose();
  emitter.fire(2);
  expect(seen).toEqual([1, 1, 2]);
});

test('a sequencer runs one after another, past a failure', async () => {
  const sequencer = new Sequencer();
  const order: string[] = [];
  const failing = sequencer.run(async () => {
    order.push('first');
    throw new Error('first fails');
  });
  const second = sequencer.run(async () => order.push('second'));
  await expect(failing).rejects.toThrow('first fails');
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('a ring keeps the last items, oldest first', () => {
  const ring = new Ring<number>(3);
  expect(ring.last()).toBeUndefined();
  for (const item of [1, 2, 3, 4]) ring.push(item);
  expect(ring.toArray()).toEqual([2, 3, 4]);
  expect(ring.last()).toBe(4);
});

test('redaction masks the longest secret first and leaves very short ones', () => {
  expect(redact('token=abcdef and abcd, on', ['abcd', 'abcdef', 'on'])).toBe(
    'token=••• and •••, on',
  );
});

test.each([
  { name: 'in JSON', text: String.raw`{"key":"a\"b+c"}`, masked: '{"key":"•••"}' },
  {
    name: 'in an address',
    text: 'https://x.test/?key=a%22b%2Bc',
    masked: 'https://x.test/?key=•••',
  },
  { name: 'in base64', text: 'YSJiK2M= is base64', masked: '•••= is base64' },
])('redaction masks a secret $name', ({ text, masked }) => {
  expect(redact(text, ['a"b+c'])).toBe(masked);
});

test('redaction leaves nothing of secrets that overlap', () => {
  const clean = redactor(['abcdef', 'xabc', 'efgh']);
  expect(clean('1 xabcdefgh 2 xabc abcdefabcdef')).toBe('1 ••• 2 ••• ••••••');
  expect(clean('nothing')).toBe('nothing');
});

test.each(['abcdefgh', 'abcdefg', 'abcd'])(
  'redaction of a text that was cut masks what it has of a secret at its end: %s',
  (half) => {
    const text = `a text with ${half}`;
    const clean = redactor(['abcdefgh'], text.length);
    expect(clean(text)).toBe('a text with •••');
    expect(clean(text.slice(1))).toBe(half === 'abcdefgh' ? ' text with •••' : text.slice(1));
  },
);

test('redaction of a text that was cut leaves what is as short as other words', () => {
  expect(redactor(['abcdefgh'], 4)('it is abc')).toBe('it is abc');
});

test('redaction of what has no secret is much faster than making its redactor anew', () => {
  const secrets = Array.from({ length: 10 }, (_, at) => `s3cret-${at}-${'x'.repeat(30)}`);
  const line = 'a line of a log '.repeat(8);
  const clean = redactor(secrets);
  const timeOf = (run: () => unknown): number => {
    const taken = processorTime();
    for (let count = 0; count < 5_000; count++) run();
    return taken();
  };
  timeOf(() => clean(line));
  expect(timeOf(() => clean(line)) * 4).toBeLessThan(timeOf(() => redact(line, secrets)));
});

test('redaction takes what no address can hold', () => {
  expect(redact('half \u{D800}abc', ['\u{D800}abc'])).toBe('half •••');
});

test('redaction masks the lines of a secret of several, but not its frame', () => {
  const key =
    '-----BEGIN KEY-----\r\nMIIEvQIBADAN\r\n  BgkqhkiG9w0B\r\nAQ==\r\n-----END KEY-----\r\n';
  const clean = redactor([key]);
  expect(clean('> MIIEvQIBADAN <')).toBe('> ••• <');
  expect(clean('BgkqhkiG9w0B')).toBe('•••');
  expect(clean('MIIEvQIBADAN\nBgkqhkiG9w0B')).toBe('•••\n•••');
  expect(clean('-----BEGIN KEY----- AQ==')).toBe('-----BEGIN KEY----- AQ==');
  expect(clean(`[${key}]`)).toBe('[•••]');
});

test('canonical JSON does not depend on the order of keys', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe(
    canonicalJson({ a: null, b: [{ c: 2, d: 1 }] }),
  );
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});

test('the reason of a thrown value', () => {
  expect(reasonOf(new UserError('notFound', { command: 'x' }))).toEqual({
    code: 'notFound',
    args: { command: 'x' },
  });
  expect(reasonOf('odd')).toEqual({ code: 'unexpected', args: { message: 'odd' } });
});
