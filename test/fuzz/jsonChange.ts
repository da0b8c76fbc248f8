import type { Seeded } from '../support/seeded';

type Path = readonly (string | number)[];

/** How much of a value is looked through for a place to change. */
const mostPlaces = 400;
/** What is deeper is changed as a text. */
const deepest = 60;

const keys =
  `__proto__ constructor toString hasOwnProperty length id method params result error code message data jsonrpc name
  type properties items required anyOf oneOf allOf enum const not $ref $defs $id $schema description title default
  additionalProperties prefixItems nullable tools nextCursor _meta uri inputSchema command args env url headers`.split(
    /\s+/,
  );
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  1e308,
  '',
  ' ',
  'a',
  '0',
  '\0',
  '\ud83d',
  '__proto__',
  'null',
  {},
  [],
  [null],
  [[]],
  { a: 1 },
  ['string', 'null'],
  'x'.repeat(300),
  '#',
  '#/',
  '#/$defs/a',
  '\u2028',
];

/**
 * The text with one change of a JSON value in it: of the whole text, or of what begins in one of its lines. `undefined`
 * where there is none.
 */
export function changedJson(
  random: Seeded,
  text: string,
  others: readonly string[],
): string | undefined {
  const found = jsonIn(random, text);
  if (!found || depthOf(found.value) > deepest) return undefined;
  const other = (): unknown => {
    const value = jsonIn(random, random.pick(others))?.value;
    return value === undefined ? null : at(value, random.pick(placesIn(value)));
  };
  const places = placesIn(found.value);
  const value = withChange(random, found.value, random.pick(places), other);
  const written = JSON.stringify(value, undefined, random.once(8) ? 2 : 0) ?? 'null';
  return text.slice(0, found.start) + written + text.slice(found.end);
}

interface Found {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
}

function jsonIn(random: Seeded, text: string): Found | undefined {
  if (text.length > 20_000) return undefined;
  const starts = [...text.matchAll(/(?<=^|\n)[^\n{["]{0,20}?(?=[{["])/g)].map(
    ({ index, [0]: before }) => index + before.length,
  );
  if (starts.length === 0) return undefined;
  const start = random.pick(starts);
  const lineEnd = text.indexOf('\n', start);
  const whole = start + text.slice(start).trimEnd().length;
  for (const end of [whole, lineEnd === -1 ? whole : lineEnd]) {
    try {
      return { value: JSON.parse(text.slice(start, end)) as unknown, start, end };
    } catch {
      // It may end sooner.
    }
  }
  return undefined;
}

function depthOf(value: unknown, most = deepest + 1): number {
  if (typeof value !== 'object' || value === null || most === 0) return 0;
  return (
    1 +
    Math.max(
      0,
      ...Object.values(value)
        .slice(0, 50)
        .map((inner) => depthOf(inner, most - 1)),
    )
  );
}

function placesIn(value: unknown): readonly Path[] {
  const places: Path[] = [[]];
  for (let next = 0; next < places.length && places.length < mostPlaces; next++) {
    const place = places[next] ?? [];
    const inner = at(value, place);
    if (typeof inner !== 'object' || inner === null) continue;
    for (const key of Object.keys(inner).slice(0, 50))
      places.push([...place, Array.isArray(inner) ? Number(key) : key]);
  }
  return places;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => Object.getOwnPropertyDescriptor(inner ?? {}, key)?.value as unknown,
    value,
  );
}

function withChange(random: Seeded, root: unknown, path: Path, other: () => unknown): unknown {
  const part = at(root, path);
  const set = (value: unknown): unknown => replaced(root, path, () => value);
  const parent = path.slice(0, -1);
  const key = path.at(-1);
  switch (random.below(11)) {
    case 0:
    case 1:
      return set(random.pick(values));
    case 2:
      return set(other());
    case 3:
      return key === undefined ? {} : replaced(root, parent, (around) => without(around, key));
    case 4:
      return typeof key === 'string'
        ? replaced(root, parent, (around) => renamed(around, key, random.pick(keys)))
        : set([part, part]);
    case 5:
      return set(wrapped(random, part));
    case 6:
      return replaced(root, path, (inner) =>
        withMember(inner, random.pick(keys), random.once(2) ? other() : random.pick(values)),
      );
    case 7:
      return Array.isArray(part)
        ? set(Array.from({ length: random.pick([2, 3, 30, 300]) }, () => part).flat())
        : set([part]);
    case 8:
      return typeof part === 'string'
        ? set(changedString(random, part))
        : set(JSON.stringify(part));
    case 9:
      return typeof key === 'string'
        ? replaced(root, parent, (around) => inherited(around, key))
        : set(own([['__proto__', part]]));
    default:
      return Array.isArray(part) ? set(part.toReversed()) : set(other());
  }
}

function changedString(random: Seeded, text: string): string {
  const from = random.below(text.length + 1);
  const word = random.pick([
    '',
    ' ',
    '\n',
    '/',
    '~',
    '%',
    '.',
    '\0',
    '😀',
    '\uD83D',
    '=?base64?',
    'é',
    '"',
    '\\',
    text,
  ]);
  return text.slice(0, from) + word + text.slice(from + random.below(4));
}

function wrapped(random: Seeded, value: unknown): unknown {
  const key = random.pick(keys);
  const times = random.pick([1, 1, 1, 2, 35, 210, 520]);
  let whole = value;
  for (let level = 0; level < times; level++)
    whole = random.once(2) ? [whole] : own([[key, whole]]);
  return whole;
}

/** Keys that every object has by birth become its own, too. */
function own(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries);
}

function withMember(value: unknown, key: string, member: unknown): unknown {
  if (Array.isArray(value)) return [...(value as unknown[]), member];
  if (typeof value !== 'object' || value === null) return own([[key, member]]);
  return own([...Object.entries(value), [key, member]]);
}

function without(value: unknown, key: string | number): unknown {
  if (Array.isArray(value)) return value.filter((_, index) => index !== key);
  return own(Object.entries(value as object).filter(([name]) => name !== key));
}

function renamed(value: unknown, from: string, to: string): unknown {
  return own(
    Object.entries(value as object).map(([name, member]) => [name === from ? to : name, member]),
  );
}

/** What it has of its own only seems to be inherited, where a copy is made key by key. */
function inherited(value: unknown, key: string): unknown {
  const member = at(value, [key]);
  return withMember(without(value, key), '__proto__', own([[key, member]]));
}

function replaced(value: unknown, path: Path, change: (part: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((part: unknown, index) =>
      index === first ? replaced(part, rest, change) : part,
    );
  return own(
    Object.entries(value as object).map(([name, part]) => [
      name,
      name === first ? replaced(part, rest, change) : part,
    ]),
  );
}
