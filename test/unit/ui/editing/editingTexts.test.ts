import { describe, expect, test } from 'vitest';
import type { FixCode } from '../../../../src/config/lint/fixes';
import { readConfigTree } from '../../../../src/config/lint/configTree';
import { declaredInput } from '../../../../src/config/lint/references';
import { replaceVariables, type Variable } from '../../../../src/config/variables';
import {
  inputHover,
  serverHover,
  valueTooltip,
  variableHover,
  fixTitle,
  fixTitles,
  meaningOf,
  t,
} from '../../../../src/ui/editing/editingTexts';
import { entries, now, shopFile, snapshot } from '../samples';

/** Arguments of every fix that has places in its title. */
const fixArgs: Readonly<Record<FixCode, Readonly<Record<string, string>>>> = {
  renameKey: { key: 'a', expected: 'b' },
  removeKey: { key: 'a' },
  keepCommand: { keys: 'url' },
  keepUrl: { keys: 'command, args' },
  writeVariable: { variable: '${env:X}' },
  useInput: { input: 'token' },
  defineInput: { input: 'token' },
  removeInput: { input: 'token' },
  explicitFolder: { cwd: '${workspaceFolder}/x' },
  reachDirectly: {},
  setType: { type: 'http' },
  moveSecret: { name: 'TOKEN', server: 'a' },
  moveServers: {},
  writeServers: {},
  splitCommand: { program: 'npx' },
  writeList: { key: 'args' },
  writeObject: { key: 'env' },
  quoteValue: {},
  unquoteValue: {},
  writeAddress: {},
  insertComma: {},
  writeValue: { value: '"node"' },
};

test.each(Object.keys(fixTitles) as FixCode[])('the fix %s has a whole title', (code) => {
  expect(fixTitle({ code, args: fixArgs[code] })).not.toMatch(/(?<!\$)\{|undefined/);
});

test('one and many', () => {
  expect(t('secretsMoved', { count: 1, file: 'mcp.json' })).toMatch(
    /^Moved 1 value of .* may still hold it: .* get a new value from whoever issued it\.$/,
  );
  const some = t('secretsMoved', { count: 2, file: 'mcp.json', left: 1 });
  expect(some).toMatch(/^Moved 2 values.* 1 of those chosen had .* stays as it is\. Earlier/);
});

describe('hovers', () => {
  const place = { folder: '/home/ann/shop', home: '/home/ann' };
  function hover(text: string): readonly string[] {
    const found: Variable[] = [];
    replaceVariables(`\${${text}}`, 'vscode', (variable) => {
      found.push(variable);
      return '';
    });
    return found.flatMap((variable) => variableHover(variable, place));
  }

  test('a harmless variable tells its value', () => {
    expect(hover('workspaceFolder')).toEqual([
      String.raw`The path of the workspace folder\.`,
      'Here: `/home/ann/shop`',
    ]);
    expect(hover('userHome')[1]).toBe('Here: `/home/ann`');
    expect(hover('workspaceFolderBasename')[1]).toBe('Here: `shop`');
    expect(hover('workspaceFolder:other')).toHaveLength(1);
  });

  test('the environment is named, its values are not told', () => {
    expect(hover('env:PATH')).toEqual([
      String.raw`The variable "PATH" of the environment in which the editor runs\.`,
    ]);
  });

  test('an input tells whether it has a value', () => {
    const text = '{"inputs": [{"id": "t", "description": "A [token](command:x)"}]}';
    const declared = declaredInput(readConfigTree(text, 'vscode'), 't');
    expect(inputHover('t', declared, true)).toEqual([
      String.raw`Input "t": A \[token\]\(command:x\)`,
      'a value is stored',
    ]);
    expect(inputHover('t', undefined, false)).toEqual([
      'Input "t", which "inputs" does not define',
    ]);
  });

  test('a value can be edited and cleared, that of a command only cleared', () => {
    const links = (type: string | undefined) =>
      Array.from(
        valueTooltip('/w/mcp.json', 't', type).matchAll(/command:(\w+\.\w+)/g),
        ([, name]) => name,
      );
    expect(links('promptString')).toEqual(['roundhouse.editInput', 'roundhouse.clearInput']);
    expect(links('command')).toEqual(['roundhouse.clearInput']);
    expect(valueTooltip('/w/mcp.json', 't', 'command')).not.toContain('secret store');
  });

  test('a server tells its state, why, and where it comes from', () => {
    const file = shopFile('{"servers": {"till": {"command": "till"}}}');
    const failed = snapshot({ kind: 'failed', error: { code: 'connectionClosed' } });
    const entry = entries([file], { till: failed }).get('folder:shop/till');
    if (!entry) throw new Error('no entry');
    expect(serverHover(entry, now)).toEqual([
      'failed',
      String.raw`The connection to the server was closed\.`,
      String.raw`From shop · \.vscode/mcp\.json`,
    ]);
  });
});

test('the meaning of a variable as it is written', () => {
  expect(meaningOf('config:editor.tabSize')).toBe('The value of the setting "editor.tabSize".');
  expect(meaningOf('what')).toBeUndefined();
});
