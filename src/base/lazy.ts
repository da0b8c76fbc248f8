/** Makes something at the first call, once for all callers; after a failure the next call tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}

type Method = (...args: never[]) => unknown;

/** An object's methods, each with a promise of its result. */
type Lazy<T> = {
  readonly [N in keyof T]: T[N] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** Methods of an object that is loaded with the first call of one. */
export function lazy<T extends Readonly<Record<N, Method>>, N extends keyof T & string>(
  load: () => Promise<T>,
  ...names: readonly N[]
): Lazy<Pick<T, N>> {
  const loaded = once(load);
  const methods = names.map((name) => {
    const method = async (...args: never[]): Promise<unknown> => (await loaded())[name](...args);
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as Lazy<Pick<T, N>>;
}

/** A function that computes once for each object, and forgets with the object. It must not return `undefined`. */
export function memo<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const values = new WeakMap<K, V>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = compute(key);
      values.set(key, value);
    }
    return value;
  };
}

/** A {@link memo} with more arguments: computes again for an object once one of them is another. */
export function memoLast<K extends object, A extends readonly unknown[], V>(
  compute: (key: K, ...rest: A) => V,
): (key: K, ...rest: A) => V {
  const last = new WeakMap<K, { readonly rest: A; readonly value: V }>();
  return (key, ...rest) => {
    const before = last.get(key);
    if (before?.rest.length === rest.length && before.rest.every((one, at) => one === rest[at]))
      return before.value;
    const value = compute(key, ...rest);
    last.set(key, { rest, value });
    return value;
  };
}
