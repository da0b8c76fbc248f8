import { noSandboxRules } from '../../../src/config/read/readSandbox';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { type Launch, dialectIds } from '../../../src/config/definition';
import {
  fillLaunch,
  launchVariables,
  shellTextAt,
  variablesIn,
  type VariableLookup,
  type VariableStyle,
  editorVariables,
} from '../../../src/config/variables';
import { dialects } from '../../../src/config/dialects';

const values = new Map([
  ['workspaceFolder', '/ws'],
  ['userHome', '/home/ada'],
  ['env:TOKEN', 't0'],
  ['env:EMPTY', ''],
  ['input:key', '${env:TOKEN}$&'],
  ['TOKEN', 't0'],
  ['EMPTY', ''],
]);
const lookup: VariableLookup = ({ text }) => values.get(text);

function stdio(command: string): Launch {
  return { type: 'stdio', command, args: [], env: {} };
}

/** The command after filling, or the reason why it cannot be filled. */
function filled(command: string, style?: VariableStyle): unknown {
  try {
    const launch = fillLaunch(stdio(command), lookup, style);
    return launch.type === 'stdio' ? launch.command : undefined;
  } catch (error) {
    return error instanceof UserError ? error.reason : error;
  }
}

describe('variablesIn', () => {
  it('finds each once, by kind', () => {
    const text = '${workspaceFolder}${env:A}-${input:b c}${userHome}${env:A}${HOME}${env:}';
    expect(variablesIn(text)).toEqual([
      { kind: 'workspaceFolder', text: 'workspaceFolder' },
      { kind: 'env', name: 'A', text: 'env:A' },
      { kind: 'input', name: 'b c', text: 'input:b c' },
      { kind: 'userHome', text: 'userHome' },
      { kind: 'unknown', text: 'HOME' },
      { kind: 'unknown', text: 'env:' },
    ]);
  });

  it.each(['$HOME', '${}', '${open', '$(x)', '{env:A}'])('leaves %s alone', (text) => {
    expect(variablesIn(text)).toEqual([]);
  });
});

describe('a default', () => {
  const secret = 'sk-live-0123456789abcdef';

  it.each<[string, VariableStyle, object]>([
    [`\${API_KEY:-${secret}}`, 'vscode', { variable: 'API_KEY' }],
    [`\${API_KEY:=${secret}}`, 'vscode', { variable: 'API_KEY' }],
    [`\${env:API_KEY:-${secret}}`, 'vscode', { variable: 'env:API_KEY' }],
    [`\${input:key:-${secret}}`, 'vscode', { input: 'key' }],
    [`\${API_KEY:?${secret}}`, 'shell', { variable: 'API_KEY' }],
    [`\${{ secrets.API_KEY || '${secret}' }}`, 'templates', { variable: 'secrets.API_KEY' }],
  ])('of %s (%s) is not named with it', (text, style, args) => {
    expect(filled(text, style)).toMatchObject({ args });
    expect(JSON.stringify(filled(text, style))).not.toContain(secret);
  });
});

