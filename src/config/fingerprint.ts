import { createHash } from 'node:crypto';
import { canonicalJson } from '../base/json';
import type { Launch } from './definition';

/**
 * Hash of a launch as written, variables unfilled. The order of keys, comments and the spelling of
 * defaults do not matter.
 */
export function fingerprintOf(launch: Launch): string {
  return createHash('sha256').update(canonicalJson(launch)).digest('hex');
}
