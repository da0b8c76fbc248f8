import { describe, expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource } from '../textAt';
import { fixesOf } from './marked';

async function only(...args: Parameters<typeof fixesOf>): Promise<string> {
  const fixes = await fixesOf(...args);
  expect(fixes).toHaveLength(1);
  return fixes[0]?.text ?? '';
}

describe('keys', () => {
  test('mcpServers becomes servers, and everything else stays', async () => {
    const text = '{\n  // mine\n  "mcpServers": {"a": {"command": "x"}}, // yours\n}\n';
    expect(await only(text, 'wrongTopLevelKey')).toBe(text.replace('mcpServers', 'servers'));
  });

  test('mcpServers goes into the servers that are there, with its comments', async () => {
    const servers = '{\n  "servers": {\n    "a": {"command": "x"}|\n  }';
    const entry = '\n    // mine\n    "b": {"command": "y"} // yours\n  ';
    const text = `${servers.replace('|', '')},\n  "mcpServers": {${entry}}\n}\n`;
    expect(await only(text, 'wrongTopLevelKey')).toBe(
      `${servers.replace('|', `,${entry.trimEnd()}`)}\n}\n`,
    );
  });

  test('comments that are left in mcpServers go behind its servers', async () => {
    const text = `{
  "servers": {
    "a": {"command": "x"}
  },
  // those of the team
  "mcpServers": { // by name
    "b": {"command": "y"}, // yours

    // "c": {"command": "z"}

    /* "d": {
      "command": "d"
    } */
  } // the end
}
`;
    expect(await only(text, 'wrongTopLevelKey')).toBe(`{
  "servers": {
    "a": {"command": "x"},
    "b": {"command": "y"} // yours
    // those of the team
    // by name
    // "c": {"command": "z"}
    /* "d": {
        "command": "d"
      } */
    // the end
  }
}
`);
    const nested = '{\n  "mcp": {\n    "servers": {"a": {"command": "x"}}\n    // old\n  }\n}\n';
    expect(await only(nested, 'nestedServers')).toBe(
      '{\n  "servers": {"a": {"command": "x"}}\n  // old\n}\n',
    );
  });

  test('mcpServers stays where a name of its servers is taken', async () => {
    const text = '{"servers": {"a": {}}, "mcpServers": {"a": {}}}';
    expect(await fixesOf(text, 'wrongTopLevelKey')).toEqual([]);
  });

  test.each<[string, Parameters<typeof fixesOf>[1]]>([
    ['{"mcp":{"servers":{"a":{"command":"x"}}\n', 'nestedServers'],
    ['{"servers":{"a":{"command":"x"}},"mcpServers":{"b":{"command":"y"}}\n', 'wrongTopLevelKey'],
    ['{"b":{"command":"y"},"servers":{"a":{"command":"x"}\n', 'bareServer'],
  ])('nothing is moved in a file that breaks off: %s', async (text, code) => {
    const { problems } = parseConfig(text, folderSource);
    expect(problems.map((problem) => problem.code)).toContain(code);
    expect(await fixesOf(text, code)).toEqual([]);
  });

  test('an unknown key is renamed to the nearest, or removed', async () => {
    const text =
      '{\n  "servers": {"a": {\n    "command": "x", // one\n    "environment": {"A": "1"} // two\n  }}\n}';
    const fixes = await fixesOf(text, 'unknownKey');
    expect(fixes.map(({ code, args }) => [code, args['expected']])).toEqual([
      ['renameKey', 'env'],
      ['removeKey', undefined],
    ]);
    expect(fixes[0]?.text).toBe(text.replace('environment', 'env'));
    expect(fixes[1]?.text).not.toContain('environment');
    expect(fixes[1]?.text).toContain('// one');
  });

  test('an unknown key is not renamed to one that is there', async () => {
    const fixes = await fixesOf(
      '{"servers": {"a": {"command": "x", "arg": [], "args": []}}}',
      'unknownKey',
    );
    expect(fixes.map(({ code }) => code)).toEqual(['removeKey']);
  });

  test('of command and url either can be kept', async () => {
    const text =
      '{"servers": {"a": {"type": "http", "command": "x", "args": ["1"], "url": "https://a.example.org", "headers": {}}}}';
    const fixes = await fixesOf(text, 'conflictingKeys');
    expect(fixes.map(({ code, text }) => [code, JSON.parse(text) as unknown])).toEqual([
      ['keepUrl', { servers: { a: { type: 'http', url: 'https://a.example.org', headers: {} } } }],
      ['keepCommand', { servers: { a: { type: 'stdio', command: 'x', args: ['1'] } } }],
    ]);
  });

  test('the type of another host', async () => {
    const text = '{"servers": {"a": {"type": "streamableHttp", "url": "https://a.example.org"}}}';
    expect(await only(text, 'unknownType')).toBe(text.replace('streamableHttp', 'http'));
  });
});

