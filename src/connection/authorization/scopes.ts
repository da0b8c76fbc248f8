import { computeScopeUnion } from '@modelcontextprotocol/client';
import type { SignInPlace } from './discovery';

/**
 * The scope to ask for (2026-07-28, scope selection): what the server wants now besides what it wanted
 * before, else what it lists, else nothing; with `offline_access` where it can be had.
 */
export function scopeToAsk(
  { scopes, metadata }: SignInPlace,
  ...wanted: readonly (string | undefined)[]
): string | undefined {
  const scope = computeScopeUnion(...wanted) ?? computeScopeUnion(...(scopes ?? []));
  const offline = metadata?.scopes_supported?.includes('offline_access') ? 'offline_access' : '';
  return scope && computeScopeUnion(scope, offline);
}

/** Whether a scope has everything that another one names. */
export function covers(scope: string | undefined, wanted: string): boolean {
  const has = new Set(scope?.split(/\s+/));
  return wanted.split(/\s+/).every((one) => one === '' || has.has(one));
}
