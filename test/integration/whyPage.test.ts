import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { fakeEntry, runUnasked, until, writeServers } from './workspaceFile';

const secret = 'wXq81LmZ0pT4kR7v';

/** The text of the page that the command shows for a server of the folder's file. */
async function pageOf(command: string, name: string): Promise<string> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  await vscode.commands.executeCommand(`roundhouse.${command}`, `folder:${folder?.name}/${name}`);
  const { document } = vscode.window.activeTextEditor ?? {};
  assert.equal(document?.uri.scheme, 'roundhouse-why');
  assert.equal(document?.languageId, 'markdown');
  return document?.getText() ?? '';
}

describe('the page that explains a server', () => {
  before(async () => {
    await runUnasked();
    writeServers({
      good: fakeEntry({}),
      none: { command: 'no-such-command', args: ['--token', secret] },
    });
  });

  after(async () => {
    writeServers({});
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('tells what runs, and why something does not, with where it was looked for', async () => {
    const good = await until(async () => {
      const text = await pageOf('whyNotRunning', 'good');
      assert.match(text, /^# good is running\n\nIt runs: /);
      return text;
    });
    assert.match(good, /- Found: .*node\n/);
    const none = await until(async () => {
      const text = await pageOf('whyNotRunning', 'none');
      assert.match(text, /^# Why is none not running\?\n\nFailed\. The command/);
      return text;
    });
    assert.match(none, /- Entry: \[\.vscode\/mcp\.json:\d+\]\(file:\/\/.*#L\d+\)\n/);
    assert.match(none, /- Command: no-such-command --token •••\n- Found: no\n- Looked for in: \//);
    assert.doesNotMatch(none, new RegExp(secret));
  });

  it('follows the server while it is open', async () => {
    await pageOf('whyNotRunning', 'good');
    const document = vscode.window.activeTextEditor?.document;
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    await vscode.commands.executeCommand('roundhouse.stopServer', `folder:${folder?.name}/good`);
    await until(() => assert.match(document?.getText() ?? '', /It is stopped, and nothing keeps/));
  });

  it('has what a closer look found: it starts what does not run', async () => {
    const good = await pageOf('diagnoseServer', 'good');
    await until(async () => {
      const text = vscode.window.activeTextEditor?.document.getText() ?? good;
      assert.match(text, /## Checks\n\nLooked at .*\n\n- ok · Entry: /);
      assert.match(text, /- ok · Runtime: Node\.js answers: v\d+/);
      assert.match(text, /- ok · Start: .* is up with \d+ tools?\. Its steps: /);
    });
    const none = await pageOf('diagnoseServer', 'none');
    await until(() => {
      const text = vscode.window.activeTextEditor?.document.getText() ?? none;
      assert.match(text, /- FAIL · Command: The command "no-such-command" was not found/);
    });
    assert.doesNotMatch(none, new RegExp(secret));
  });
});
