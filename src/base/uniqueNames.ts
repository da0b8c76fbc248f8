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

/** Gives out each name once; a taken one gets the next number. Many equal names take no longer than others. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  readonly #numbers = new Map<string, number>();

  constructor(
    private readonly style = (name: string, number: number): string => `${name}-${number}`,
  ) {}

  free(name: string): string {
    let free = name;
    while (this.#taken.has(free)) {
      const number = (this.#numbers.get(name) ?? 1) + 1;
      this.#numbers.set(name, number);
      free = this.style(name, number);
    }
    this.#taken.add(free);
    return free;
  }
}
