import type { ParsedConfig } from '../../config/definition';

/**
 * Contents of a half-typed file: the definitions of its last whole text with the present problems. Servers do not stop
 * because of a bracket that is missing for a moment.
 */
export function lastGood(previous: ParsedConfig | undefined, next: ParsedConfig): ParsedConfig {
  if (next.complete || !previous) return next;
  const { definitions, inputs } = previous;
  return { definitions, inputs, problems: next.problems, complete: false };
}
