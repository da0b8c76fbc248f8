import type * as z from 'zod/mini';

/** A request with the schemas of its params and its result. */
export interface RequestDefinition<P extends z.ZodMiniType, R extends z.ZodMiniType> {
  readonly method: string;
  readonly params: P;
  readonly result: R;
}

/** A notification with the schema of its params. */
export interface EventDefinition<P extends z.ZodMiniType> {
  readonly method: string;
  readonly params: P;
}

type Named<T> = { readonly [N in keyof T]: T[N] & { readonly method: string } };

/** The requests or events of a table, each with its key as its method. */
export function named<T extends Readonly<Record<string, object>>>(table: T): Named<T> {
  const all = Object.entries(table).map(([method, schemas]) => [method, { method, ...schemas }]);
  return Object.fromEntries(all) as Named<T>;
}
