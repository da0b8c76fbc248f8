import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isRunning, newPidFile, readPids } from '../support/fakeServer/processes';
import { configUri, fakeEntry, runUnasked, until, writeServers, writeText } from './workspaceFile';

describe('an edit of the configuration', () => {
  const files = { stays: newPidFile(), goes: newPidFile(), comes: newPidFile() };
  const stays = fakeEntry({ pidFile: files.stays });
  const goes = fakeEntry({ pidFile: files.goes, grandchild: true });
  const comes = fakeEntry({ pidFile: files.comes });

  before(async () => {
    await runUnasked();
    writeServers({ stays, goes });
    await until(() => [readPids(files.stays), readPids(files.goes)]);
  });

  after(async () => {
    writeServers({});
    const pids = [files.stays, files.comes].map((file) => readPids(file).pid);
    await until(() => assert.deepEqual(pids.filter(isRunning), []));
  });

  it('starts what is new and stops what is gone, and leaves the others alone', async () => {
    const before = { stays: readPids(files.stays), goes: readPids(files.goes) };
    writeServers({ stays, comes });
    const { pid } = await until(() => readPids(files.comes));
    const gone = [before.goes.pid, before.goes.grandchild ?? 0];
    await until(() => assert.deepEqual(gone.filter(isRunning), []));

    assert.deepEqual(readPids(files.stays), before.stays);
    assert.ok(isRunning(before.stays.pid) && isRunning(pid));
  });

  it('that is half done changes nothing that runs', async () => {
    const before = [readPids(files.stays), readPids(files.comes)];
    const whole = JSON.stringify({ servers: { stays, comes, goes } }, undefined, 2);
    writeText(whole.slice(0, whole.indexOf('"comes"') + 12));
    await until(() => {
      const codes = vscode.languages.getDiagnostics(configUri()).map(({ code }) => code);
      assert.ok(codes.includes('syntax'), 'the file has not been read');
    });

    assert.deepEqual([readPids(files.stays), readPids(files.comes)], before);
    assert.deepEqual(
      before.map(({ pid }) => isRunning(pid)),
      [true, true],
    );
  });

  it('restarts only what was changed', async () => {
    const before = { stays: readPids(files.stays), comes: readPids(files.comes) };
    writeServers({ stays, comes: { ...comes, env: { CHANGED: '1' } } });
    await until(() => assert.notDeepEqual(readPids(files.comes), before.comes));
    await until(() => assert.equal(isRunning(before.comes.pid), false));

    assert.deepEqual(readPids(files.stays), before.stays);
    assert.ok(isRunning(before.stays.pid));
  });
});
