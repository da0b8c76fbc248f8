import { signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { ActiveRules } from '../../../../src/client/policy/activeRules';
import { ToolSelection, type ToolSetSettings } from '../../../../src/client/policy/toolSelection';
import {
  configuredServers,
  serverEntries,
  type LayeredSetting,
} from '../../../../src/client/configuredServers';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { levels } from '../../../../src/config/precedence';
import { ruleFor } from '../../../../src/config/settings/toolRules';
import type { WindowContext } from '../../../../src/ui/window/windowContext.editor';
import { MemoryKeyValueStore } from '../../client/memoryStores';
import { shopFile, userFile } from '../samples';

/** An editor with user settings. */
const editor = vi.hoisted(() => ({
  /** The user settings, by key. */
  user: {} as Record<string, unknown>,
  /** Called when they have changed. */
  changed: () => {},
  shown: [] as string[],
  /** The labels of rows that are picked. */
  picks: [] as readonly string[],
  /** Called while a question is open. */
  asked: () => {},
  /** The settings can be written once this resolves. */
  writable: Promise.resolve(),
  ConfigurationTarget: { Global: 1 },
  EventEmitter: vi.fn(),
  env: {},
  l10n: { t: (said: string) => said },
  Uri: { file: (path: string) => ({ with: () => ({ path }) }) },
  workspace: {
    isTrusted: true,
    workspaceFolders: [],
    getConfiguration: () => ({
      inspect: (key: string) => ({ globalValue: editor.user[key] }),
      update: async (key: string, value: unknown) => {
        await editor.writable;
        editor.user = { ...editor.user, [key]: value };
        editor.changed();
      },
    }),
    openTextDocument: () => Promise.reject(new Error('no such file')),
  },
  window: {
    showInformationMessage: (text: string) => Promise.resolve(void editor.shown.push(text)),
    showInputBox: () => Promise.resolve('mine'),
    showQuickPick: (rows: readonly { readonly label: string }[]) => {
      editor.asked();
      return Promise.resolve(rows.find(({ label }) => editor.picks.includes(label)));
    },
  },
}));

vi.mock('vscode', () => editor);

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { toolRuleCommands, toolSetCommands } =
  await import('../../../../src/ui/toolSets/toolCommands.editor');
const { shortenDescription } =
  await import('../../../../src/ui/toolSets/shortenDescription.editor');

const text = '{ "servers": { "till": { "command": "till" } } }';
const { source } = userFile(text);
const own = parseConfig(text, { ...source, level: levels.user }).definitions;
const ofFolder = shopFile(text).parsed.definitions;

/** A window with a server of the person's own, and one of the workspace with its name. */
function openWindow(definitions = [...ofFolder, ...own]) {
  const settings = (key: string) =>
    signal<LayeredSetting>({ user: editor.user[key], workspace: undefined, folders: new Map() });
  const [servers, toolRules] = [settings('servers'), settings('toolRules')];
  editor.changed = () => {
    servers.value = { ...servers.peek(), user: editor.user['servers'] };
    toolRules.value = { ...toolRules.peek(), user: editor.user['toolRules'] };
  };
  const sets = signal<ToolSetSettings>({ sets: new Map(), usual: undefined });
  const activeRules = new ActiveRules(toolRules, new MemoryKeyValueStore());
  const configured = () =>
    configuredServers(definitions, {
      owner: 'roundhouse',
      setting: servers.value,
      remote: false,
    });
  const policies = () =>
    Array.from(configured(), ([id, { definition, isNamesake }]) => {
      return [id, { rules: activeRules.of(definition, isNamesake, configured()) }] as const;
    });
  const workspace = {
    activeRules,
    toolSelection: new ToolSelection(sets, new MemoryKeyValueStore()),
    entries: { peek: () => serverEntries(configured(), new Map(), true) },
    policies: { peek: () => new Map(policies()) },
    catalogs: new Map([['folder:shop/till', { tools: [{ name: 'refund', inputSchema: {} }] }]]),
  };
  const extensionContext = { globalStorageUri: { fsPath: '/data/User/globalStorage/extension' } };
  return { extensionContext, workspace, settings: { servers } } as unknown as WindowContext;
}

beforeEach(() => {
  editor.user = {};
  editor.asked = () => {};
  editor.writable = Promise.resolve();
  editor.shown.length = 0;
});

const settingOfNamesake = (key: string) => ({ code: 'settingOfNamesake', args: { key } });

test('the hints of a server of the workspace are not trusted in place of those of your own of its name', async () => {
  const window = openWindow();
  const { trustHints } = toolRuleCommands(window);
  await expect(trustHints({ server: 'folder:shop/till' })).rejects.toMatchObject(
    settingOfNamesake('trustHints'),
  );
  expect(editor.user).toEqual({});
  await trustHints({ server: 'user/till' });
  expect(editor.user['servers']).toEqual({ till: { trustHints: true } });
  expect(editor.shown).toEqual([expect.stringContaining('what till says of its tools')]);
});

test('the hints of a server of the workspace are not trusted for those of its name in others', async () => {
  const { trustHints, distrustHints } = toolRuleCommands(openWindow([...ofFolder]));
  const server = 'folder:shop/till';
  await expect(trustHints({ server })).rejects.toMatchObject({ code: 'hintsOfWorkspace' });
  expect(editor.user).toEqual({});
  editor.user = { servers: { till: { trustHints: true } } };
  editor.changed();
  await distrustHints({ server });
  expect(editor.user['servers']).toBeUndefined();
});

test('a tool of a server of the workspace is not described in place of that of your own of its name', async () => {
  const target = { server: 'folder:shop/till', item: 'refund' };
  const shortened = shortenDescription(openWindow(), {} as never, target);
  await expect(shortened).rejects.toMatchObject(settingOfNamesake('descriptions'));
});

test.each([
  [{ 'till/refund': 'deny' }, 'The rule "till/refund" (in your settings) still counts.'],
  [{ '*/re*': 'ask' }, 'The rule "*/re*" (in your settings) still counts.'],
  [{}, undefined],
])('taking back your word of a tool tells which rule still counts', async (others, told) => {
  editor.user = { toolRules: { 'user/till/refund': 'deny', ...others } };
  editor.picks = ['No Rule of Mine'];
  const target = { server: 'user/till', item: 'refund' };
  await toolRuleCommands(openWindow()).setToolRule(target);
  expect(editor.user['toolRules']).toEqual(others);
  expect(editor.shown).toEqual(told === undefined ? [] : [told]);
});

test('a decision counts until the rule that takes its place is written, and stays where it cannot be', async () => {
  const target = { server: 'user/till', item: 'refund' };
  const window = openWindow();
  const { setToolRule } = toolRuleCommands(window);
  const counts = () => {
    const rules = window.workspace.policies.peek().get(target.server)?.rules;
    return rules && ruleFor(rules, target.item);
  };
  await window.workspace.activeRules.decide(target.server, target.item, 'deny', 'workspace');
  editor.picks = ['$(check) Deny in Chat', 'Always'];
  let refuse = (_error: Error): void => {};
  editor.writable = new Promise((_, reject) => (refuse = reject));
  const set = setToolRule(target);
  const refused = expect(set).rejects.toMatchObject({ code: 'settingsNotWritten' });
  await new Promise(setImmediate);
  expect(counts()).toMatchObject({ effect: 'deny', layer: 'choice' });
  refuse(new Error('read only'));
  await refused;
  expect(counts()).toMatchObject({ effect: 'deny', layer: 'choice' });
  editor.writable = Promise.resolve();
  await setToolRule(target);
  expect(counts()).toMatchObject({ effect: 'deny', layer: 'user' });
});

test('a set that is written while you choose where to keep another one stays', async () => {
  editor.user = { toolSets: { old: ['till/*'] } };
  editor.picks = ['My User Settings'];
  editor.asked = () => {
    editor.user = { toolSets: { old: ['till/*'], meanwhile: ['*'] } };
  };
  await toolSetCommands(openWindow()).saveToolSet();
  expect(editor.user['toolSets']).toEqual({ old: ['till/*'], meanwhile: ['*'], mine: ['*'] });
});
