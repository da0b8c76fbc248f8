import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { editorForFile } from '../support/editor/fileEditor';
import { runCommand } from '../support/editor/runCommand';
import { workspaceFolder } from '../support/editor/workspaceFolder';
import { startFakeHttpServer, type FakeHttpServer } from '../support/fakeServer/fakeHttpServer';
import { fakeStdio } from '../support/fakeServer/fakeServer';
import { newJournal, readJournal } from '../support/fakeServer/processes';

// What an edit of the configuration restarts, and what it does not: starts are counted.

const journals = { vault: newJournal(), mill: newJournal() };
let web: FakeHttpServer;

const editor = editorForFile(async () => {
  web = await startFakeHttpServer();
  const folder = workspaceFolder({});
  mkdirSync(join(folder.path, 'src'));
  writeFileSync(join(folder.path, '.vscode', 'mcp.json'), text('one'));
  // VS Code starts what it reads with `dev` by itself, and our counts would be of both.
  const { command, args } = fakeStdio({ journal: journals.mill });
  const servers = { mill: { command, args, dev: { watch: ['src/**/*.js', '!src/**/*.test.js'] } } };
  writeFileSync(join(folder.path, '.vscode', 'roundhouse.json'), JSON.stringify({ servers }));
  // What changes needs no approval, so that it is counted what the change alone starts.
  const settings = { 'roundhouse.trust': 'workspace' };
  const running = ['web', 'mill'];
  return { folder, settings, running, putsOff: /combination/, after: [web] };
});
const { tree, quick } = editor;

/** The workspace's `mcp.json` with this value of the header. */
function text(header: string, comment = ''): string {
  const { command, args } = fakeStdio({ journal: journals.vault });
  const servers = {
    web: { url: web.url, headers: { 'X-Shift': header } },
    vault: { command, args, env: { COMBINATION: '${input:combination}' } },
  };
  const inputs = [{ id: 'combination', type: 'promptString', password: true }];
  return `${comment}${JSON.stringify({ inputs, servers }, undefined, 2)}\n`;
}

function write(path: string, content: string): void {
  writeFileSync(join(editor.folder.path, path), content);
}

function starts(journal: string): number {
  return readJournal(journal).filter((line) => line.startsWith('+')).length;
}

function sessions(): number {
  return web.requests.filter((request) => request === 'POST initialize').length;
}

/** Everything that was started so far. */
function counts(): { web: number; vault: number; mill: number } {
  return { web: sessions(), vault: starts(journals.vault), mill: starts(journals.mill) };
}

test('an env value behind an input is asked for once, and another one restarts once', async () => {
  await tree.row('vaultblocked · needs a value from you').waitFor();
  await runCommand(editor.page, 'MCP Roundhouse: Start Server');
  await quick.row('vault').click();
  await quick.asks(/combination/);
  await quick.answer('12-34-56');
  await tree.row('vaultrunning').waitFor();
  const before = counts();
  expect(before).toMatchObject({ vault: 1 });

  await runCommand(editor.page, 'MCP Roundhouse: Edit Stored Input…');
  await quick.row('combination').click();
  await quick.asks(/combination/);
  await quick.answer('65-43-21');
  await vi.waitFor(() => expect(starts(journals.vault)).toBe(2));
  await tree.row('vaultrunning').waitFor();
  expect(counts()).toEqual({ ...before, vault: 2 });
});

test('another header opens another session', async () => {
  const before = counts();
  const written = performance.now();
  write('.vscode/mcp.json', text('two'));
  await vi.waitFor(() => expect(sessions()).toBe(before.web + 1), { interval: 10 });
  const elapsed = performance.now() - written;
  console.log(`An edit was applied after ${Math.round(elapsed)} ms.`);
  // It is meant to be one second; the rest is for a machine that has other things to do.
  expect(elapsed).toBeLessThan(10_000);
  await tree.row('webrunning').waitFor();
  expect(counts()).toEqual({ ...before, web: before.web + 1 });
});

test('a comment, a timeout, a filter and another start restart nothing', async () => {
  const before = counts();
  write('.vscode/mcp.json', text('two', '// The night shift\n'));
  write(
    '.vscode/settings.json',
    JSON.stringify({
      'roundhouse.servers': {
        web: { callTimeoutSeconds: 7, tools: { hide: ['*'] } },
        vault: { callTimeoutSeconds: 8 },
      },
    }),
  );
  await tree.row('webrunning · 0 tools').waitFor();
  await runCommand(editor.page, 'MCP Roundhouse: Start All Servers');
  write('.vscode/settings.json', '{}');
  await tree.row('webrunning · 1 tool').waitFor();
  expect(counts()).toEqual(before);
});

test('a burst of changes of watched files restarts the server once, and others not', async () => {
  const before = counts();
  for (const name of ['stone', 'wheel', 'sails', 'sails.test']) write(`src/${name}.js`, name);
  write('src/notes.txt', 'not watched');
  await vi.waitFor(() => expect(starts(journals.mill)).toBe(before.mill + 1));
  await tree.row('millrunning').waitFor();
  expect(readFileSync(journals.mill, 'utf8').trim().split('\n')).toHaveLength(2 * before.mill + 1);
  write('src/wheel.js', 'turned');
  await vi.waitFor(() => expect(starts(journals.mill)).toBe(before.mill + 2));
  await tree.row('millrunning').waitFor();
  expect(counts()).toEqual({ ...before, mill: before.mill + 2 });
});
