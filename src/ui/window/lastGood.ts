import type { ParsedConfig } from '../../config/definition';

/**
 * Contents of a half-typed file: the definitions of its last whole text with the present problems. Servers do not stop
 * because of a bracket that is missing for a moment. A file that was never whole counts as far as it can be read.
 */
export function lastGood(whole: ParsedConfig | undefined, next: ParsedConfig): ParsedConfig {
  if (next.complete || !whole) return next;
  const { definitions, inputs } = whole;
  return { definitions, inputs, problems: next.problems, complete: false };
}
