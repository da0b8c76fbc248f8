import * as assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { signal } from '@preact/signals-core';
import type { ConfigSource } from '../../src/config/definition';
import { launchDraft } from '../../src/config/paste/draft';
import {
  placeServers,
  type ImportContext,
  previewAndWrite,
} from '../../src/ui/importing/placeServers.editor';
import { configUri, ourExtension, until, writeServers, writeAndShow } from './workspaceFile';

const till = { name: 'till', value: { command: 'till' }, overwrite: false };
const edit = { entries: [till], inputs: [] };
/** Values that were stored for inputs. */
const stored: string[][] = [];
const window = {
  extensionContext: { globalStorageUri: vscode.Uri.file('/') },
  workspace: { entries: signal(new Map()) },
  config: { sources: [] },
  settings: { servers: signal({ user: undefined, workspace: undefined, folders: new Map() }) },
  inputs: {
    set: (...value: string[]) => Promise.resolve(void stored.push(value)),
    forget: () => Promise.resolve(),
  },
} as unknown as ImportContext;

function source(file: string): ConfigSource {
  return { id: 'folder:x', file, dialect: 'vscode', level: 0, readByEditor: true };
}

/** The diff that shows what will be written. */
function preview(): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.find(
    ({ input }) =>
      input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'roundhouse-preview',
  );
}

/** Chooses what is highlighted in the list, once there is one, until what it leads to is there. */
async function choose(led: () => boolean | Promise<boolean>): Promise<void> {
  await until(async () => {
    if (await led()) return;
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.ok(await led(), `nothing came of the choice; ${await inWindow()}`);
  });
}

/** What tells a list that nobody answered from a change that failed. */
async function inWindow(): Promise<string> {
  const file = await document();
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const labels = tabs.map(({ label, isActive }) => (isActive ? `[${label}]` : label));
  return `tabs ${labels.join(', ')}; ${file.isDirty ? 'unsaved' : 'saved'}: ${file.getText()}`;
}

async function document(): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(configUri());
}

describe('a change of a configuration file', () => {
  before(async () => {
    await ourExtension().activate();
  });

  beforeEach(async () => {
    const text = '{\n  // the shop\n  "servers": {}\n}\n';
    await writeAndShow(text);
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    // Unsaved text would outlive the file that is written next.
    const file = await document();
    await until(async () => {
      await vscode.window.showTextDocument(file);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      assert.equal(file.isDirty, false);
    });
    writeServers({});
  });

  it('is shown, written with unsaved text kept, and taken back by Undo', async () => {
    const file = await document();
    const typed = new vscode.WorkspaceEdit();
    typed.insert(file.uri, new vscode.Position(0, 1), ' // typed');
    await vscode.workspace.applyEdit(typed);

    let answer: boolean | undefined;
    const asked = previewAndWrite(window, source(file.uri.fsPath), edit).then(
      (written) => (answer = written),
    );
    const shown = await until(() => preview() ?? assert.fail('no preview'));
    const { input } = shown;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const coming = await vscode.workspace.openTextDocument(input.modified);
    assert.match(coming.getText(), /\/\/ typed[^]*the shop[^]*"till"/);
    assert.doesNotMatch(file.getText(), /till/);

    await choose(() => answer !== undefined);
    await asked;
    assert.equal(answer, true);
    assert.equal(readFileSync(file.uri.fsPath, 'utf8'), coming.getText());
    assert.equal(preview(), undefined);
    const { activeTextEditor } = vscode.window;
    assert.equal(activeTextEditor?.document, file);
    assert.match(file.lineAt(activeTextEditor?.selection.start ?? 0).text, /"till"/);

    await vscode.commands.executeCommand('undo');
    assert.doesNotMatch(file.getText(), /till/);
    assert.match(file.getText(), /\/\/ typed/);
  });

  it('that nobody wants changes nothing', async () => {
    const before = readFileSync(configUri().fsPath, 'utf8');
    const asked = previewAndWrite(window, source(configUri().fsPath), edit);
    await until(() => preview() ?? assert.fail('no preview'));
    await until(async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      assert.equal(preview(), undefined);
    });
    assert.equal(await asked, false);
    assert.equal(readFileSync(configUri().fsPath, 'utf8'), before);
  });

  it('can be the whole of a file and its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'place-'));
    const file = join(folder, '.vscode', 'mcp.json');
    try {
      let answer: boolean | undefined;
      const asked = previewAndWrite(window, source(file), edit).then(
        (written) => (answer = written),
      );
      await until(() => preview() ?? assert.fail('no preview'));
      assert.equal(existsSync(file), false);
      await choose(() => answer !== undefined);
      await asked;
      const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: unknown };
      assert.deepEqual(servers, { till: till.value });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('servers on their way', () => {
  before(async () => {
    await ourExtension().activate();
  });

  afterEach(() => {
    writeServers({});
  });

  it('from a file are put on the clipboard in the way of a host', async () => {
    const entry = { command: 'till', env: { TOKEN: '${env:TILL_TOKEN}' } };
    writeServers({ till: entry });
    const held = async (): Promise<string> => vscode.env.clipboard.readText();
    await until(async () => {
      await vscode.commands.executeCommand('roundhouse.copyReport');
      assert.match(await held(), /till/);
    });
    await vscode.env.clipboard.writeText('');
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    void vscode.commands.executeCommand('roundhouse.exportServers', `folder:${folder?.name}/till`);
    await choose(async () => (await held()) !== '');
    assert.deepEqual(JSON.parse(await held()), { servers: { till: { type: 'stdio', ...entry } } });
  });

  it('leave their secrets to the secret store', async () => {
    const other = '{ "servers": { "till": { "command": "other" } } }';
    await writeAndShow(other);
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const env = { GITHUB_TOKEN: token };
    const found = launchDraft({ type: 'stdio', command: 'till', args: [], env }, 'till');
    const file = configUri().fsPath;
    // The plan, the taken name (overwrite), the values, the preview.
    let ended: unknown;
    placeServers(window, source(file), [found], 'open').then(
      (placed) => (ended = placed),
      (error: unknown) => (ended = error),
    );
    await choose(() => stored.length > 0 || ended !== undefined);

    assert.deepEqual(
      stored,
      [[file, 'till-github-token', token]],
      `it ended with ${String(ended)}`,
    );
    const text = readFileSync(file, 'utf8');
    assert.equal(text.includes(token), false);
    const { servers, inputs } = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(servers, {
      till: { type: 'stdio', command: 'till', env: { GITHUB_TOKEN: '${input:till-github-token}' } },
    });
    assert.deepEqual(inputs, [
      {
        type: 'promptString',
        id: 'till-github-token',
        description: 'GITHUB_TOKEN (till)',
        password: true,
      },
    ]);
  });
});
