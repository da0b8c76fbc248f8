// @ts-check
// The files of test/e2e by when they run, because each opens an editor. CI runs all that are not named here, too.

/** The main roads, in every run: from the first look to tools in chat, what changes later, and what chat makes of tools. */
export const quickE2e = filesOf(['firstUse', 'chat']);

/** Before an issue is closed: what seldom changes, and has tests of its own below the editor. */
export const seldomE2e = filesOf([
  'chatGenericTools',
  'connectAgent',
  'drag',
  'icons',
  'importExport',
  'largeResults',
  'openConfiguration',
  'participantMany',
  'registryAnswers',
  'sampling',
  'walkthrough',
  'windowsMode',
]);

/** @param {readonly string[]} names */
function filesOf(names) {
  return names.map((name) => `test/e2e/${name}.test.ts`);
}
