/** What a file looks like that has servers under these keys, in a few words of JSON. */
export function shapeOf(path: readonly string[]): string {
  const entry = '{ "my-server": { "command": "npx" } }';
  return path.toReversed().reduce((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, entry);
}
