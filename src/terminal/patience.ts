/** How long an agent is kept waiting, in milliseconds. */
export interface Patience {
  /** Of what an agent asks for when it comes up, with few seconds. */
  readonly greeting: number;
  readonly list: number;
  readonly other: number;
  /** How long an endpoint may take to greet us. */
  readonly introduction: number;
  /** What is sent again to the same endpoint rests so long before. */
  readonly again: number;
}

export const usualPatience: Patience = {
  greeting: 2_000,
  list: 4_000,
  other: 20_000,
  introduction: 10_000,
  again: 500,
};

/** How long a request waits for an endpoint. */
export function waitFor(method: string, { greeting, list, other }: Patience): number {
  if (method === 'initialize' || method === 'server/discover') return greeting;
  return method.endsWith('/list') ? list : other;
}
