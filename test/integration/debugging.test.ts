import * as assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import {
  isRunning,
  newJournal,
  newPidFile,
  readPids,
  startsIn,
} from '../support/fakeServer/processes';
import { configUri, fakeEntry, runUnasked, until } from './workspaceFile';

const id = 'roundhouse:workspace/shunter';

describe('debugging a server', () => {
  const file = newPidFile();
  const journal = newJournal();
  const yard = vscode.Uri.joinPath(configUri(), '..', '..', 'yard').fsPath;
  // What VS Code reads it runs itself, unasked, where an entry has `dev`.
  const ours = vscode.Uri.joinPath(configUri(), '..', 'roundhouse.json').fsPath;
  const dev = { watch: 'yard/*.js', debug: { type: 'node' } };
  /** The open ones: which of them is active is the editor's choice, which may be one that has ended. */
  const sessions = new Map<string, vscode.DebugSession>();
  const subscriptions = [
    vscode.debug.onDidStartDebugSession((one) => void sessions.set(one.id, one)),
    vscode.debug.onDidTerminateDebugSession(({ id: ended }) => void sessions.delete(ended)),
  ];
  /** The session of the process, which stands below the one that attached; that one answers nothing. */
  const session = (): vscode.DebugSession => {
    const found = [...sessions.values()].findLast(({ parentSession }) => parentSession);
    if (!found) throw new Error('Nothing is debugged.');
    return found;
  };
  const noSession = (): void =>
    assert.deepEqual(
      [...sessions.values()].map(({ name }) => name),
      [],
    );
  /** Evaluates in the debugged process: proves that the debugger is really attached to it. */
  const debuggedPid = async (): Promise<number> => {
    const { result } = (await session().customRequest('evaluate', {
      expression: 'process.pid',
      context: 'repl',
    })) as { result: string };
    assert.match(result, /^\d+$/);
    return Number(result);
  };
  const shownState = async (): Promise<string> => {
    await vscode.commands.executeCommand('roundhouse.copyReport');
    const text = await vscode.env.clipboard.readText();
    return /### shunter\n[^#]*?- State: (.*)/.exec(text)?.[1] ?? text;
  };
  const runs = (): Promise<void> =>
    until(async () => assert.equal(await shownState(), 'running · 1 tool'));

  before(async () => {
    await runUnasked();
    mkdirSync(yard, { recursive: true });
    const servers = { shunter: { ...fakeEntry({ pidFile: file, journal }), dev } };
    writeFileSync(ours, JSON.stringify({ servers }, undefined, 2));
    await until(() => readPids(file));
  });

  after(async () => {
    rmSync(ours);
    await until(() => assert.equal(isRunning(readPids(file).pid), false));
    await until(noSession);
    vscode.Disposable.from(...subscriptions).dispose();
  });

  it('restarts it, attaches, and lets it run', async () => {
    const { pid } = readPids(file);
    await vscode.commands.executeCommand('roundhouse.debugServer', id);
    await until(() => assert.equal(isRunning(pid), false));
    await until(async () => assert.equal(await debuggedPid(), readPids(file).pid));
    await runs();
  });

  it('attaches again when changed files restart the server, which is once for a burst', async () => {
    const { pid } = readPids(file);
    const starts = startsIn(journal);
    writeFileSync(join(yard, 'notes.txt'), 'not watched');
    for (const name of ['points', 'signal', 'crossing'])
      writeFileSync(join(yard, `${name}.js`), 'open');
    await until(() => assert.equal(isRunning(pid), false));
    await until(async () => assert.equal(await debuggedPid(), readPids(file).pid));
    await runs();
    assert.equal(startsIn(journal), starts + 1);
  });

  it('ends with the server', async () => {
    const { pid } = readPids(file);
    await vscode.commands.executeCommand('roundhouse.stopServer', id);
    await until(() => assert.equal(isRunning(pid), false));
    await until(noSession);
  });

  it('is given up when the server is stopped meanwhile', async () => {
    const debugging = vscode.commands.executeCommand('roundhouse.debugServer', id);
    await until(() => assert.ok(sessions.size > 0));
    await vscode.commands.executeCommand('roundhouse.stopServer', id);
    await debugging;
    await until(noSession);
    await until(async () => assert.match(await shownState(), /^stopped/));
  });

  it('is over with the next plain start', async () => {
    const { pid } = readPids(file);
    await vscode.commands.executeCommand('roundhouse.startServer', id);
    await until(() => assert.notEqual(readPids(file).pid, pid));
    await runs();
    noSession();
  });

  it('leaves the server alone when a person ends it', async () => {
    await vscode.commands.executeCommand('roundhouse.debugServer', id);
    await until(debuggedPid);
    const { pid } = readPids(file);
    await vscode.debug.stopDebugging(session().parentSession);
    await until(noSession);
    assert.ok(isRunning(pid));
    await runs();
  });
});
