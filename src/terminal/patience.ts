/** How long an agent is kept waiting, in milliseconds. */
export interface Patience {
  /** Of what an agent asks for when it comes up, with few seconds. */
  readonly initialize: number;
  readonly list: number;
  /** Of a list before there was any endpoint: an agent begins its first turn without waiting longer. */
  readonly firstList: number;
  readonly other: number;
  /** How long an endpoint may take to greet us. */
  readonly introduction: number;
  /** What is sent again to the same endpoint rests so long before. */
  readonly again: number;
}

export const usualPatience: Patience = {
  initialize: 2_000,
  list: 4_000,
  firstList: 400,
  other: 20_000,
  introduction: 10_000,
  again: 500,
};

/** Whether there was an endpoint at any time; before the first one there may be none to be found. */
export type Stage = 'looking' | 'none' | 'found';

/** How long a request waits for an endpoint. */
export function waitFor(method: string, patience: Patience, stage: Stage): number {
  const isList = method.endsWith('/list');
  if (!isList && !isHandshake(method)) return patience.other;
  if (stage === 'none') return 0;
  if (isList) return stage === 'looking' ? patience.firstList : patience.list;
  return patience.initialize;
}

/** Whether a request asks who the server is, and for its instructions. */
export function isHandshake(method: string): boolean {
  return method === 'initialize' || method === 'server/discover';
}
