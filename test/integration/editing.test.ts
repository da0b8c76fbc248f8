import * as assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { configUri, runUnasked, until, writeServers, writeAndShow } from './workspaceFile';

const text = `{
  // An engine shed
  "mcpServers": {
    "lamp": {
      "command": "no-such-lamp",
      "args": ["\${API_KEY}", "\${input:oil}"],
      "env": { "LAMP_TOKEN": "wick-0815" } // secret
    }
  },
  "inputs": [
    { "type": "promptString", "id": "oil" },
    { "type": "promptString", "id": "spare" }
  ]
}
`;

/** The text that the editor shows, which is the one that is saved too after each step. */
async function document(): Promise<vscode.TextDocument> {
  return vscode.workspace.openTextDocument(configUri());
}

async function rangeOf(part: string, from = 0): Promise<vscode.Range> {
  const shown = await document();
  const start = shown.getText().indexOf(part, from);
  assert.notEqual(start, -1, `${part} is not there`);
  return new vscode.Range(shown.positionAt(start), shown.positionAt(start + part.length));
}

function diagnostics(): readonly string[] {
  return vscode.languages
    .getDiagnostics(configUri())
    .filter(({ source }) => source === 'MCP Roundhouse')
    .map(
      ({ code, severity }) =>
        `${vscode.DiagnosticSeverity[severity]} ${typeof code === 'string' ? code : ''}`,
    );
}

/** Takes the way out with this title at a place, as a person does behind the light bulb. */
async function fix(title: string, at: string): Promise<void> {
  const range = await rangeOf(at);
  const action = await until(async () => {
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      configUri(),
      range,
    );
    const found = actions.find((one) => one.title === title);
    assert.ok(found, actions.map((one) => one.title).join(' | '));
    return found;
  });
  if (action.edit) assert.ok(await vscode.workspace.applyEdit(action.edit));
  if (action.command) {
    const { command, arguments: given = [] } = action.command;
    await vscode.commands.executeCommand(command, ...given);
  }
  await (await document()).save();
}

async function hints(): Promise<readonly string[]> {
  const shown = await document();
  const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
    'vscode.executeInlayHintProvider',
    configUri(),
    new vscode.Range(0, 0, shown.lineCount, 0),
  );
  return found.map(({ position, label }) => {
    const before = shown.lineAt(position.line).text.slice(0, position.character);
    const words = typeof label === 'string' ? label : label.map(({ value }) => value).join('');
    return before.slice(before.lastIndexOf('$')) + words;
  });
}

describe('the help in configuration files', () => {
  before(async () => {
    await runUnasked();
    await writeAndShow(text);
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    writeServers({});
  });

  it('leads out of each problem step by step, and keeps everything else', async () => {
    await until(() => assert.ok(diagnostics().includes('Error wrongTopLevelKey')));
    await fix('Rename "mcpServers" to "servers"', '"mcpServers"');
    await until(() => {
      const expected = [
        'Error unknownVariable',
        'Hint unusedInput',
        'Warning commandMissing',
        'Warning plainSecret',
      ];
      assert.deepEqual([...diagnostics()].sort(), expected);
    });
    await fix('Write "${env:API_KEY}"', '"${API_KEY}"');
    await fix('Remove the input "spare"', '"spare"');
    await until(() =>
      assert.deepEqual([...diagnostics()].sort(), [
        'Warning commandMissing',
        'Warning plainSecret',
      ]),
    );
    const expected = text
      .replace('mcpServers', 'servers')
      .replace('${API_KEY}', '${env:API_KEY}')
      .replace(' },\n    { "type": "promptString", "id": "spare" }', ' }');
    // The file is written a moment after the text has changed.
    await until(() => assert.equal(readFileSync(configUri().fsPath, 'utf8'), expected));
  });

  it('shows problems of a text that is not saved yet', async () => {
    const change = new vscode.WorkspaceEdit();
    change.replace(configUri(), await rangeOf('"no-such-lamp"'), '"no-such-lamp", "cwd": "shed"');
    await vscode.workspace.applyEdit(change);
    await until(() => assert.ok(diagnostics().includes('Information cwdFromWorkspace')));
    await fix('Write "${workspaceFolder}/shed"', '"shed"');
    await until(() => assert.ok(!diagnostics().includes('Information cwdFromWorkspace')));
  });

  it('moves a secret to the secret store, and shows that it is there', async () => {
    await fix('Move the value to the secret store', 'wick-0815');
    const saved = readFileSync(configUri().fsPath, 'utf8');
    assert.ok(!saved.includes('wick-0815'));
    assert.ok(saved.includes('"LAMP_TOKEN": "${input:lamp-token}" } // secret'));
    assert.match(saved, /"id": "lamp-token",[^}]*"password": true/);
    await until(async () => assert.deepEqual(await hints(), ['${input:lamp-token} = ••••••']));
    await until(() => assert.deepEqual(diagnostics(), ['Warning commandMissing']));
  });

  it('renames an input with its stored value', async () => {
    const use = await rangeOf('lamp-token}');
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      configUri(),
      use.start,
      'wick',
    );
    assert.ok(await vscode.workspace.applyEdit(edit));
    // The editor may save the file by itself, and then ignores the first time.
    const saved = await until(async () => {
      await (await document()).save();
      const text = readFileSync(configUri().fsPath, 'utf8');
      assert.ok(text.includes('${input:wick}') && text.includes('"id": "wick"'));
      return text;
    });
    assert.ok(!saved.includes('lamp-token'));
    await until(async () => assert.deepEqual(await hints(), ['${input:wick} = ••••••']));
  });

  it('goes from an input to its declaration and to its uses', async () => {
    const use = await rangeOf('input:wick');
    const run = async (command: string): Promise<readonly string[]> => {
      const places = await vscode.commands.executeCommand<vscode.Location[]>(
        command,
        configUri(),
        use.start,
      );
      const shown = await document();
      return places.map(({ range }) => shown.getText(range));
    };
    assert.deepEqual(await run('vscode.executeDefinitionProvider'), ['"wick"']);
    assert.deepEqual(await run('vscode.executeReferenceProvider'), ['wick', 'wick']);
  });

  it('completes and explains variables', async () => {
    const { start } = await rangeOf('wick}');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      configUri(),
      start,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('${input:oil}') && labels.includes('${input:wick}'), String(labels));

    const at = await rangeOf('workspaceFolder');
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      configUri(),
      at.start,
    );
    const words = hovers.flatMap(({ contents }) =>
      contents.map((one) => (typeof one === 'string' ? one : one.value)),
    );
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(
      words.some((word) => word.includes(folder?.uri.fsPath ?? '?')),
      words.join('\n'),
    );
  });

  it('clears a stored value', async () => {
    const target = { file: configUri().fsPath };
    await vscode.commands.executeCommand('roundhouse.clearInput', target, 'wick');
    await until(async () => assert.deepEqual(await hints(), []));
  });
});
