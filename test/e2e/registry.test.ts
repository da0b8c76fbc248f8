import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { InstallDialogs } from '../support/editor/installDialogs';
import { notificationIn } from '../support/editor/notifications';
import { screenshot } from '../support/editor/screenshot';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { startFakeHttpServer, type FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newPidFile, readPids } from '../support/fakeServer/processes';
import {
  entryOf,
  localEntry,
  remoteEntry,
  smallCatalogue,
  type CatalogueEntry,
} from '../support/registryCatalogue';
import { startRegistry, type RegistryServer } from '../support/registryServer';

// A person finds servers in a registry and installs them.

const secret = { isRequired: true, isSecret: true };
const gauge = {
  type: 'named',
  name: '--gauge',
  description: 'Width of the track',
  valueHint: 'millimetres',
  isRequired: true,
};
const { command: node, args } = fakeStdio();
const pids = newPidFile();
// A registry names a program alone; where it is, the machine knows.
const engine = {
  ...fakeStdio({ pidFile: pids, tools: ['whistle', 'brake'] }),
  command: 'node',
};
const before = `{
  // The yard
  "servers": {
      "turntable": { "command": ${JSON.stringify(node)}, "args": ${JSON.stringify(args)} }, // it turns
      /* the shed comes here */
  }, // and the end
}
`;
const withShunter = before
  .replace(
    '      /* the shed',
    `      "shunter": {
        "type": "stdio",
        "command": ${JSON.stringify(engine.command)},
        "args": [
          ${[...engine.args, '--gauge', '1435'].map((word) => JSON.stringify(word)).join(',\n          ')}
        ],
        "env": {
          "ENGINE_KEY": "\${input:shunter-ENGINE_KEY}"
        }
      },
      /* the shed`,
  )
  .replace(
    '// and the end',
    `// and the end
  "inputs": [
    {
      "type": "promptString",
      "id": "shunter-ENGINE_KEY",
      "description": "Key of the engine",
      "password": true
    }
  ],`,
  );
const entries: CatalogueEntry[] = [];
let file: string;
let mcp: FakeHttpServer;
let registry: RegistryServer;

const editor = editorForFile(async () => {
  const folder = workspaceFolder({});
  file = join(folder.path, '.vscode', 'mcp.json');
  writeFileSync(file, before);
  mcp = await startFakeHttpServer({ unauthorized: 401, tools: ['signal'] });
  const local = localEntry('com.example.yard/engine', engine.command, engine.args, {
    packageArguments: [gauge],
    environmentVariables: [{ name: 'ENGINE_KEY', description: 'Key of the engine', ...secret }],
  });
  const remote = remoteEntry('com.example.yard/signals', mcp.url, {
    headers: [{ name: 'Authorization', value: 'Bearer {token}', ...secret }],
  });
  entries.push(local, remote, ...smallCatalogue());
  registry = await startRegistry({ entries, pageSize: 4 });
  return {
    folder,
    running: ['turntable'],
    settings: { 'roundhouse.registry': registry.url },
    after: [registry, mcp],
  };
});
const { tree, quick } = editor;
const dialogs = new InstallDialogs(editor);

const notification = () => notificationIn(editor.page);
const press = (key: string) => editor.page.keyboard.press(key);

test('a program of the registry is found, asked for, previewed, written and started', async () => {
  await dialogs.open();
  await quick.row('Shop Till').waitFor();
  await screenshot(editor.page, 'registry-pick');
  expect(await quick.row('yard/engine').innerText()).toMatch(
    /1\.0\.0\s+Runs a program of this machine — npm/,
  );
  expect(await quick.row('Shop Till').innerText()).toMatch(/Reads the till of a shop — npm, HTTP/);
  await dialogs.leave();

  await dialogs.search('engine', 'com.example.yard/engine');
  expect(registry.requests.at(-1)).toContain('search=engine');
  await press('Enter');
  await quick.asks(/Width of the track/);
  await screenshot(editor.page, 'registry-value');
  await quick.answer('1435');
  await dialogs.answerWhere();
  expect(await quick.box.inputValue()).toBe('engine');
  await quick.answer('shunter');
  await dialogs.modal.getByText('is not installed by itself').waitFor();
  await screenshot(editor.page, 'registry-note');
  await dialogs.modal.getByRole('button', { name: 'Continue' }).click();
  await dialogs.preview.getByText('"shunter"').first().waitFor();
  await quick.row('Write to .vscode/mcp.json').waitFor();
  await screenshot(editor.page, 'registry-preview');
  expect(readFileSync(file, 'utf8')).toBe(before);
  await quick.choose('Write to .vscode/mcp.json');

  await notification().getByText('1 server was written to .vscode/mcp.json.').waitFor();
  await dialogs.preview.waitFor({ state: 'hidden' });
  expect(readFileSync(file, 'utf8')).toBe(withShunter);
});

