import * as assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../src/base/errors';
import { applyToFile, openIfThere } from '../../src/ui/editing/applyToFile.editor';
import { configUri, ourExtension, until, writeServers, writeText } from './workspaceFile';

const till = '    // at the exit\n    "till": { "command": "till" }\n';
const oursUri = (): vscode.Uri => vscode.Uri.joinPath(configUri(), '..', 'roundhouse.json');
const theirs = (): string => readFileSync(configUri().fsPath, 'utf8');
const ours = (): string => readFileSync(oursUri().fsPath, 'utf8');

/** Moves the entry as soon as its server is known under this id. */
async function move(command: string, server: string, moved: () => boolean): Promise<void> {
  await until(async () => {
    if (!moved()) await vscode.commands.executeCommand(command, server);
    assert.ok(moved(), `${server} was not moved`);
  });
}

describe('moving an entry between the files', () => {
  before(async () => {
    await ourExtension().activate();
  });

  afterEach(async () => {
    rmSync(oursUri().fsPath, { force: true });
    writeServers({});
    await until(async () => {
      const document = await vscode.workspace.openTextDocument(configUri());
      assert.ok(!document.getText().includes('till'));
    });
  });

  it('saves both of them, there and back', async () => {
    writeText(`{\n  "servers": {\n${till}  }\n}\n`);
    await move('roundhouse.adoptServer', 'folder:workspace/till', () =>
      existsSync(oursUri().fsPath),
    );
    await until(() => assert.ok(!theirs().includes('till')));
    assert.ok(ours().includes(till));
    await move('roundhouse.releaseServer', 'roundhouse:workspace/till', () =>
      theirs().includes(till),
    );
    await until(() => assert.ok(!ours().includes('till')));
    for (const uri of [configUri(), oursUri()]) {
      assert.equal((await openIfThere(uri))?.isDirty, false);
    }
  });

  it('is refused where a file cannot be made', async () => {
    writeText('{}');
    const uri = vscode.Uri.file(join(configUri().fsPath, 'below-a-file.json'));
    const edits = [{ offset: 0, length: 0, content: '{}' }];
    await assert.rejects(
      applyToFile({ uri, document: undefined, edits }),
      (error) => error instanceof UserError && error.code === 'fileUnwritable',
    );
    assert.equal(await openIfThere(uri), undefined);
    assert.equal(theirs(), '{}');
  });
});
