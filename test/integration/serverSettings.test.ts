import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { fakeEntry, runUnasked, until, writeServers } from './workspaceFile';

const id = 'folder:workspace/till';

describe('the settings of single servers', () => {
  const file = newPidFile();
  const settings = (): vscode.WorkspaceConfiguration =>
    vscode.workspace.getConfiguration('roundhouse');
  const written = (): unknown => settings().inspect('servers')?.workspaceValue;

  before(async () => {
    await runUnasked();
    writeServers({ till: fakeEntry({ pidFile: file }) });
    await until(() => readPids(file));
  });

  after(async () => {
    await settings().update('servers', undefined, vscode.ConfigurationTarget.Workspace);
    writeServers({});
    await until(() => assert.equal(isRunning(readPids(file).pid), false));
  });

  it('disable a server by a command and enable it again', async () => {
    const { pid } = readPids(file);
    await vscode.commands.executeCommand('roundhouse.disableServer', id);
    await until(() => assert.equal(isRunning(pid), false));
    assert.deepEqual(written(), { till: { enabled: false } });

    await vscode.commands.executeCommand('roundhouse.enableServer', id);
    await until(() => assert.notEqual(readPids(file).pid, pid));
    assert.equal(written(), undefined);
  });
});
