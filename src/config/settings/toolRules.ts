import { globMatches } from '../../base/globMatches';
import { isObject } from '../../base/json';
import { allowedGlobs, toolGlobs, type KnownServers, type NamedServer } from './toolSets';

/** The effects of a rule on a call, strictest last. */
export const ruleEffects = ['allow', 'ask', 'deny'] as const;
export type RuleEffect = (typeof ruleEffects)[number];

/** An effect on the tools of one server whose names match a glob. */
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

/** The unchecked rules of each layer: effects by pattern. */
export type RulesByLayer = Partial<Readonly<Record<RuleLayer, unknown>>>;

/** A rule with its layer. */
export interface AppliedRule extends ToolRule {
  readonly layer: RuleLayer;
}

/**
 * The rules for one server: the person's own, and lists of others that only make stricter. Of each list the first
 * match counts, of the lists the strictest.
 */
export interface ServerRules<R extends ToolRule = AppliedRule> {
  readonly own: readonly R[];
  readonly narrowing: readonly (readonly R[])[];
}

/**
 * Reads the rules of all layers for one server. In a layer the more exact rule comes first, then the stricter. User
 * settings for a server of the person's own only make its namesake stricter.
 */
export function serverRules(
  layers: RulesByLayer,
  server: NamedServer,
  isNamesake: boolean,
  known: KnownServers,
): ServerRules {
  const of = (layer: RuleLayer): readonly AppliedRule[] =>
    rulesOf(layers[layer], server, known).map((rule) => ({ ...rule, layer }));
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

/** True if a pattern that matches a server contains a name, not its id or wildcards. */
function namesOther(pattern: string, { id }: NamedServer): boolean {
  const isOpen = /[*?]/.test(pattern.split('/', 1)[0] ?? '');
  return !isOpen && !pattern.toLowerCase().startsWith(id.toLowerCase());
}

/** The rule that counts for a tool; without one the server and the editor decide. */
export function ruleFor<R extends ToolRule>(
  { own, narrowing }: ServerRules<R>,
  tool: string,
): R | undefined {
  // An exception of a workspace takes back the workspace's own rules and nothing more.
  const others = narrowing.map((rules) => firstMatch(rules, tool));
  return [firstMatch(own, tool), ...others.filter((rule) => rule?.effect !== 'allow')]
    .filter((rule) => rule !== undefined)
    .toSorted((a, b) => strictness(b) - strictness(a))
    .at(0);
}

function firstMatch<R extends ToolRule>(rules: readonly R[], tool: string): R | undefined {
  return rules.find((rule) => globMatches(rule.tool, tool));
}

function rulesOf(written: unknown, server: NamedServer, known: KnownServers): readonly ToolRule[] {
  if (!isObject(written)) return [];
  const rules = Object.entries(written).flatMap(([pattern, word]) => {
    const effect = ruleEffects.find((one) => one === word);
    if (!effect) return [];
    const globs =
      effect === 'allow' ? allowedGlobs(pattern, server, known) : toolGlobs(pattern, server);
    return globs.map((tool) => ({ tool, effect, pattern }));
  });
  return rules.toSorted(
    (a, b) =>
      exactness(b.tool) - exactness(a.tool) ||
      exactness(b.pattern) - exactness(a.pattern) ||
      strictness(b) - strictness(a),
  );
}

/** The characters of a glob besides wildcards; one without wildcards is the most exact. */
function exactness(glob: string): number {
  const plain = glob.replaceAll(/[*?]/g, '').length;
  return plain === glob.length ? Number.MAX_SAFE_INTEGER : plain;
}

function strictness({ effect }: ToolRule): number {
  return ruleEffects.indexOf(effect);
}
