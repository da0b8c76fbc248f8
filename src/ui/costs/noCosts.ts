import type { ShownCosts } from './toolCosts';

/** What tools cost before anything is known; it stands alone as every window begins with it. */
export const noCosts: ShownCosts = {
  servers: new Map(),
  warnings: [],
  tools: 0,
  tokens: 0,
  isWhole: true,
};
