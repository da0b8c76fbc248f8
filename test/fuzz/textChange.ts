import type { Seeded } from '../support/seeded';

const common = `{ } [ ] , : " ' \\ // /* */ # = null true false -1 0 1e400 -1e999 1.5 \${ \${input:key} \${env: \\u \\ud83d
  \\u0000 "command": "url":1 "servers":{} "__proto__":{} "constructor": "toString" &a *a <<: - [a.b] """ ''' | --- 😀
  %00 %ff % + & ? = ; ..`;
const commonWords = [
  ...common.split(/\s+/),
  '\n',
  '\r',
  '\r\n',
  '\t',
  ' ',
  '\0',
  '\u2028',
  '\uFEFF',
  '\uD83D',
  '\xff',
  '\xc3',
  '\xe2\x82',
  '\xef\xbb\xbf',
];

/** Of so many changes one makes a text deep, and one long. */
const rarely = 2_000;
/** Characters that a long text grows to. */
const grown = 120_000;
const deep = 20_000;

/** The text with one random change; `others` gives parts to splice in, `words` what chance would not find. */
export function changedText(
  random: Seeded,
  text: string,
  others: readonly string[],
  words: readonly string[] = [],
): string {
  const start = random.below(text.length + 1);
  const end = Math.min(text.length, start + random.below(random.once(3) ? 80 : 8));
  const [head, part, tail] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (random.once(rarely)) return deeper(random, head, part, tail);
  const word = (): string =>
    words.length > 0 && random.once(2) ? random.pick(words) : random.pick(commonWords);
  switch (random.below(9)) {
    case 0:
      return head + tail;
    case 1:
      return head + word() + part + tail;
    case 2:
      return head + part + part + tail;
    case 3:
      return (
        head +
        String.fromCharCode(random.once(4) ? random.below(256) : 32 + random.below(96)) +
        part.slice(1) +
        tail
      );
    case 4:
      return head + word() + tail;
    case 5: {
      const other = random.pick(others);
      const from = random.below(other.length + 1);
      return head + other.slice(from, from + random.below(60)) + part + tail;
    }
    case 6:
      return random.once(10) ? head : head + part.split('').toReversed().join('') + tail;
    case 7:
      // Two halves of two inputs.
      return head + half(random, random.pick(others));
    default:
      return head + part.replace(/\d+/, () => String(numberOf(random))) + tail;
  }
}

function deeper(random: Seeded, head: string, part: string, tail: string): string {
  if (random.once(2)) {
    const open = random.pick(['[', '{"a":', '(', '- ', 'a.', '{"properties":{"a":', '[[']);
    const times = random.pick([40, 210, 510, 2000, deep]);
    const close = random.once(2) ? closing(open).repeat(times) : '';
    return head + open.repeat(times) + part + close + tail;
  }
  const filling = random.pick([
    'x',
    '${',
    '\\',
    '\n',
    '\r',
    '"a",',
    ' ',
    '\0',
    part || 'y',
    part + '\n',
  ]);
  const count = Math.ceil(random.pick([2_000, 20_000, grown]) / filling.length);
  return head + filling.repeat(count) + part + tail;
}

function closing(open: string): string {
  const brackets = open
    .replaceAll(/[^[{(]/g, '')
    .split('')
    .toReversed();
  return brackets.map((bracket) => (bracket === '[' ? ']' : bracket === '{' ? '}' : ')')).join('');
}

function half(random: Seeded, other: string): string {
  return other.slice(random.below(other.length + 1));
}

function numberOf(random: Seeded): number {
  return random.pick([
    0,
    -1,
    1,
    2,
    7,
    127,
    128,
    255,
    256,
    1023,
    1024,
    65_535,
    2 ** 31,
    2 ** 53,
    1e21,
  ]);
}
