// @ts-check
/**
 * Whether the server of a scenario does not tell its era, so that the bare SDK is told it. Our connection
 * finds out everywhere.
 * @param {string} scenario
 */
export function isToldEra(scenario) {
  return /^(http-|sep-2322-)/.test(scenario);
}
