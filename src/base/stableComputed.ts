import { computed, type ReadonlySignal } from '@preact/signals-core';
import { canonicalJson } from './json';

/**
 * A computed value that stays the same object until its content differs, so that readers do not recompute for an equal
 * one. `contentOf`: the content as JSON, where that is not the value itself.
 */
export function stableComputed<T>(
  compute: () => T,
  contentOf: (value: T) => unknown = (value) => value,
): ReadonlySignal<T> {
  let last: { readonly value: T; readonly content: string } | undefined;
  return computed(() => {
    const value = compute();
    const content = canonicalJson([contentOf(value)]);
    if (content !== last?.content) last = { value, content };
    return last.value;
  });
}
