import { describe, expect, it } from 'vitest';
import type { Definition, ParsedConfig } from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource, textAt } from '../textAt';

function file(entry: string): string {
  return `{"servers": {\n  "s": ${entry}\n}}`;
}

function parse(entry: string): ParsedConfig {
  return parseConfig(file(entry), folderSource);
}

function definition(entry: string): Definition | undefined {
  return parse(entry).definitions[0];
}

/** Problems as `severity code @text @ args`, without the server and what else is told of the place. */
function problems(entry: string): string[] {
  return parse(entry).problems.map(({ severity, code, args, range }) => {
    const said = Object.entries(args).filter(
      ([key]) => !['server', 'found', 'item', 'within'].includes(key),
    );
    const words = said.map(([key, value]) => `${key}=${value}`);
    return [severity, code, `@${textAt(file(entry), range)}@`, ...words].join(' ');
  });
}

describe('envFile', () => {
  it('is part of the launch and of what is approved', () => {
    const entry = '{"command": "c", "envFile": "${workspaceFolder}/.env"}';
    expect(problems(entry)).toEqual([]);
    expect(definition(entry)?.launch).toMatchObject({ envFile: '${workspaceFolder}/.env' });
    expect(definition(entry)?.fingerprint).not.toBe(definition('{"command": "c"}')?.fingerprint);
  });

  it('must be a text without unknown variables', () => {
    expect(problems('{"command": "c", "envFile": [".env"]}')).toEqual([
      'error wrongType @[".env"]@ key=envFile expected=string',
    ]);
    expect(problems('{"command": "c", "envFile": "${X}/.env"}')).toEqual([
      'error unknownVariable @"${X}/.env"@ variable=X',
    ]);
  });
});

describe('dev', () => {
  it.each([
    ['{"watch": "src/**/*.ts"}', { watch: ['src/**/*.ts'] }],
    ['{"watch": ["a/**", "!a/b"]}', { watch: ['a/**', '!a/b'] }],
    ['{"debug": {"type": "node"}}', { watch: [], debug: { type: 'node' } }],
    [
      '{"watch": [], "debug": {"type": "debugpy", "debugpyPath": "/usr/bin/debugpy"}}',
      { watch: [], debug: { type: 'debugpy', debugpyPath: '/usr/bin/debugpy' } },
    ],
    ['{}', { watch: [] }],
  ])('%s is read', (dev, expected) => {
    const entry = `{"command": "c", "dev": ${dev}}`;
    expect(problems(entry)).toEqual([]);
    expect(definition(entry)?.dev).toEqual(expected);
    const same = definition(entry)?.fingerprint === definition('{"command": "c"}')?.fingerprint;
    // What runs in the command's place is part of what a person consents to.
    expect(same).toBe(!dev.includes('debugpyPath'));
  });

  it('is absent where it is not written', () => {
    expect(definition('{"command": "c"}')).not.toHaveProperty('dev');
  });

  it.each([
    ['"x"', 'wrongType @"x"@ key=dev expected=object'],
    ['{"wach": "x"}', 'unknownKey @"wach"@ key=wach'],
    ['{"watch": 1}', 'wrongType @1@ key=dev.watch expected=stringOrStrings'],
    ['{"watch": ["a", 2]}', 'wrongType @2@ key=dev.watch expected=string'],
    ['{"watch": "a", "watch": "b"}', 'duplicateKey @"watch"@ key=watch line=2'],
    ['{"debug": "node"}', 'wrongType @"node"@ key=dev.debug expected=object'],
    ['{"debug": {}}', 'missing @"debug"@ key=type'],
    ['{"debug": {"type": 1}}', 'wrongType @1@ key=dev.debug.type expected=string'],
    ['{"debug": {"type": "lldb"}}', 'unknownType @"lldb"@ type=lldb'],
    ['{"debug": {"type": "node", "port": 1}}', 'unknownKey @"port"@ key=port'],
    [
      '{"debug": {"type": "node", "debugpyPath": "x"}}',
      'unknownKey @"debugpyPath"@ key=debugpyPath',
    ],
    [
      '{"debug": {"type": "debugpy", "debugpyPath": 1}}',
      'wrongType @1@ key=dev.debug.debugpyPath expected=string',
    ],
  ])('%s is a warning and the server lives', (dev, problem) => {
    const entry = `{"command": "c", "dev": ${dev}}`;
    expect(problems(entry)).toEqual([`warning ${problem}`]);
    expect(definition(entry)?.launch).toMatchObject({ command: 'c' });
  });

  it('debugs no remote server, but watches for one', () => {
    const entry = '{"url": "http://x/", "dev": {"watch": "a", "debug": {"type": "node"}}}';
    expect(problems(entry)).toEqual(['warning conflictingKeys @"debug"@ key=debug other=url']);
    expect(definition(entry)?.dev).toEqual({ watch: ['a'] });
  });
});

