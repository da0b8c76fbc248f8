import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isReadable, listProblems, problemLines } from '../../../src/terminal/listServers';
import { readConfigs } from '../../../src/terminal/readConfigs';

describe('readConfigs', () => {
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'roundhouse-configs-'));
  });
  afterEach(() => rm(home, { recursive: true }));

  async function file(name: string, text: string): Promise<string> {
    const target = path.join(home, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
    return target;
  }

  it('reads each file in the way of its host', async () => {
    const files = [
      await file('app/.vscode/mcp.json', '{ "servers": { "a": { "command": "x" } } }'),
      await file('app/.mcp.json', '{ "b": { "command": "x" } }'),
      await file('.codex/config.toml', '[mcp_servers.c]\ncommand = "x"\n'),
      await file('blocks/d.yaml', 'mcpServers:\n  - name: d\n    command: x\n'),
      await file('any.json', '{ "context_servers": { "e": { "command": "x" } } }'),
    ];
    const read = await readConfigs(files);
    expect(read.map(({ source }) => [source.dialect, source.folder])).toEqual([
      ['vscode', path.join(home, 'app')],
      ['dotmcp', path.join(home, 'app')],
      ['codex', home],
      ['continue', path.join(home, 'blocks')],
      ['zed', home],
    ]);
    const base = path.basename(home);
    expect(read.flatMap(({ parsed }) => parsed.definitions.map(({ id }) => id))).toEqual([
      'folder:app/a',
      'dotmcp:app/b',
      `codex:${base}/c`,
      'continue:blocks/d',
      `zed:${base}/e`,
    ]);
  });

  it('tells the problems that an editor shows, with what is probably meant', async () => {
    const text = `{
  "servers": {
    "a": { "command": "no-such-program-here -y @x/y" },
    "b": { "command": "no-such-program-here", "agrs": [] },
    "c": { "url": "https://example.com", "headers": { "Authorization": "Bearer $MY_TOKEN" } },
    "d": { "command": "node", "env": { "API_TOKEN": "s3cr3t-value" } }
  }
}`;
    const configs = await readConfigs([await file('app/.vscode/mcp.json', text)]);
    const lines = problemLines(listProblems(configs));
    expect(lines.map((line) => line.slice(line.indexOf('mcp.json:')))).toEqual([
      'mcp.json:3:23: warning: The "command" of the server "a" is a whole command line, but there is no such program. Write the program alone, "command": "no-such-program-here", and the rest as a list into "args".',
      'mcp.json:4:23: warning: The command "no-such-program-here" of the server "b" was not found on the PATH that the server gets. Install it, or write the full path of its file.',
      'mcp.json:4:47: warning: The key "agrs" of the server "b" is not known and is ignored. Write "args" instead.',
      'mcp.json:5:80: warning: Nobody replaces "$MY_TOKEN" here: the server "c" gets it as it is written. Write "${env:MY_TOKEN}".',
      'mcp.json:6:54: warning: This looks like a secret, the value of "API_TOKEN", and stands here in plain text. Move it to the secret store, or write "${env:NAME}".',
    ]);
    expect(isReadable(listProblems(configs))).toBe(true);
  });

  it('takes a file that tells nothing for one of VS Code', async () => {
    const [read] = await readConfigs([await file('settings.json', '{}')]);
    expect(read?.source.dialect).toBe('vscode');
  });

  it('gives two files of one id different ones', async () => {
    const text = '{ "servers": { "a": { "command": "x" } } }';
    const files = [
      await file('one/app/mcp.json', text),
      await file('two/app/mcp.json', text),
      await file('three/app/mcp.json', text),
    ];
    const read = await readConfigs(files);
    expect(read.map(({ source }) => source.id)).toEqual([
      'folder:app',
      'folder:app-2',
      'folder:app-3',
    ]);
  });

  it('names a file that cannot be read', async () => {
    await expect(readConfigs([path.join(home, 'gone.json')])).rejects.toThrow(/gone\.json cannot/);
  });
});
