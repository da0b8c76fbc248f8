import type { ToolSet } from './toolSets';

/** The ids that a server has and had. */
export interface IdChange {
  readonly from: string;
  readonly to: string;
}

/** Choices, by set, that count for a server with another id, too: the editor shows no ids. */
export function carriedChoices(
  choices: Readonly<Record<string, ToolSet>>,
  change: IdChange,
): Readonly<Record<string, ToolSet>> {
  const sets = Object.entries(choices).map(([set, patterns]) => [
    set,
    patterns
      .flatMap((pattern) => [pattern, ...carried(pattern, change)])
      // The last one counts, also of those that were carried before.
      .filter((pattern, at, all) => all.lastIndexOf(pattern) === at),
  ]);
  return Object.fromEntries(sets) as Readonly<Record<string, ToolSet>>;
}

/** The same for rules by pattern. */
export function carriedRules(
  rules: Readonly<Record<string, unknown>>,
  change: IdChange,
): Readonly<Record<string, unknown>> {
  const more = Object.entries(rules).flatMap(([pattern, effect]) =>
    carried(pattern, change).map((own) => [own, effect] as const),
  );
  return { ...rules, ...Object.fromEntries(more) };
}

/** The pattern with the other id; none where it names another server, or several. */
function carried(pattern: string, { from, to }: IdChange): readonly string[] {
  const sign = pattern.startsWith('!') ? '!' : '';
  const named = pattern.slice(sign.length);
  const isItsOwn = named === from || named.startsWith(`${from}/`);
  return isItsOwn ? [sign + to + named.slice(from.length)] : [];
}
