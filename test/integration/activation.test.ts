import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension', () => {
  it('is there and becomes active by itself', async () => {
    const extension = vscode.extensions.getExtension('mcp-roundhouse.mcp-roundhouse');
    assert.ok(extension, 'mcp-roundhouse.mcp-roundhouse is not installed');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });

  it('opens on the prepared folder', () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.equal(folder?.name, 'workspace');
  });
});
