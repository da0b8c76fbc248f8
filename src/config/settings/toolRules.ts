import { globMatches } from '../../base/globMatches';
import { isObject } from '../../base/json';
import { toolGlobs, type NamedServer } from './toolSets';

/** The effects of a rule on a call, strictest last. */
export const ruleEffects = ['allow', 'ask', 'deny'] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** A rule for the tools of one server whose names match a glob. */
export interface ToolRule {
  readonly tool: string;
  readonly effect: RuleEffect;
  /** The rule as it was written. */
  readonly pattern: string;
}

/** A person's own rules, the nearest first: for this session, for this workspace, in the user settings. */
const ownLayers = ['session', 'choice', 'user'] as const;
/** Settings that come with a workspace: they only make stricter. */
const narrowingLayers = ['workspace', 'folder'] as const;
export type RuleLayer = (typeof ownLayers)[number] | (typeof narrowingLayers)[number];

/** The rules of each layer, unchecked: effects by pattern. */
export type RulesByLayer = Partial<Readonly<Record<RuleLayer, unknown>>>;

/** A rule with its place. */
export interface AppliedRule extends ToolRule {
  readonly layer: RuleLayer;
}

/** The rules for one server: of each list the first that fits counts, of the lists the strictest. */
export interface ServerRules {
  readonly own: readonly AppliedRule[];
  readonly narrowing: readonly (readonly AppliedRule[])[];
}

/**
 * The rules of all layers for one server, in each layer the more exact first, then the stricter. User settings for a
 * server of the user's own only make its namesake stricter.
 */
export function serverRules(
  layers: RulesByLayer,
  server: NamedServer,
  isNamesake = false,
): ServerRules {
  const of = (layer: RuleLayer): readonly AppliedRule[] =>
    rulesOf(layers[layer], server).map((rule) => ({ ...rule, layer }));
  const own = ownLayers.flatMap(of);
  const narrowing = narrowingLayers.map(of);
  if (!isNamesake) return { own, narrowing };
  const isOfNamed = ({ layer, pattern }: AppliedRule): boolean =>
    layer === 'user' && namesOther(pattern, server);
  return {
    own: own.filter((rule) => !isOfNamed(rule)),
    narrowing: [own.filter(isOfNamed), ...narrowing],
  };
}

/** True if a matching pattern names the server by its name, not by its id or a wildcard. */
function namesOther(pattern: string, { id }: NamedServer): boolean {
  const isOpen = /[*?]/.test(pattern.split('/', 1)[0] ?? '');
  return !isOpen && !pattern.toLowerCase().startsWith(id.toLowerCase());
}

/** The rule that counts for a tool; none where its server and the editor decide. */
export function ruleFor({ own, narrowing }: ServerRules, tool: string): AppliedRule | undefined {
  const person = firstFit(own, tool);
  // An exception of a workspace takes back what it says itself, and nothing more.
  const others = narrowing.map((rules) => firstFit(rules, tool));
  return strictest([person, ...others.filter((rule) => rule?.effect !== 'allow')]);
}

/** The first rule that matches. */
export function firstFit<T extends Pick<ToolRule, 'tool'>>(
  rules: readonly T[],
  tool: string,
): T | undefined {
  return rules.find((rule) => globMatches(rule.tool, tool));
}

/** The strictest of some rules, the first of several that are as strict. */
export function strictest<T extends Pick<ToolRule, 'effect'>>(
  rules: readonly (T | undefined)[],
): T | undefined {
  return rules
    .filter((rule) => rule !== undefined)
    .toSorted((a, b) => strictness(b) - strictness(a))
    .at(0);
}

function rulesOf(said: unknown, server: NamedServer): readonly ToolRule[] {
  if (!isObject(said)) return [];
  const rules = Object.entries(said).flatMap(([pattern, word]) => {
    const effect = ruleEffects.find((one) => one === word);
    return effect ? toolGlobs(pattern, server).map((tool) => ({ tool, effect, pattern })) : [];
  });
  return rules.toSorted(
    (a, b) =>
      exactness(b.tool) - exactness(a.tool) ||
      exactness(b.pattern) - exactness(a.pattern) ||
      strictness(b) - strictness(a),
  );
}

/** How many characters a glob says; one without wildcards says all. */
function exactness(glob: string): number {
  const said = glob.replaceAll(/[*?]/g, '').length;
  return said === glob.length ? Number.MAX_SAFE_INTEGER : said;
}

function strictness({ effect }: Pick<ToolRule, 'effect'>): number {
  return ruleEffects.indexOf(effect);
}
