import {
  branchAt,
  type Field,
  fieldFor,
  fieldProblem,
  fits,
  ownField,
  partsOf,
  pointerTo,
  readTyped,
  typedText,
} from '../../src/ui/serverPage/argumentForm';
import type { Seeded } from './seeded';

/** What a form gives back for a value that it shows, with each box read as if it had just been typed. */
export function readBack(written: Field, value: unknown): unknown {
  const field = fieldFor(written, value);
  if (value === undefined || (value === null && field.kind !== 'json')) return value;
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'json': {
      const typed = readTyped(field, typedText(field, value), undefined, true);
      if (typed.problem !== undefined)
        throw new Error(`${typed.problem}: ${JSON.stringify(value)}`);
      return typed.value;
    }
    case 'choice':
      return field.options.find(({ value: one }) => JSON.stringify(one) === JSON.stringify(value))
        ?.value;
    case 'flag':
      return value === true;
    case 'union': {
      const branch = field.branches()[branchAt(field, value)];
      return branch && fits(branch, value) ? readBack(branch, value) : 'no branch';
    }
    case 'list':
      return partsOf(field, value).map((part) => readBack(ownField(field, part), part.value));
    case 'group': {
      const parts = partsOf(field, value).filter((part) => part.value !== undefined);
      return Object.fromEntries(
        parts.map((part) => [part.key, readBack(ownField(field, part), part.value)]),
      );
    }
  }
}

/** The problems of a value and of its parts, each with the JSON pointer of its place. */
export function problemsOf(
  field: Field,
  value: unknown,
  isRequired = true,
  pointer = '',
): readonly { readonly kind: string; readonly pointer: string }[] {
  const own = fieldProblem(field, value, isRequired);
  if (own) return [{ kind: own.kind, pointer }];
  if (value === undefined || value === null) return [];
  if (field.kind === 'union') {
    const branch = field.branches()[branchAt(field, value)];
    return branch ? problemsOf(branch, value, true, pointer) : [];
  }
  if (field.kind !== 'list' && field.kind !== 'group') return [];
  return partsOf(field, value).flatMap((part) => {
    const place = pointerTo(pointer, part.key);
    return problemsOf(ownField(field, part), part.value, part.isRequired, place);
  });
}

/** A value as a field's schema describes it, with `undefined` for what is left out. */
export function sampleOf(field: Field, random: Seeded, depth = 0): unknown {
  if (field.isNullable && random.once(6)) return null;
  if (field.preset !== undefined && random.once(4)) return field.preset;
  switch (field.kind) {
    case 'text':
      return random.pick(['', 'text', 'two\nlines', '{"a":1}', '1.0', ' ']);
    case 'number':
      return field.isWhole ? random.below(1000) - 500 : random.below(1000) / 7;
    case 'flag':
      return random.once(2);
    case 'choice':
      return random.pick(field.options.map(({ value }) => ({ value }))).value;
    case 'json':
      return random.pick<{ readonly value: unknown }>([
        { value: null },
        { value: [1, { a: 'x' }] },
        { value: 'text' },
        { value: 1e21 },
      ]).value;
    case 'union': {
      const branches = field.branches();
      return sampleOf(random.pick(branches), random, depth + 1);
    }
    case 'list':
      return depth > 6
        ? []
        : Array.from(
            { length: random.below(3) },
            (_, at) => sampleOf(field.itemAt(at), random, depth + 1) ?? null,
          );
    case 'group': {
      const members = field.members().flatMap(({ key, isRequired, field: own }) => {
        const isLeftOut = (!isRequired && random.once(3)) || depth > 6;
        return isLeftOut ? [] : [[key, sampleOf(own, random, depth + 1)] as const];
      });
      const extra = field.extra('another');
      const others =
        extra && depth < 6 && random.once(3)
          ? [['another', sampleOf(extra, random, depth + 1)] as const]
          : [];
      return Object.fromEntries([...members, ...others]);
    }
  }
}

/** The fields that are JSON, as far as a schema can be opened within 2,000 fields. */
export function jsonFieldsOf(field: Field): readonly Field[] {
  const found: Field[] = [];
  const open: Field[] = [field];
  for (let seen = 0; open.length > 0 && seen < 2_000; seen++) {
    const one = open.shift();
    if (one?.kind === 'json') found.push(one);
    if (one?.kind === 'list') open.push(one.itemAt(0));
    if (one?.kind === 'union') open.push(...one.branches());
    if (one?.kind === 'group') {
      open.push(...one.members().map((member) => member.field));
      const extra = one.isMap ? one.extra('another') : undefined;
      if (extra) open.push(extra);
    }
  }
  return found;
}
