/** How long to wait before a stream is opened again, in milliseconds: at first, and at most. */
export const firstPause = 1_000;
export const longestPause = 30_000;