describe('fillLaunch', () => {
  it('fills every place of a local launch and keeps the rest', () => {
    const launch: Launch = {
      type: 'stdio',
      command: '${userHome}/run',
      args: ['--root=${workspaceFolder}', '${env:TOKEN}${env:TOKEN}'],
      cwd: '${workspaceFolder}/sub',
      env: { T: 'x ${env:TOKEN}', E: '${env:EMPTY}', GONE: null },
      envFile: '${workspaceFolder}/${env:TOKEN}.env',
      sandbox: { ...noSandboxRules, denyRead: ['${userHome}/.ssh'] },
    };
    expect(fillLaunch(launch, lookup)).toEqual({
      type: 'stdio',
      command: '/home/ada/run',
      args: ['--root=/ws', 't0t0'],
      cwd: '/ws/sub',
      env: { T: 'x t0', E: '', GONE: null },
      envFile: '/ws/t0.env',
      sandbox: { ...noSandboxRules, denyRead: ['/home/ada/.ssh'] },
    });
    expect(launchVariables(launch).map(({ text }) => text)).toEqual([
      'userHome',
      'workspaceFolder',
      'env:TOKEN',
      'env:EMPTY',
    ]);
  });

  it.each<[string, string, string | undefined]>([
    ['bash', '-c', 'exec x "${ROOT:-/srv}" ${f%.txt} t0'],
    ['/bin/zsh', '-lc', 'exec x "${ROOT:-/srv}" ${f%.txt} t0'],
    ['pwsh.exe', '-Command', 'exec x "${ROOT:-/srv}" ${f%.txt} t0'],
    ['bash', 'run.sh', undefined],
    ['cmd', '/c', undefined],
    ['node', '-c', undefined],
  ])('leaves %s %s what a shell expands itself', (command, option, expected) => {
    const text = 'exec x "${ROOT:-/srv}" ${f%.txt} ${env:TOKEN}';
    const launch: Launch = { type: 'stdio', command, args: [option, text], env: {} };
    const unknown = launchVariables(launch).filter(({ kind }) => kind === 'unknown');
    expect(unknown).toHaveLength(expected === undefined ? 2 : 0);
    const fill = () => fillLaunch(launch, lookup);
    if (expected === undefined) expect(fill).toThrow(UserError);
    else expect(fill()).toMatchObject({ args: [option, expected] });
    const elsewhere = { ...launch, env: { A: '${ROOT}' } };
    expect(() => fillLaunch(elsewhere, lookup)).toThrow(UserError);
    expect(launchVariables(elsewhere)).toContainEqual({ kind: 'unknown', text: 'ROOT' });
  });

  it.each<[string, readonly string[], number]>([
    ['sh', ['-e', '-c', 'TEXT', '_', '-c', 'x'], 2],
    ['bash', ['-euo', 'pipefail', '-c', '-x', 'TEXT'], 4],
    ['bash', ['-ce', 'TEXT'], 1],
    ['bash', ['run.sh', '-c', 'x'], -1],
    ['bash', ['-C', 'run.sh'], -1],
    ['bash', ['-c'], -1],
    ['cmd', ['/c', 'npx', 'server', '-c', 'x'], -1],
    ['powershell', ['-ExecutionPolicy', 'Bypass', '-Command', 'TEXT'], 3],
    ['powershell', ['-Exec', 'Bypass', '-File', 's.ps1', '-c', 'x'], -1],
  ])('finds the text that %s %j runs', (command, args, at) => {
    expect(shellTextAt(command, args)).toBe(at);
  });

  it('fills url and headers, keeps the client, and searches no value again', () => {
    const launch: Launch = {
      type: 'sse',
      url: 'http://${env:TOKEN}/',
      headers: { K: '${input:key}' },
      oauth: { clientId: 'c' },
    };
    expect(fillLaunch(launch, lookup)).toEqual({
      type: 'sse',
      url: 'http://t0/',
      headers: { K: '${env:TOKEN}$&' },
      oauth: { clientId: 'c' },
    });
  });

  it.each([
    ['${env:NOPE}', { code: 'variableUnset', args: { variable: 'env:NOPE' } }],
    ['${HOME}', { code: 'unknownVariable', args: { variable: 'HOME' } }],
    ['${input:no}', { code: 'inputMissing', args: { input: 'no' } }],
    ['${file}', { code: 'variableUnset', args: { variable: 'file' } }],
  ])('fails by name for %s rather than filling in nothing', (command, reason) => {
    expect(filled(command)).toEqual(reason);
  });
});