test('what was written starts by the button, which asks for the secret', async () => {
  await tree.row('shunterblocked').waitFor();
  await screenshot(editor.page, 'registry-written');
  await notification().getByRole('button', { name: 'Start Server' }).click();
  await quick.asks(/Key of the engine/);
  await screenshot(editor.page, 'registry-secret');
  expect(await quick.box.getAttribute('type')).toBe('password');
  await quick.answer('key-of-brass');
  const row = tree.row('shunterrunning · 2 tools');
  await row.waitFor();
  await tree.expand(row);
  await tree.row('whistle').waitFor();
  await tree.row('brake').waitFor();
  await screenshot(editor.page, 'registry-running');

  const environment = readFileSync(`/proc/${readPids(pids).pid}/environ`, 'utf8').split('\0');
  expect(environment).toContain('ENGINE_KEY=key-of-brass');
  expect(readFileSync(file, 'utf8')).toBe(withShunter);
});

test('a server at an address is installed the same way, its secret header asked for at the start', async () => {
  await dialogs.search('signals', 'com.example.yard/signals');
  await press('Enter');
  await dialogs.answerWhere();
  await quick.answer('signals');
  await dialogs.preview.getByText('"signals"').first().waitFor();
  await quick.choose('Write to .vscode/mcp.json');
  await tree.row('signalsblocked').waitFor();
  expect(mcp.requests).toEqual([]);
  await notification().getByRole('button', { name: 'Start Server' }).click();
  await quick.asks(/token/);
  await quick.answer('good');
  await tree.row('signalsrunning · 1 tool').waitFor();

  const text = readFileSync(file, 'utf8');
  expect(text).toContain('"Authorization": "Bearer ${input:signals-token}"');
  for (const comment of before.match(/\/\/.*|\/\*.*\*\//g) ?? []) expect(text).toContain(comment);
});

test('the next page goes to the end of the list, whatever was typed, and is what Enter takes next', async () => {
  // Every name has these letters, and so has the line that loads more.
  await dialogs.search('e', 'engine', 'signals', 'Shop Till', 'weather-mcp', 'Load More');
  // The list is the same before.
  await expect.poll(() => registry.requests.at(-1)).toContain('search=e');
  await expect.poll(() => quick.rows.last().innerText()).toContain('Load More');
  await quick.row('Load More').click();
  await quick.row('com.example.bundle/editor').waitFor();
  await screenshot(editor.page, 'registry-pages');

  const rows = await quick.rows.allInnerTexts();
  const names = ['yard/engine', 'yard/signals', 'Shop Till', 'weather-mcp', 'files/files'];
  const all = [...names, 'weather/old-weather', 'bundle/editor'];
  expect(rows).toEqual(all.map((name) => expect.stringContaining(name) as string));
  expect(registry.requests.at(-1)).toContain('cursor=com.example.weather%2Fweather-mcp');
  await quick.focused.filter({ hasText: 'files/files' }).waitFor();
  expect(await quick.row('yard/signals').locator('.codicon-check').count()).toBe(1);
  await dialogs.leave();
});

test('what cannot be installed says why', async () => {
  await dialogs.search('bundle', 'com.example.bundle/editor');
  await press('Enter');
  await dialogs.modal.getByText('com.example.bundle/editor cannot be installed here').waitFor();
  await dialogs.modal.getByText('It is an MCP bundle').waitFor();
  await screenshot(editor.page, 'registry-bundle');
  await dialogs.leave();
});

test('whoever does not go on after a note leaves the files as they are', async () => {
  const text = readFileSync(file, 'utf8');
  await dialogs.search('engine', 'com.example.yard/engine');
  await press('Enter');
  await quick.asks(/Width of the track/);
  await quick.answer('1000');
  await dialogs.answerWhere();
  await quick.answer('shunter');
  // The name is taken, and the box stays.
  await quick.asks('The file already has a server of this name.');
  await quick.answer('tender');
  await dialogs.modal.getByText('is not installed by itself').waitFor();
  await dialogs.leave();
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('Escape at each step leaves the files as they are', async () => {
  const text = readFileSync(file, 'utf8');
  const steps: readonly (() => Promise<void>)[] = [
    async () => {
      await dialogs.search('till', 'Shop Till');
    },
    async () => {
      await press('Enter');
      await quick.asks(/How should Shop Till be run/);
    },
    async () => {
      await press('Enter');
      await quick.asks(/What else should be set/);
    },
    async () => {
      await press('Enter');
      await quick.asks(/Where the books lie/);
    },
    async () => {
      await quick.answer('/books');
      await quick.asks('Where is it written?');
    },
    async () => {
      await quick.choose('.vscode/mcp.json');
      await quick.asks(/The name of the server/);
    },
    async () => {
      await press('Enter');
      await dialogs.preview.getByText('"till"').first().waitFor();
      await quick.row('Write to .vscode/mcp.json').waitFor();
    },
  ];
  for (const [last] of steps.entries()) {
    for (const step of steps.slice(0, last + 1)) await step();
    await dialogs.leave();
    expect(readFileSync(file, 'utf8')).toBe(text);
  }
  expect(readdirSync(join(editor.folder.path, '.vscode'))).toEqual(['mcp.json']);
  expect(await notification().count()).toBe(0);
});

test('the page of a server opens as its address is written', async () => {
  const { origin } = new URL(editor.page.url());
  const websiteUrl = `${origin}/healthz?to=${encodeURIComponent('https://x.y/?a=b&c')}`;
  const about = { description: 'Is only described', version: '1.0.0', websiteUrl };
  entries.push(entryOf({ name: 'com.example/book', ...about }));
  await dialogs.search('book', 'com.example/book');
  await press('Enter');
  const opened = editor.page.context().waitForEvent('page');
  await dialogs.modal.getByRole('button', { name: 'Open Website' }).click();
  const page = await opened;
  await page.waitForURL(/healthz/);
  expect(page.url()).toBe(websiteUrl);
  await page.close();
  await dialogs.leave();
});

test('a server of an earlier version is updated, and its entry stays as it is otherwise', async () => {
  const row =
    '"press": { "command": "npx", /* fetches */ "args": ["-y", /* pinned */ "printer@1.0.0"] },';
  const name = 'com.example/printer';
  const packages = [{ registryType: 'npm', identifier: 'printer', version: '1.2.0' }];
  entries.push(entryOf({ name, description: 'Prints', version: '1.2.0', packages }));
  writeFileSync(file, readFileSync(file, 'utf8').replace('"shunter"', `${row}\n      "shunter"`));
  await tree.row('press').waitFor();
  const text = readFileSync(file, 'utf8');

  await dialogs.search('printer', name);
  expect(await quick.row(name).innerText()).toContain('1.2.0 · installed: 1.0.0');
  await press('Enter');
  await quick.asks(/com\.example\/printer is installed in an earlier version/);
  await quick.row('Install It Once More').waitFor();
  await screenshot(editor.page, 'registry-update');
  await quick.choose('Update press from 1.0.0 to 1.2.0');
  await quick.choose('Write to .vscode/mcp.json');
  await notification().getByText('press is at version 1.2.0 now.').waitFor();
  expect(readFileSync(file, 'utf8')).toBe(text.replace('printer@1.0.0', 'printer@1.2.0'));
});
