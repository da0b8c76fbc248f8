import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ourExtension } from './workspaceFile';

describe('the extension', () => {
  it('is there and becomes active by itself', async () => {
    const extension = ourExtension();
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('opens on the prepared folder', () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.equal(folder?.name, 'workspace');
  });

  it('marks how long its activation took', () => {
    const [start] = performance.getEntriesByName('roundhouse:activate:start');
    const [end] = performance.getEntriesByName('roundhouse:activate:end');
    assert.ok(start && end, 'a mark is missing');
    assert.ok(end.startTime >= start.startTime);
  });

  it('has every command of its manifest registered', async () => {
    const manifest = ourExtension().packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const declared = manifest.contributes.commands.map(({ command }) => command);
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.ok(declared.length > 0);
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });
});
