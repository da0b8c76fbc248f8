import { promises, type Stats } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import {
  programOf,
  batchCommandLine,
  parseCmdShim,
  windowsProgram,
} from '../../../src/processes/windowsProgram';
import { untilTestEnds } from '../../support/spies';

/** As npm's cmd-shim writes them; the end may differ. */
function current(last: string, between = ''): string {
  return [
    '@ECHO off',
    'GOTO start',
    ':find_dp0',
    'SET dp0=%~dp0',
    'EXIT /b',
    ':start',
    'SETLOCAL',
    'CALL :find_dp0',
    between,
    'IF EXIST "%dp0%\\node.exe" (',
    '  SET "_prog=%dp0%\\node.exe"',
    ') ELSE (',
    '  SET "_prog=node"',
    '  SET PATHEXT=%PATHEXT:;.JS;=;%',
    ')',
    '',
    `endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & ${last}`,
    '',
  ].join('\r\n');
}

function branched(script: string, other = script, before = ''): string {
  return `${before}@IF EXIST "%~dp0\\node.exe" (\r
  "%~dp0\\node.exe"  "%~dp0\\${script}" %*\r
) ELSE (\r
  @SETLOCAL\r
  @SET PATHEXT=%PATHEXT:;.JS;=;%\r
  node  "%~dp0\\${other}" %*\r
)`;
}

const npx = `:: Created by npm, please don't edit manually.
@ECHO OFF

SETLOCAL

SET "NODE_EXE=%~dp0\\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)

SET "NPM_PREFIX_JS=%~dp0\\node_modules\\npm\\bin\\npm-prefix.js"
SET "NPX_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npx-cli.js"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_PREFIX_JS%"') DO (
  SET "NPM_PREFIX_NPX_CLI_JS=%%F\\node_modules\\npm\\bin\\npx-cli.js"
)
IF EXIST "%NPM_PREFIX_NPX_CLI_JS%" (
  SET "NPX_CLI_JS=%NPM_PREFIX_NPX_CLI_JS%"
)

"%NODE_EXE%" "%NPX_CLI_JS%" %*
`;

const olderNpm = `:: Created by npm, please don't edit manually.
@ECHO OFF

SETLOCAL

SET "NODE_EXE=%~dp0\\node.exe"
IF NOT EXIST "%NODE_EXE%" (
  SET "NODE_EXE=node"
)

SET "NPM_CLI_JS=%~dp0\\node_modules\\npm\\bin\\npm-cli.js"
FOR /F "delims=" %%F IN ('CALL "%NODE_EXE%" "%NPM_CLI_JS%" prefix -g') DO (
  SET "NPM_PREFIX_NPM_CLI_JS=%%F\\node_modules\\npm\\bin\\npm-cli.js"
)
IF EXIST "%NPM_PREFIX_NPM_CLI_JS%" (
  SET "NPM_CLI_JS=%NPM_PREFIX_NPM_CLI_JS%"
)

"%NODE_EXE%" "%NPM_CLI_JS%" %*
`;

const script = '..\\@modelcontextprotocol\\server-everything\\dist\\index.js';

describe('a batch file of a package manager', () => {
  test.each([
    ['as npm writes it', current(`"%_prog%"  "%dp0%\\${script}" %*`), [], script],
    [
      'with options',
      current(`"%_prog%" --no-warnings --max-old-space-size=99 "%dp0%\\${script}" %*`),
      ['--no-warnings', '--max-old-space-size=99'],
      script,
    ],
    ['as older ones write it', branched(script), [], script],
    ['npx', npx, [], 'node_modules\\npm\\bin\\npx-cli.js'],
    ['npm', olderNpm, [], 'node_modules\\npm\\bin\\npm-cli.js'],
    [
      'with line ends of POSIX',
      current(`"%_prog%"  "%dp0%\\a.js" %*`).replaceAll('\r', ''),
      [],
      'a.js',
    ],
  ])('is read: %s', (_name, text, options, expected) => {
    expect(parseCmdShim(text)).toEqual({ options, script: expected });
  });

  test.each([
    ['nothing', ''],
    ["somebody's own", '@echo off\r\nnode "%~dp0\\server.js" %*\r\n'],
    ['one that sets variables', current(`"%_prog%"  "%dp0%\\a.js" %*`, '@SET NODE_ENV=production')],
    ['one of pnpm', branched(script, script, '@SETLOCAL\r\n@SET "NODE_PATH=C:\\p"\r\n')],
    ['one of Python', current(`"%_prog%"  "%dp0%\\a.py" %*`).replaceAll('node', 'python3')],
    ['one with a second command', current(`"%_prog%"  "%dp0%\\a.js" %* & calc.exe`)],
    ['one with more lines', `${current(`"%_prog%"  "%dp0%\\a.js" %*`)}echo done\r\n`],
    ['one with a variable in its path', current('"%_prog%"  "%dp0%\\%X%.js" %*')],
    ['one with two scripts', branched('a.js', 'b.js')],
  ])('is left to the command interpreter: %s', (_name, text) => {
    expect(parseCmdShim(text)).toBeUndefined();
  });

  test('runs as its script', () => {
    const shim = { options: ['--no-warnings'], script };
    const node = 'C:\\Program Files\\nodejs\\node.exe';
    const args = ['a b', '"; calc', '%PATH%', 'two\nlines'];
    const env = { PATH: 'C:\\tools' };
    const file = 'C:\\ws\\node_modules\\.bin\\x.cmd';
    expect(programOf({ args, env }, file, shim, node, () => true)).toEqual({
      file: node,
      args: [
        '--no-warnings',
        'C:\\ws\\node_modules\\@modelcontextprotocol\\server-everything\\dist\\index.js',
        ...args,
      ],
      verbatim: false,
      env,
    });
  });

  test('runs in the command interpreter where its script or Node is missing', () => {
    const file = 'C:\\ws\\x.cmd';
    const shim = { options: [], script };
    const named = { args: ['a'], env: {} };
    for (const program of [
      programOf(named, file, shim, 'C:\\node.exe', () => false),
      programOf(named, file, shim, undefined, () => true),
      programOf(named, file, undefined, 'C:\\node.exe', () => true),
    ]) {
      expect(program.file).toMatch(/\\System32\\cmd\.exe$/);
      expect(program.args).toEqual(['/d', '/e:ON', '/v:OFF', '/s', '/c', '""C:\\ws\\x.cmd" a"']);
      expect(program.verbatim).toBe(true);
    }
  });

  test.each([
    [{ PATH: 'C:\\tools' }, { PATH: 'C:\\tools', NoDefaultCurrentDirectoryInExePath: '1' }],
    [{ NODEFAULTCURRENTDIRECTORYINEXEPATH: '' }, { NODEFAULTCURRENTDIRECTORYINEXEPATH: '' }],
  ])('finds no program in the working folder with %j', (env, expected) => {
    const program = programOf({ args: [], env }, 'C:\\ws\\x.cmd', undefined, undefined);
    expect(program.env).toEqual(expected);
  });
});

