import { describe, expect, test } from 'vitest';
import { commands } from '../../../../src/terminal/commands';
import { readOptions } from '../../../../src/terminal/options';
import type { TerminalWindow } from '../../../../src/terminal/terminalWindow';
import { callForms } from '../../../../src/ui/serverPage/callForms';

/** The words of a line as PowerShell reads it: two single quotes of any form are one. */
function powerShellWords(line: string): string[] {
  const words = line.matchAll(/['‘-‛]((?:[^'‘-‛]|['‘-‛]{2})*)['‘-‛]|\S+/g);
  return [...words].map(([whole, quoted]) => quoted?.replaceAll(/(['‘-‛])./g, '$1') ?? whole);
}

/** The command line that PowerShell before 7.3 makes of words. It surrounds some with quotes, and escapes none. */
function oldCommandLine(words: readonly string[]): string {
  return words
    .map((word) => {
      const outside = word.replaceAll(/(?<!\\)"(?:[^"]|(?<=\\)")*(?:(?<!\\)"|$)/g, '');
      return /\s/.test(outside) ? `"${word}"` : word;
    })
    .join(' ');
}

/** The arguments that a program finds in its command line. */
function argumentsIn(line: string): string[] {
  return [...line.matchAll(/(?:\\.|"(?:\\.|[^"\\])*"|[^\s"\\])+/gs)].map(([word]) =>
    word.replaceAll(/(\\*)"/g, (_, { length }: string) =>
      '\\'.repeat(length / 2).concat(length % 2 === 1 ? '"' : ''),
    ),
  );
}

/** The arguments with which a pasted line calls its tool. */
async function calledWith([, , ...argv]: readonly string[]): Promise<unknown> {
  let sent: unknown;
  const host = {
    callTool: async (call: { arguments: unknown }) => {
      sent = call.arguments;
      return { content: [] };
    },
  };
  const options = readOptions(argv);
  if (typeof options === 'string') throw new Error(options);
  const nothing = (): void => undefined;
  const output = { result: nothing, raw: nothing, message: nothing };
  await commands['call']?.({ host } as unknown as TerminalWindow, options, [], output);
  return sent;
}

describe('a call for PowerShell', () => {
  test.each([
    { message: 'a b' },
    { message: 'ab' },
    { message: 'it\'s "quoted", ‘twice’' },
    { path: 'C:\\Users\\', 'a "key\\': ['\\\\server\\share\\', '\\"'] },
    { text: 'two\nlines' },
  ])('has the arguments %j in any release', async (args) => {
    const forms = callForms(
      { tool: 'echo', arguments: args },
      {
        server: 'it',
        launch: { type: 'stdio', command: 'node', args: [], env: {} },
        config: 'C:\\Users\\Ada Lovelace\\mcp.json',
        cli: 'C:\\dist\\cli.js',
        platform: 'win32',
      },
    );
    const words = powerShellWords(forms.find(({ kind }) => kind === 'command')?.text ?? '');
    const old = argumentsIn(oldCommandLine(words));
    expect(old.at(-1)).toBe('C:\\Users\\Ada Lovelace\\mcp.json');
    expect(old).toContain(JSON.stringify(args));
    expect(await calledWith(old)).toEqual(args);
    expect(await calledWith(words)).toEqual(args);
  });
});

test.each([
  ['X-`id>out`|$HOME', '\'X-`id>out`|$HOME: \'"$MCP_HEADER_X__ID_OUT___HOME"'],
  ["it's", "'it'\\''s: '\"$MCP_HEADER_IT_S\""],
  ['GITHUB-TOKEN', '\'GITHUB-TOKEN: \'"$MCP_HEADER_GITHUB_TOKEN"'],
])('the name of the header %s runs nothing, and takes no variable of the person', (name, word) => {
  const headers = { [name]: '${input:token}' };
  const forms = callForms(
    { tool: 'echo' },
    {
      server: 'it',
      launch: { type: 'http', url: 'https://shop.example', headers },
      config: '',
      cli: '',
      platform: 'linux',
    },
  );
  expect(forms.find(({ kind }) => kind === 'curl')?.text).toContain(` -H ${word} `);
});
