import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { configUri, fakeEntry, runUnasked, until, writeServers, writeText } from './workspaceFile';

interface Found {
  code: unknown;
  severity: string | undefined;
  /** The text that is underlined, and the line that it stands in, counted from 1. */
  at: string;
  line: number;
}

async function problems(): Promise<Found[]> {
  const document = await vscode.workspace.openTextDocument(configUri());
  return vscode.languages
    .getDiagnostics(configUri())
    .filter(({ source }) => source === 'MCP Roundhouse')
    .map(({ code, severity, range }) => ({
      code,
      severity: vscode.DiagnosticSeverity[severity],
      at: document.getText(range),
      line: range.start.line + 1,
    }));
}

describe('the problems of a configuration file', () => {
  const pidFile = newPidFile();
  const good = JSON.stringify(fakeEntry({ pidFile }));

  before(runUnasked);

  after(async () => {
    writeServers({});
    const { pid } = readPids(pidFile);
    await until(() => assert.equal(isRunning(pid), false));
  });

  it('are one each, at what is wrong, and the good entries run', async () => {
    writeText(`{
  // An engine shed
  "servers": {
    "good": { "command": "node" },
    "coloured": { "command": "node", "args": ["--version"], "colour": "red" },
    "empty": { "args": [] },
    "good": ${good}
  }
}
`);
    const { pid } = await until(() => readPids(pidFile));
    await until(async () =>
      assert.deepEqual(await problems(), [
        { code: 'duplicateName', severity: 'Error', at: '"good"', line: 4 },
        { code: 'missing', severity: 'Error', at: '"empty"', line: 6 },
      ]),
    );
    // The editor's own schema says so, too, and once is enough.
    const told = vscode.languages.getDiagnostics(configUri());
    assert.equal(told.filter(({ range }) => range.start.line === 4).length, 1);
    assert.ok(isRunning(pid));
  });

  it('go when the file is mended; a comment and a trailing comma are none', async () => {
    const before = readPids(pidFile);
    writeText(`{
  /* An engine shed */
  "servers": {
    "good": ${good}, // the only one
  },
}
`);
    await until(async () => assert.deepEqual(await problems(), []));
    assert.deepEqual(readPids(pidFile), before);
    assert.ok(isRunning(before.pid));
  });
});
