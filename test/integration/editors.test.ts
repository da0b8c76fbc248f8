import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { configUri, fakeEntry, runUnasked, until, writeServers } from './workspaceFile';

describe('what stands in editors', () => {
  const pidFile = newPidFile();

  before(async () => {
    await runUnasked();
    const up = fakeEntry({ pidFile });
    writeServers({ up, down: { command: 'no-such-command' } });
    await until(() => readPids(pidFile));
  });

  after(async () => {
    writeServers({});
    const { pid } = readPids(pidFile);
    await until(() => assert.equal(isRunning(pid), false));
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });

  it('is a row of lenses over each entry, with its state', async () => {
    const document = await vscode.workspace.openTextDocument(configUri());
    const rows = await until(async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        configUri(),
        100,
      );
      const ours = lenses.filter(({ command }) => command?.command.startsWith('roundhouse.'));
      const found = rowsOf(ours, document);
      assert.match(found['"up"']?.[0] ?? '', /running$/);
      assert.match(found['"down"']?.[0] ?? '', /failed$/);
      return found;
    });

    assert.deepEqual(rows, {
      '"up"': ['$(pass-filled) Roundhouse: running', 'Stop', 'Restart', 'Show Log', '1 tool'],
      '"down"': ['$(error) Roundhouse: failed', 'Start', 'Show Log'],
    });
  });

  it('is the log channel of a server after Show Log', async () => {
    const isLog = ({ uri }: vscode.TextDocument) =>
      uri.scheme === 'output' && uri.path.includes('MCP Roundhouse up');
    assert.ok(!vscode.workspace.textDocuments.some(isLog));
    await vscode.commands.executeCommand('roundhouse.showLog', 'folder:workspace/up');
    await until(() => assert.ok(vscode.workspace.textDocuments.some(isLog)));
  });
});

/** The titles of the lenses by the first word of the line that they stand over. */
function rowsOf(lenses: vscode.CodeLens[], document: vscode.TextDocument) {
  const rows: Record<string, string[]> = {};
  for (const { range, command } of lenses) {
    const [key = ''] = document.lineAt(range.start.line).text.trim().split(':', 1);
    (rows[key] ??= []).push(command?.title ?? '');
  }
  return rows;
}