test('a batch file of a package manager is not run by a Node in the working folder', async () => {
  const stats: string[] = [];
  const spies = [
    vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
      stats.push(String(path));
      if (!/npx\.CMD$|work\\node\.exe$/.test(String(path))) throw new Error('none');
      return { isFile: () => true } as Stats;
    }),
    vi.spyOn(promises, 'readFile').mockImplementation(async () => npx),
  ];
  untilTestEnds(...spies);
  const env = { PATH: 'C:\\tools;C:\\nodejs' };
  await windowsProgram({ command: 'npx', args: [], cwd: 'C:\\work', env });
  expect(stats).toContain('C:\\nodejs\\node.exe');
  expect(stats).not.toContain('C:\\work\\node.exe');
});

test('a start looks on the network after the local folders, and then not in the working folder', async () => {
  let files = ['C:\\work\\till.EXE', '\\\\server\\bin\\till.EXE'];
  const looking = vi.spyOn(promises, 'stat').mockImplementation(async (path) => {
    if (!files.includes(String(path))) throw new Error('none');
    return { isFile: () => true } as Stats;
  });
  untilTestEnds(looking);
  const env = { PATH: '\\\\server\\bin;C:\\tools' };
  const started = () => windowsProgram({ command: 'till', args: [], cwd: 'C:\\work', env });
  expect((await started()).file).toBe(files[1]);
  files = [...files, 'C:\\tools\\till.EXE'];
  expect((await started()).file).toBe('C:\\tools\\till.EXE');
  files = ['C:\\work\\till.EXE'];
  expect((await started()).file).toMatch(/\\System32\\till$/);
});

describe('the command line of a batch file', () => {
  const file = 'C:\\my tools\\run.bat';
  const line = (...args: string[]): string =>
    batchCommandLine(file, args).slice('""C:\\my tools\\run.bat"'.length, -1);

  test.each([
    ['plain', 'plain'],
    ['--port=1', '"--port=1"'],
    ['https://a.example/x', 'https://a.example/x'],
    ['', '""'],
    ['a b', '"a b"'],
    ['a&b', '"a&b"'],
    ['a|b>c<d^e', '"a|b>c<d^e"'],
    ['(x)', '"(x)"'],
    ['x!y', '"x!y"'],
    ['say "hi"', '"say ""hi"""'],
    ['" & calc.exe & "', '""" & calc.exe & """'],
    ['back\\slash', '"back\\slash"'],
    ['ends in \\', '"ends in \\\\"'],
    ['\\"', '"\\\\"""'],
    ['100%', '"100%%cd:~,%"'],
    ['%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
    ['ü', '"ü"'],
    ['\u{85}', '"\u{85}"'],
  ])('holds %j as %s', (argument, expected) => {
    expect(line(argument)).toBe(` ${expected}`);
  });

  test('keeps every argument within its quotes', () => {
    const nasty = ['"', '""', '\\"&', '^"', '"%CD:~0,1%', '%"', '%%', "'`$(){}[]=,;", '& | && ||'];
    for (const argument of nasty) {
      const quotes = line(argument).split('"').length - 1;
      expect(quotes % 2).toBe(0);
      expect(outsideOfQuotes(line(argument))).toMatch(/^ *$/);
    }
  });

  test.each(['a\nb', 'a\rb', 'a\0b'])('refuses %j and says which it is', (argument) => {
    expect(() => batchCommandLine(file, ['ok', argument])).toThrow(
      expect.objectContaining({ code: 'argumentUnsafe', args: { command: file, position: 2 } }),
    );
  });

  test('is not longer than the interpreter takes', () => {
    expect(() => batchCommandLine(file, ['x'.repeat(8_200)])).toThrow(
      expect.objectContaining({ code: 'argumentsTooLong' }),
    );
  });
});

/** What the command interpreter reads as syntax: a quote begins or ends what it takes as it is. */
function outsideOfQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"/g, '');
}
