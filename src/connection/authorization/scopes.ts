import { computeScopeUnion } from '@modelcontextprotocol/client';
import type { SignInPlace } from './discovery';

/**
 * The scope to request (2026-07-28, scope selection): the union of the wanted ones, else the supported
 * ones; with `offline_access` where it is supported.
 */
export function scopeToAsk(
  { scopes, metadata }: SignInPlace,
  ...wanted: readonly (string | undefined)[]
): string | undefined {
  const scope = computeScopeUnion(...wanted) ?? computeScopeUnion(...(scopes ?? []));
  const offline = metadata?.scopes_supported?.includes('offline_access') ? 'offline_access' : '';
  return scope && computeScopeUnion(scope, offline);
}

/** True if a scope includes every part of another one. */
export function covers(scope: string | undefined, wanted: string): boolean {
  const has = new Set(scope?.split(/\s+/));
  return wanted.split(/\s+/).every((one) => one === '' || has.has(one));
}