describe('variables and inputs', () => {
  test('a shell variable', async () => {
    const text =
      '{"servers": {"a": {"command": "x", "args": ["\\"${A_B}\\" ${A_B}", "${workspaceFolder}"]}}}';
    expect(await only(text, 'unknownVariable')).toBe(text.replaceAll('${A_B}', '${env:A_B}'));
  });

  test('a missing input is declared, hidden where it sounds secret', async () => {
    const text = '{\n\t"servers": {"a": {"command": "${input:api-key} ${input:region}"}}\n}';
    const fixes = await fixesOf(text, 'undefinedInput');
    expect(fixes.map(({ text }) => (JSON.parse(text) as { inputs: unknown }).inputs)).toEqual([
      [{ type: 'promptString', id: 'api-key', description: 'api-key', password: true }],
      [{ type: 'promptString', id: 'region', description: 'region' }],
    ]);
    expect(fixes[0]?.text).toContain(text.slice(0, -2));
  });

  test('a missing input is declared behind the others, or a near one is used', async () => {
    const text =
      '{"servers": {"a": {"command": "${input:tokn}"}}, "inputs": [\n  {"type": "promptString", "id": "token"} // kept\n]}';
    const [define, use] = await fixesOf(text, 'undefinedInput');
    expect(define?.text).toMatch(/"token"\}, \/\/ kept\n\s+\{[^}]*"tokn"/);
    expect(use?.text).toBe(text.replace('${input:tokn}', '${input:token}'));
  });

  test('an unused input is removed', async () => {
    const text =
      '{"servers": {"a": {"command": "${input:b}"}}, "inputs": [\n  {"type": "promptString", "id": "a"},\n  // of b\n  {"type": "promptString", "id": "b"}\n]}';
    expect(await only(text, 'unusedInput')).toBe(
      text.replace('\n  {"type": "promptString", "id": "a"},', ''),
    );
  });
});

describe('programs', () => {
  test.each([
    ['./sub', '${workspaceFolder}/sub'],
    ['sub/x', '${workspaceFolder}/sub/x'],
    ['.', '${workspaceFolder}'],
  ])('the folder %s', async (cwd, expected) => {
    const text = `{"servers": {"a": {"command": "x", "cwd": "${cwd}"}}}`;
    expect(await only(text, 'cwdFromWorkspace')).toBe(text.replace(`"${cwd}"`, `"${expected}"`));
  });

  test('the folder of an entry of the user', async () => {
    const source: ConfigSource = { ...folderSource, id: 'user', folder: undefined };
    const text = '{"servers": {"a": {"command": "x", "cwd": "sub"}}}';
    expect(await only(text, 'cwdFromHome', { source })).toContain('"${userHome}/sub"');
  });

  test('a bridge is left out with all its headers', async () => {
    const text = `{
  "servers": {
    // before
    "a": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "https://a.example.org/sse", "--transport", "sse-only",
        "--header", "Authorization: Bearer \${TOKEN}", "--header", "X-Team:\${env:TEAM}", "--debug"],
      "env": {"TOKEN": "\${input:token}"}
    },
    "b": {"command": "x"} // after
  },
  "inputs": [{"type": "promptString", "id": "token"}]
}`;
    const after = await only(text, 'remoteBridge');
    const entry = after.slice(after.indexOf('"a": ') + 5, after.indexOf(',\n    "b"'));
    expect(JSON.parse(entry)).toEqual({
      type: 'sse',
      url: 'https://a.example.org/sse',
      headers: { Authorization: 'Bearer ${input:token}', 'X-Team': '${env:TEAM}' },
    });
    expect(after.startsWith(text.slice(0, text.indexOf('"command"')).trimEnd())).toBe(true);
    expect(after).toContain('"b": {"command": "x"} // after');
  });

  test('a variable that the entry does not set comes from the environment', async () => {
    const args = ['mcp-remote', 'https://a.example.org/mcp', '--header', 'X-Key: ${KEY}'];
    const text = JSON.stringify({ servers: { a: { command: 'npx', args } } });
    expect(await only(text, 'remoteBridge')).toContain('"X-Key":"${env:KEY}"');
  });
});

test('a secret is moved by a command, not by an edit', async () => {
  const text = '{"servers": {"a": {"command": "x", "env": {"TOKEN": "t0ken"}}}}';
  expect(await fixesOf(text, 'plainSecret')).toEqual([
    { code: 'moveSecret', args: { name: 'TOKEN', server: 'a' }, preferred: true, text },
  ]);
});

describe('a default, which may be a secret', () => {
  const secret = 'sk-live-0123456789abcdef';
  const using = (variable: string): string =>
    JSON.stringify({ servers: { a: { command: 'x', args: [`\${${variable}}`] } } });

  test('is not named with its variable, and goes with it', async () => {
    const text = using(`API_KEY:-${secret}`);
    const { problems } = parseConfig(text, folderSource);
    expect(problems.map(({ args }) => args['variable'])).toEqual(['API_KEY']);
    expect(await only(text, 'unknownVariable')).toBe(using('env:API_KEY'));
  });

  test('is not named with an input either, for which nothing can be declared', async () => {
    const text = using(`input:key:-${secret}`);
    const { problems } = parseConfig(text, folderSource);
    expect(problems.map(({ args }) => args['input'])).toEqual(['key']);
    expect(await fixesOf(text, 'undefinedInput')).toEqual([]);
  });
});