describe('a style', () => {
  it.each<[VariableStyle, string, string]>([
    ['shell', 'a ${TOKEN} $TOKEN {env:TOKEN}', 'a t0 $TOKEN {env:TOKEN}'],
    ['shell', '${NOPE:-x:-y} ${TOKEN:-z} ${EMPTY:-z} ${NOPE:-}', 'x:-y t0  '],
    ['both', '${TOKEN} ${env:TOKEN} ${workspaceFolder} ${NOPE:-d}', 't0 t0 /ws d'],
    ['dollar', '$TOKEN-${TOKEN} $5 $ $$ ${NOPE:-d}', 't0-t0 $5 $ $$ d'],
    ['braces', '{env:TOKEN} ${TOKEN} {"a": {"b": 1}} {x}', 't0 ${TOKEN} {"a": {"b": 1}} {x}'],
    [
      'none',
      '${TOKEN} $TOKEN ${input:key} {env:TOKEN}',
      '${TOKEN} $TOKEN ${input:key} {env:TOKEN}',
    ],
  ])('%s fills %s', (style, text, expected) => {
    expect(filled(text, style)).toBe(expected);
  });

  it('templates fills secrets from the environment', () => {
    expect(
      variablesIn('${{ secrets.A_B }} ${{secrets.A_B}} ${{ inputs.x }} ${X}', 'templates'),
    ).toEqual([
      { kind: 'env', name: 'A_B', text: 'secrets.A_B' },
      { kind: 'unknown', text: 'inputs.x' },
    ]);
  });

  it.each<[VariableStyle, string, string]>([
    ['shell', '${NOPE}', 'variableUnset NOPE'],
    ['shell', '${env:TOKEN}', 'unknownVariable env:TOKEN'],
    ['both', '${input:key}', 'unknownVariable input:key'],
    ['both', '${command:x.y}', 'unknownVariable command:x.y'],
    ['dollar', '$NOPE', 'variableUnset NOPE'],
    ['braces', '{env:NOPE}', 'variableUnset env:NOPE'],
    ['templates', '${{ secrets.NOPE }}', 'variableUnset secrets.NOPE'],
  ])('%s names what %s lacks', (style, text, said) => {
    const reason = filled(text, style) as { code: string; args: { variable: string } };
    expect(`${reason.code} ${reason.args.variable}`).toBe(said);
  });

  it('knows files whose text is the value', () => {
    expect(variablesIn('{file:~/key} {file:./a b}', 'braces')).toEqual([
      { kind: 'contents', name: '~/key', text: 'file:~/key' },
      { kind: 'contents', name: './a b', text: 'file:./a b' },
    ]);
    expect(variablesIn('${file:/key}', 'both')).toMatchObject([{ kind: 'contents', name: '/key' }]);
  });

  it('keeps a default out of the name of its variable', () => {
    expect(variablesIn('${TOKEN:-s3cret}', 'shell')).toEqual([
      { kind: 'env', name: 'TOKEN', text: 'TOKEN', fallback: 's3cret' },
    ]);
  });

  // In quadratic time these take longer than the test may.
  it.each<VariableStyle>(['vscode', 'shell', 'both', 'dollar', 'braces', 'templates'])(
    '%s is searched for in linear time',
    (style) => {
      for (const piece of ['${', '{env:', '${{ ', '$', '${a:-', '{{{', ' ']) {
        const text = '${{' + piece.repeat(200_000);
        expect(variablesIn(text, style).length).toBeLessThan(2);
      }
    },
  );
});

/** What VS Code documents, and its resolver knows besides. */
const known = [
  'workspaceFolder',
  'workspaceFolder:app',
  'workspaceFolderBasename',
  'workspaceFolderBasename:app',
  'workspaceRoot',
  'workspaceRootFolderName',
  'cwd',
  'cwd:app',
  'userHome',
  'env:X',
  'config:editor.tabSize',
  'command:extension.pick',
  'input:id',
  'extensionInstallFolder:a.b',
  'file',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'relativeFile',
  'relativeFile:app',
  'relativeFileDirname',
  'fileDirname',
  'fileDirnameBasename',
  'fileExtname',
  'fileBasename',
  'fileBasenameNoExtension',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'execPath',
  'execInstallFolder',
  'pathSeparator',
  '/',
  'defaultBuildTask',
];

describe("VS Code's variables", () => {
  it.each(known)('%s is known', (text) => {
    const [variable] = variablesIn(`\${${text}}`);
    expect(variable).toMatchObject({ text });
    expect(variable?.kind).not.toBe('unknown');
    const [, name] = text.split(':');
    if (name !== undefined) expect(variable).toMatchObject({ name });
  });

  it.each([
    'HOME',
    'workspacefolder',
    'env',
    'env:',
    'config',
    'userHome:x',
    'file:x',
    '',
    ' file',
  ])('%j is not', (text) => {
    for (const { kind } of variablesIn(`\${${text}}`)) expect(kind).toBe('unknown');
  });

  it('are listed as people write them', () => {
    const listed = known.filter((text) => !text.includes(':'));
    expect(editorVariables).toEqual(expect.arrayContaining(listed));
    expect(editorVariables).toEqual(expect.arrayContaining(['env:', 'input:', 'command:']));
  });
});

describe('variableStyleOf', () => {
  it('knows every dialect', () => {
    expect(Object.fromEntries(dialectIds.map((id) => [id, dialects[id].variableStyle]))).toEqual({
      vscode: 'vscode',
      codeWorkspace: 'vscode',
      dotmcp: 'shell',
      'claude-desktop': 'shell',
      'claude-code': 'shell',
      cursor: 'both',
      windsurf: 'both',
      cline: 'both',
      roo: 'both',
      continue: 'templates',
      codex: 'braces',
      gemini: 'dollar',
      opencode: 'braces',
      zed: 'none',
      'cherry-studio': 'none',
      trae: 'both',
    });
  });
});
