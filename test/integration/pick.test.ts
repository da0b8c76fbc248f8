import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { pickMany } from '../../src/ui/window/pick.editor';

const rows = [
  { label: 'till', picked: true, value: 'till' },
  { label: 'stock', value: 'stock' },
  { label: 'bank', picked: true, value: 'bank' },
];

describe('a list to choose several of', () => {
  it('is complete when it appears, so that Enter at once takes what is ticked', async () => {
    const asked = pickMany('Which?', rows);
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.deepEqual(await asked, ['till', 'bank']);
  });

  it('that is closed is canceled', async () => {
    const asked = pickMany('Which?', rows);
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await asked, undefined);
  });
});
