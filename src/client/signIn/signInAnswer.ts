/** Whether an address answers the sign-in that this page begins: it brings back the same `state`. */
export function isAnswerTo(page: string, answer: URL): boolean {
  const state = new URL(page).searchParams.get('state');
  return state !== null && answer.searchParams.get('state') === state;
}

/**
 * The address that a person was sent back to through the editor, which hands on the query only, and with
 * what stood in it as `%2B` for a plus written as that.
 */
export function returnedAddress(redirectUri: string, query: string): URL {
  const url = new URL(redirectUri);
  const answer = new URLSearchParams(query.replaceAll('+', '%2B'));
  for (const [name, value] of answer) url.searchParams.set(name, value);
  return url;
}
