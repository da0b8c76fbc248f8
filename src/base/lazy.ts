/** Makes something when it is first wanted, for all who want it; what failed is tried again by the next. */
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

/** The same methods, whose results come later. */
type Lazy<T> = {
  readonly [N in keyof T]: T[N] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/** Methods of something that is loaded when one of them is first called. */
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
