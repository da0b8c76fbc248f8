import type { SandboxRules } from '../definition';
import { ObjectReader, type ReadContext } from './objectReader';
import type { Property } from './properties';

/** The lists of {@link SandboxRules}, by the objects in the key `sandbox` that they stand in. */
export const sandboxKeys = {
  network: ['allowedDomains', 'deniedDomains'],
  filesystem: ['denyRead', 'allowWrite', 'denyWrite'],
} as const;

export const noSandboxRules: SandboxRules = {
  allowedDomains: [],
  deniedDomains: [],
  denyRead: [],
  allowWrite: [],
  denyWrite: [],
};

/**
 * Reads the key `sandbox` of a file; without it there are no rules. `undefined` after a mistake, because a rule that is
 * left out could allow more than is meant.
 */
export function readSandbox(
  sandbox: Property | undefined,
  context: ReadContext,
): SandboxRules | undefined {
  if (sandbox === undefined) return noSandboxRules;
  if (!context.document.isWhole(sandbox.node)) return undefined;
  let broken = false;
  const read = (property: Property, known: readonly string[]): ObjectReader | undefined => {
    const { name, value } = property;
    if (value.type !== 'object') {
      context.problems.wrongType('error', value, { key: name, expected: 'object' });
      broken = true;
      return undefined;
    }
    const reader = new ObjectReader(value, {}, context);
    for (const { name, key } of reader.keys.values())
      if (!known.includes(name)) reader.error('unknownKey', key, { key: name });
    broken ||= reader.broken;
    return reader;
  };
  const rules: Record<string, readonly string[]> = {};
  const blocks = read(sandbox, Object.keys(sandboxKeys))?.keys;
  for (const [block, lists] of Object.entries(sandboxKeys)) {
    const property = blocks?.get(block);
    const reader = property && read(property, lists);
    for (const list of lists) rules[list] = reader?.strings(list) ?? [];
    if (reader?.broken) broken = true;
  }
  return broken ? undefined : { ...noSandboxRules, ...rules };
}
