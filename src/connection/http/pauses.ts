/** The first and the longest pause before a stream is reopened, in milliseconds. */
export const firstPause = 1_000;
export const longestPause = 30_000;
