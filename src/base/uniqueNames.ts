/** The name while it is not taken, else with the first number that frees it: `name-2` unless another style is given. */
export function numbered(
  name: string,
  isTaken: (name: string) => boolean,
  style = (name: string, number: number): string => `${name}-${number}`,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number++) free = style(name, number);
  return free;
}

/** Gives out each name once; a taken one is {@link numbered}. */
export class UniqueNames {
  readonly #taken = new Set<string>();

  constructor(private readonly style?: (name: string, number: number) => string) {}

  free(name: string): string {
    const free = numbered(name, (one) => this.#taken.has(one), this.style);
    this.#taken.add(free);
    return free;
  }
}