describe('oauth', () => {
  it.each([
    ['{"clientId": "c"}', { clientId: 'c' }],
    ['{"clientId": "c", "enterpriseManaged": false}', { clientId: 'c', enterpriseManaged: false }],
    [
      '{"clientId": "c", "clientSecret": "${input:s}", "grant": "client_credentials"}',
      { clientId: 'c', clientSecret: '${input:s}', grant: 'client_credentials' },
    ],
    ['{}', {}],
  ])('%s is read', (oauth, expected) => {
    const entry = `{"url": "http://x/", "oauth": ${oauth}}`;
    expect(problems(entry).filter((problem) => !problem.includes('undefinedInput'))).toEqual([]);
    expect(definition(entry)?.launch).toMatchObject({ oauth: expected });
  });

  it.each([
    ['true', 'wrongType @true@ key=oauth expected=object'],
    ['{"clientId": 1}', 'wrongType @1@ key=oauth.clientId expected=string'],
    [
      '{"enterpriseManaged": "yes"}',
      'wrongType @"yes"@ key=oauth.enterpriseManaged expected=boolean',
    ],
    ['{"secret": "s"}', 'unknownKey @"secret"@ key=secret'],
    [
      '{"enterpriseManaged": true}',
      'notYetSupported @"enterpriseManaged"@ key=oauth.enterpriseManaged',
    ],
    ['{"grant": "password"}', 'notYetSupported @"grant"@ key=oauth.grant'],
  ])('%s is a warning and the server lives', (oauth, problem) => {
    const entry = `{"url": "http://x/", "oauth": ${oauth}}`;
    expect(problems(entry)).toEqual([`warning ${problem}`]);
    expect(definition(entry)?.launch).toMatchObject({ url: 'http://x/' });
  });

  it('does not go with a command, and is told once', () => {
    expect(problems('{"command": "c", "oauth": {}}')).toEqual([
      'warning conflictingKeys @"oauth"@ key=oauth other=command',
    ]);
  });
});

describe('url', () => {
  it.each(['https://a/', 'unix:///tmp/s.sock#/mcp', 'pipe:///pipe/name#/mcp', '${env:U}'])(
    '%s is an address',
    (url) => {
      expect(problems(`{"url": "${url}"}`)).toEqual([]);
    },
  );

  it.each(['unix:///', 'unix://host/x', 'unix:/tmp/s', 'pipe:', 'file:///x', 'x'])(
    '%s is none',
    (url) => {
      expect(problems(`{"url": "${url}"}`)).toEqual([`error invalidUrl @"${url}"@ url=${url}`]);
    },
  );
});

describe('variables', () => {
  it('of VS Code are all known', () => {
    const env = [
      'workspaceFolder:app',
      'workspaceFolderBasename',
      'cwd',
      'config:a.b',
      'command:a.b',
      'extensionInstallFolder:a.b',
      'relativeFile',
      'selectedText',
      '/',
    ].map((text, index) => `"V${index}": "\${${text}}"`);
    expect(problems(`{"command": "c", "env": {${env.join(', ')}}}`)).toEqual([]);
  });
});
