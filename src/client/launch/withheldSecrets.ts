import { likelySecrets } from '../../config/likelySecrets';
import { isNamedSecret } from './secretsIn';

/**
 * The names, in order, of variables whose name or value looks like a secret. A `PATH` is none, whatever
 * it holds, nor is the working folder of a shell, `PWD`.
 */
export function secretVariables(environment: Readonly<Record<string, string>>): readonly string[] {
  const spots = likelySecrets({ type: 'stdio', command: '', args: [], env: environment });
  const found = spots.flatMap(({ place }) => (place.kind === 'env' ? [place.name] : []));
  const named = Object.entries(environment).flatMap(([name, value]) =>
    isNamedSecret(name, value) ? [name] : [],
  );
  return [...new Set([...found, ...named])].filter((name) => !isPlain(name)).toSorted();
}

function isPlain(name: string): boolean {
  return ['PATH', 'PWD'].includes(name.toUpperCase());
}

/** The environment without these variables. */
export function withoutVariables(
  environment: Readonly<Record<string, string>>,
  names: readonly string[],
): Record<string, string> {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !left.has(name)));
}
