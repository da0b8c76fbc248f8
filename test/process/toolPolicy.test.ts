import { afterEach, expect, test, vi } from 'vitest';
import { isForModels } from '../../src/config/settings/toolPolicy';
import { closeWorkspaces, configFile, openWorkspace, said } from '../support/openWorkspace';
import { fakeStdio } from '../support/fakeServer/fakeServer';

const { command, args } = fakeStdio({ tools: ['echo', 'add', 'log'] });
const id = 'folder:a/till';

afterEach(closeWorkspaces);

test('what a person switches and decides reaches the host, and restarts nothing', async () => {
  const { workspace, toolSettings, toolSetting, setting, launches } = openWorkspace(
    [configFile({ servers: { till: { command, args } } })],
    { agrees: true },
  );
  await workspace.start(id);
  const found = async (): Promise<string[]> => {
    const tools = await workspace.host.send('searchTools', { query: '', limit: 10 });
    return tools.map(({ tool }) => tool.name).toSorted();
  };
  await vi.waitFor(async () => expect(await found()).toEqual(['add', 'echo', 'log']));
  toolSettings.value = { sets: new Map([['few', ['till/e*', 'till/log']]]), usual: 'few' };
  await vi.waitFor(async () => expect(await found()).toEqual(['echo', 'log']));
  await workspace.toolSelection.toggle({ id, name: 'till' }, 'log', false);
  await vi.waitFor(async () => expect(await found()).toEqual(['echo']));
  await workspace.toolSelection.switchTo(undefined);
  await workspace.activeRules.decide(id, 'add', 'deny', 'session');
  await vi.waitFor(async () => expect(await found()).toEqual(['echo', 'log']));
  toolSetting.value = said({ workspace: { 'till/echo': 'deny' } });
  await vi.waitFor(async () => expect(await found()).toEqual(['log']));
  const policy = workspace.policies.value.get(id);
  expect(policy && ['echo', 'add', 'log'].map((tool) => isForModels(policy, tool))).toEqual([
    false,
    false,
    true,
  ]);
  setting.value = said({
    user: { till: { trustHints: true, descriptions: { log: 'Short' } } },
    workspace: { till: { descriptions: { log: 'Wrong' } } },
  });
  await vi.waitFor(async () =>
    expect(
      (await workspace.host.send('describeTool', { server: id, tool: 'log' })).tool.description,
    ).toBe('Short'),
  );
  expect(workspace.policies.value.get(id)?.trustsHints).toBe(true);
  setting.value = said({
    user: { till: { trustHints: true } },
    workspace: { till: { trustHints: false } },
  });
  expect(workspace.policies.value.get(id)?.trustsHints).toBe(false);
  expect(launches()).toBe(1);
});
