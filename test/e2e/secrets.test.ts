import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { CodeEditor } from '../support/editor/codeEditor';
import { editorForFile } from '../support/editor/fileEditor';
import { notificationIn } from '../support/editor/notifications';
import { runCommand } from '../support/editor/runCommand';
import { screenshot } from '../support/editor/screenshot';
import { WebviewPage } from '../support/editor/serverPage';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { startFakeHttpServer, type FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio, type FakeStdioOptions } from '../support/fakeServer/fakeServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';
import { SecretSearch } from '../support/secretSearch';

// Secrets that leave mcp.json for the secret store, and what is left of them anywhere else.

const secrets = {
  lamp: 'Lamp"9f+4c=2e&b7-wick',
  boiler: 'bo1ler-5f7a9c3e1d8b2460',
  signal: 'sEmaph0re.7d5b3f91.a8c6e4',
  tender: 'c0al-e3a1b5d7f9024c68',
};
const search = new SecretSearch(Object.values(secrets));
const journals = { lamp: newJournal(), boiler: newJournal() };
const json = (value: unknown): string => JSON.stringify(value);
let file: string;
let signal: FakeHttpServer;
let tender: FakeHttpServer;

const editor = editorForFile(async () => {
  signal = await startFakeHttpServer();
  tender = await startFakeHttpServer({ quoting: 400 });
  const folder = workspaceFolder({});
  file = join(folder.path, '.vscode', 'mcp.json');
  writeFileSync(file, written(secrets));
  const close = () => {
    for (const journal of Object.values(journals)) rmSync(dirname(journal), { recursive: true });
  };
  return {
    folder,
    running: ['lamp', 'signal'],
    // Every save counts, also those within seconds.
    settings: { 'workbench.localHistory.mergeWindow': 0 },
    after: [signal, tender, { close }],
  };
});
const { tree, chat, quick } = editor;

