import { describe, expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { problemsIn, type LintFacts } from '../../../../src/config/lint/lintConfig';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { folderSource, textAt } from '../textAt';
import { quietFacts } from './marked';
import { processorTime } from '../../../support/processorTime';

const userSource: ConfigSource = { ...folderSource, id: 'user', folder: undefined };

/** Each problem as `severity code text [suggestion]`. */
async function told(
  text: string,
  source = folderSource,
  facts: Partial<LintFacts> = {},
): Promise<readonly string[]> {
  const parsed = await parseAnyConfig(text, source);
  const problems = problemsIn({ text, source, parsed }, { ...quietFacts, ...facts });
  return problems.map(({ severity, code, range, args }) =>
    [severity, code, textAt(text, range), args['suggestion']].filter(Boolean).join(' '),
  );
}

function server(entry: object, rest: object = {}): string {
  return JSON.stringify({ servers: { a: entry }, ...rest }, undefined, 2);
}

describe('what is probably not meant', () => {
  test('nothing, in a file that is right', async () => {
    const text = server(
      {
        command: 'node',
        args: ['a.js', '${input:t}'],
        cwd: '${workspaceFolder}/x',
        env: { A: '1' },
      },
      { inputs: [{ type: 'promptString', id: 't' }] },
    );
    expect(await told(text)).toEqual([]);
  });

  test('an input that nobody names is faded as a whole', async () => {
    const text = '{"servers": {}, "inputs": [{"type": "promptString", "id": "t"}]}';
    expect(await told(text)).toEqual(['hint unusedInput {"type": "promptString", "id": "t"}']);
  });

  test.each([
    ['sub', 'information cwdFromWorkspace "sub"', 'warning cwdFromHome "sub"'],
    ['./sub', 'information cwdFromWorkspace "./sub"', 'warning cwdFromHome "./sub"'],
    ['/abs', undefined, undefined],
    ['~/x', undefined, undefined],
    ['C:\\\\x', undefined, undefined],
    ['${userHome}/x', undefined, undefined],
  ])('the folder %s', async (cwd, inFolder, inHome) => {
    const text = `{"servers": {"a": {"command": "x", "cwd": "${cwd}"}}}`;
    expect(await told(text)).toEqual(inFolder === undefined ? [] : [inFolder]);
    expect(await told(text, userSource)).toEqual(inHome === undefined ? [] : [inHome]);
  });

  test('a command that is not there', async () => {
    const facts = { missingCommands: new Set(['a']) };
    expect(await told(server({ command: 'nodejs' }), folderSource, facts)).toEqual([
      'warning commandMissing "nodejs"',
    ]);
  });

  test.each<[readonly string[], object, readonly string[]]>([
    [['mcp-remote', 'https://a.example.org/mcp'], {}, ['information remoteBridge "mcp-remote"']],
    [
      ['-y', 'mcp-remote@latest', 'https://a.example.org/mcp'],
      {},
      ['information remoteBridge "mcp-remote@latest"'],
    ],
    [['mcp-remote', 'https://a.example.org/mcp', '--resource', 'x'], {}, []],
    [['mcp-remote', 'https://a.example.org/mcp', '9696'], {}, []],
    [['mcp-remote', 'https://a.example.org/mcp'], { env: { HTTPS_PROXY: 'http://p:1' } }, []],
    [['mcp-remote-client', 'https://a.example.org/mcp'], {}, []],
    [['mcp-remote'], {}, []],
  ])('npx %j %j', async (args, rest, expected) => {
    expect(await told(server({ command: 'npx', args, ...rest }))).toEqual(expected);
  });

  test('secrets in plain text, each exactly where it stands', async () => {
    const text = `{"servers": {
      "a": {"command": "x", "args": ["--api-key=abc\\u0031\\"23", "-v"], "env": {"TOKEN": "t0ken"}},
      "b": {"url": "https://b.example.org/?key=k3y12345", "headers": {"Authorization": "Bearer abc"}},
      "c": {"url": "https://c.example.org/", "oauth": {"clientId": "c", "clientSecret": "s3cret"}}
    }}`;
    expect(await told(text)).toEqual([
      'warning plainSecret abc\\u0031\\"23',
      'warning plainSecret t0ken',
      'warning plainSecret k3y12345',
      'warning plainSecret abc',
      'warning plainSecret s3cret',
    ]);
  });

  test('a half-typed file is not judged by its gaps', async () => {
    const text = '{"servers": {"a": {"command": "x", "cwd": "sub"}}, "inputs": [{"id": "t"';
    expect((await told(text)).filter((line) => !line.startsWith('error'))).toEqual([]);
  });

  test('of another host only errors are shown', async () => {
    const source: ConfigSource = { ...folderSource, dialect: 'cursor' };
    const text = '{"mcpServers": {"a": {"command": "x", "cwd": "sub", "env": {"TOKEN": "t0ken"}}}}';
    expect(await told(text, source)).toEqual([]);
  });

  test('the settings of a workspace are judged alike', async () => {
    const source: ConfigSource = { ...folderSource, dialect: 'codeWorkspace' };
    const text =
      '{"folders": [], "settings": {"mcp": {"servers": {"a": {"command": "x", "cwd": "sub"}}}}}';
    expect(await told(text, source)).toEqual(['information cwdFromWorkspace "sub"']);
  });
});

describe('what was probably meant', () => {
  test.each([
    ['${API_KEY}', 'env:API_KEY'],
    ['${API_KEY:-none}', 'env:API_KEY'],
    ['${env.API_KEY}', 'env:API_KEY'],
    ['${workspacefolder}', 'workspaceFolder'],
    ['${workspaceRot}', 'workspaceRoot'],
    ['${userhome}', 'userHome'],
    ['${inputs:token}', 'input:token'],
    ['${token}', 'env:token'],
  ])('%s: %s', async (written, meant) => {
    const text = server({ command: 'x', args: [written] });
    expect(await told(text)).toEqual([`error unknownVariable "${written}" ${meant}`]);
  });

  test('by an input, a key and a type', async () => {
    const input = { type: 'promptString', id: 'github-token' };
    const text = server({ command: '${input:github_token}' }, { inputs: [input] });
    expect(await told(text)).toContain('error undefinedInput "${input:github_token}" github-token');
    expect(await told(server({ command: 'x', environment: {} }))).toEqual([
      'warning unknownKey "environment" env',
    ]);
    expect(await told(server({ command: 'x', arg: [] }))).toEqual([
      'warning unknownKey "arg" args',
    ]);
    expect(await told(server({ command: 'x', alwaysAllow: [] }))).toEqual([
      'warning keyOfSettings "alwaysAllow"',
    ]);
    const both = { type: 'streamable-http', command: 'c', url: 'https://a.example.org' };
    expect(await told(server(both))).toContain('warning unknownType "streamable-http" stdio');
    expect(await told(server({ type: 'streamable-http', url: 'https://a.example.org' }))).toEqual([
      'warning unknownType "streamable-http" http',
    ]);
  });
});

test('a large file with everything wrong is judged in a time that grows with its length', async () => {
  const entries = Array.from({ length: 4000 }, (_, index) => [
    `server-${index}`,
    {
      command: 'npx',
      args: ['mcp-remote', `https://a.example.org/${index}`],
      env: { TOKEN: `t0ken${index}` },
      cwd: 'x',
    },
  ]);
  const inputs = Array.from({ length: 4000 }, (_, index) => ({
    type: 'promptString',
    id: `i${index}`,
  }));
  const long = { command: '\\n${input:i1}'.repeat(40_000) };
  const query = Array.from({ length: 20_000 }, (_, index) => `token=t0ken${index}`).join('&');
  const wide = { url: `https://a.example.org/\\n?${query}` };
  const text = JSON.stringify({ servers: { ...Object.fromEntries(entries), long, wide }, inputs });
  const taken = processorTime();
  const source = folderSource;
  const parsed = await parseAnyConfig(text, source);
  expect(problemsIn({ text, source, parsed }, quietFacts).length).toBeGreaterThan(10_000);
  expect(taken()).toBeLessThan(5000);
});
