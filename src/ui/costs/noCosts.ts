import type { ShownCosts } from './toolCosts';

/** Costs before anything is known; a file of its own because every window starts with it. */
export const noCosts: ShownCosts = {
  servers: new Map(),
  warnings: [],
  tools: 0,
  tokens: 0,
  isWhole: true,
};