beforeAll(() => editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']));

/** The file as a person wrote it, with these in the places of the secrets. */
function written(values: Readonly<Record<keyof typeof secrets, string>>, inputs = ''): string {
  const program = (options: FakeStdioOptions): string =>
    fakeStdio(options).args.map(json).join(', ');
  const lamp = program({ credential: 'LAMP_TOKEN', credentialFile: journals.lamp });
  const boiler = program({
    credential: '--api-key',
    credentialFile: journals.boiler,
    failing: ['initialize'],
  });
  return `// What stands in the shed
{
  "servers": {
    "lamp": { // over the table
      "command": ${json(process.execPath)},
      "args": [${lamp}],
      "env": { "LAMP_TOKEN": ${json(values.lamp)} } /* from the office */
    },
    "boiler": {
      "command": ${json(process.execPath)},
      "args": [${boiler}, ${json(`--api-key=${values.boiler}`)}], // cold
    },
    "signal": {
      "url": ${json(signal.url)},
      "headers": { "Authorization": ${json(`Bearer ${values.signal}`)} } // at the gate
    },
    // Behind the engine
    "tender": { "url": ${json(`${tender.url}?api_key=${values.tender}`)} }
  }${inputs}
}
`;
}

test('servers that fail quote secrets of the file, and the tree masks them', async () => {
  await tree.row(/^boilerfailed.*Not accepted: •••/).waitFor({ timeout: 60_000 });
  await tree.row(/^tenderfailed/).waitFor({ timeout: 60_000 });
  expect(search.inText((await tree.rows()).join('\n'))).toEqual([]);
});

test('the light bulb moves one secret, and nothing else changes in the file', async () => {
  const text = new CodeEditor(editor, file);
  await text.open();
  await text.area.locator('.squiggly-warning').first().waitFor();
  await text.goTo('Lamp\\"9f', 2);
  await text.takeFix('Move the value to the secret store', 'secrets-fix');
  const message = notificationIn(editor.page, 'Moved 1 value');
  await message.waitFor();
  await screenshot(editor.page, 'secrets-moved');

  expect(await message.innerText()).toContain('local history');
  expect(readFileSync(file, 'utf8')).toBe(
    written({ ...secrets, lamp: '${input:lamp-token}' }, inputs('lamp-token:LAMP_TOKEN (lamp)')),
  );
});

test('the command moves the others', async () => {
  const { page } = editor;
  await runCommand(page, 'MCP Roundhouse: Move Secrets to the Secret Store…');
  await quick.row('Authorization of signal').waitFor();
  await screenshot(page, 'secrets-pick');
  expect(await quick.rows.count()).toBe(3);
  await page.keyboard.press('Enter');
  await notificationIn(page, 'Moved 3 values').waitFor();

  expect(readFileSync(file, 'utf8')).toBe(
    written(
      {
        lamp: '${input:lamp-token}',
        boiler: '${input:boiler-api-key}',
        signal: '${input:signal-authorization}',
        tender: '${input:tender-api-key}',
      },
      inputs(
        'lamp-token:LAMP_TOKEN (lamp)',
        'boiler-api-key:api-key (boiler)',
        'signal-authorization:Authorization (signal)',
        'tender-api-key:api_key (tender)',
      ),
    ),
  );
});

test('the servers get the same values from the store, unasked', async () => {
  const { page } = editor;
  const starts = readJournal(journals.lamp).length;
  // What ran goes on: other words, the same launch.
  expect(readJournal(journals.lamp)).toEqual([json(secrets.lamp)]);
  const calls = { signal: signal.callers.length, tender: tender.callers.length };
  const boilerStarts = readJournal(journals.boiler).length;
  await runCommand(page, 'MCP Roundhouse: Stop All Servers');
  await tree.row('lampstopped').waitFor();
  await tree.row('signalstopped').waitFor();
  await runCommand(page, 'MCP Roundhouse: Start All Servers');
  await tree.row('lamprunning').waitFor();
  await tree.row('signalrunning').waitFor();
  await tree.row(/^boilerfailed.*Not accepted: •••/).waitFor({ timeout: 60_000 });
  await tree.row(/^tenderfailed/).waitFor({ timeout: 60_000 });
  await screenshot(page, 'secrets-stored');

  expect(readJournal(journals.lamp).slice(starts)).toEqual([json(secrets.lamp)]);
  const boiler = readJournal(journals.boiler).slice(boilerStarts);
  expect(new Set(boiler)).toEqual(new Set([json(secrets.boiler)]));
  const signalled = signal.callers.slice(calls.signal).map(({ authorization }) => authorization);
  expect(new Set(signalled)).toEqual(new Set([`Bearer ${secrets.signal}`]));
  const tended = tender.callers.slice(calls.tender).map(({ url }) => url);
  expect(new Set(tended)).toEqual(new Set([`/mcp?api_key=${secrets.tender}`]));
});

test('they are found nowhere else', async () => {
  const { page } = editor;
  await chat.open();
  await chat.send('call echo {"text": "all aboard"}');
  await chat.allow();
  await chat.answerWith('Result: all aboard');
  const shown = [
    await editor.copiedReport(),
    await effectiveConfiguration(),
    (await tree.rows()).join('\n'),
    await shownLog('boiler'),
    await page.content(),
    JSON.stringify(editor.modelRequests()),
  ];
  expect(shown.map((text) => search.inText(text))).toEqual(shown.map(() => []));
  expect(shown[0]).toContain('boiler');
  expect(shown[1]).toContain('boiler');
  expect(editor.modelRequests().length).toBeGreaterThan(0);

  // What the browser keeps, where the secret store of this editor is: encrypted, all in one.
  const kept = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  expect(/"secrets\.provider","value":"[\w+/=]{300,}"/.test(kept)).toBe(true);
  expect(search.inText(kept)).toEqual([]);

  // The one place that the message names: earlier saves of the editor.
  const history = join(editor.home, 'data', 'User', 'History');
  const isHistory = (line: string): boolean => line.startsWith(history);
  const files = search.inFolder(editor.home);
  expect(files.filter((line) => !isHistory(line))).toEqual([]);
  expect(search.inFolder(editor.folder.path)).toEqual([]);
  expect(files.filter(isHistory).some((line) => line.endsWith(secrets.signal))).toBe(true);
  expect(files.filter((line) => line.endsWith(secrets.lamp))).toEqual([]);
  expect(masked('lamp')).toContain('credential: •••');
});

async function effectiveConfiguration(): Promise<string> {
  const { page } = editor;
  await runCommand(page, 'MCP Roundhouse: Show Effective Configuration');
  const overview = new WebviewPage(editor);
  await overview.body.getByRole('heading', { level: 3 }).first().waitFor();
  return overview.body.innerText();
}

async function shownLog(server: string): Promise<string> {
  const { page } = editor;
  await runCommand(page, 'MCP Roundhouse: Show Log');
  await quick.row(server).click();
  const lines = page.locator('.output-view .view-lines');
  await lines.getByText('credential: •••').first().waitFor();
  return lines.innerText();
}

/** What the editor keeps on disk of a server's log. */
function masked(server: string): string {
  const logs = join(editor.home, 'data', 'logs');
  const names = readdirSync(logs, { recursive: true, encoding: 'utf8' });
  const name = names.find((name) => name.includes(`MCP Roundhouse ${server}`));
  return name === undefined ? '' : readFileSync(join(logs, name), 'utf8');
}

function inputs(...declared: readonly string[]): string {
  const lines = declared.map((one) => {
    const [id = '', description = ''] = one.split(':');
    return `    {
      "type": "promptString",
      "id": ${JSON.stringify(id)},
      "description": ${JSON.stringify(description)},
      "password": true
    }`;
  });
  return `,\n  "inputs": [\n${lines.join(',\n')}\n  ]`;
}

test('the search finds a secret in every way of writing', () => {
  const planted = join(editor.home, 'data', 'planted');
  mkdirSync(planted);
  const { lamp } = secrets;
  const ways = [
    lamp,
    JSON.stringify(JSON.stringify({ lamp })),
    `https://x.test/?lamp=${encodeURIComponent(lamp)}`,
    Buffer.from(`user:${lamp}`).toString('base64'),
  ];
  ways.forEach((way, index) => writeFileSync(join(planted, `${index}.log`), way));
  expect(search.inFolder(planted)).toHaveLength(ways.length);
});
