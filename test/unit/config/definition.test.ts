import { describe, expect, test } from 'vitest';
import { carryWrite, withSettings } from '../../../src/config/write/settingsWrite';
import { changeValue } from '../../../src/config/write/jsonEdits';
import { dialectIds } from '../../../src/config/definition';
import { dialects } from '../../../src/config/dialects';
import { effectiveSettings } from '../../../src/config/settings/effectiveSettings';
import { importEdit, planImport } from '../../../src/config/write/importPlan';
import { parseAnyConfig } from '../../../src/config/read/parseConfig';
import { readPasted } from '../../../src/config/paste/pastedServer';
import { pasteSource } from '../../../src/config/paste/draft';
import { putEntries } from '../../../src/config/write/putEntries';

// Names that every object of JavaScript has something under.

const names = ['toString', 'constructor', 'hasOwnProperty', 'valueOf', '__proto__'];

describe.each(names)('a server of the name %s', (name) => {
  test.each([
    ['a file', `{"servers":{${JSON.stringify(name)}:{"command":"node","args":["a.js"]}}}`],
    ['a file of another host', `{"mcpServers":{${JSON.stringify(name)}:{"command":"node"}}}`],
    ['an entry', `${JSON.stringify(name)}: {"command":"node","env":{"toString":"1"}}`],
    ['a command line', `claude mcp add ${name} -e toString=1 -- node a.js`],
  ])('is pasted as %s', async (_, text) => {
    const { readings } = await readPasted(text);
    expect(readings[0]?.drafts.map(({ definition }) => definition.name)).toEqual([name]);
  });

  test.each(dialectIds)('is written and read in the format of %s', async (dialect) => {
    const { readings } = await readPasted(
      `{"servers":{${JSON.stringify(name)}:{"type":"stdio","command":"node","args":["a.js"],"env":{"A":"1"}}}}`,
    );
    const target = { dialect, definitions: [], names: [], inputs: new Map() };
    const { entries, inputs } = importEdit(planImport(readings[0]?.drafts ?? [], target), target);
    const file = dialects[dialect].label;
    const text = await putEntries({ file, text: undefined }, { dialect, entries, inputs });
    const { definitions } = await parseAnyConfig(text, { ...pasteSource(dialect), file });
    expect(definitions.map((definition) => definition.name)).toEqual([name]);
  });

  test('has the settings that are said of it, and no others', () => {
    const said = withSettings(undefined, name, { autostart: 'never' });
    expect(JSON.stringify(said)).toBe(`{${JSON.stringify(name)}:{"autostart":"never"}}`);
    expect(
      effectiveSettings(name, { user: JSON.parse(JSON.stringify(said)) }).settings.autostart,
    ).toBe('never');
    expect(effectiveSettings(name, { user: {} })).toEqual(effectiveSettings('other', { user: {} }));
    const write = carryWrite([{ name, settings: { autostart: 'never' } }], 'user', {});
    expect(JSON.stringify(write?.value)).toBe(JSON.stringify(said));
  });

  test('goes out of a text as a value of that name', () => {
    const text = `{"env":{${JSON.stringify(name)}:"1","A":"2"}}`;
    const { env } = JSON.parse(text) as { env: Record<string, string> };
    expect(changeValue(text, ['env'], env, { A: '2' })).toBe('{"env":{"A":"2"}}');
  });
});
