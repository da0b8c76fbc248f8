import { noSandboxRules } from '../../../../src/config/read/readSandbox';
import { describe, expect, it } from 'vitest';
import type { ParsedConfig } from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { folderSource, textAt } from '../textAt';

function parse(text: string): ParsedConfig {
  return parseConfig(text, folderSource);
}

/** Problems as `severity code @text {args}`: what a person sees and where. */
function problems(text: string): string[] {
  return parse(text).problems.map(({ severity, code, args, range }) => {
    const named = Object.entries(args).filter(([key]) => !['found', 'item', 'shape'].includes(key));
    const said = named.map(([key, value]) => `${key}=${value}`);
    return `${severity} ${code} @${textAt(text, range)}@ ${said.join(' ')}`.trim();
  });
}

function names(text: string): string[] {
  return parse(text).definitions.map(({ name }) => name);
}

describe('a sound file', () => {
  const text = `{
  // what the team uses
  "$schema": "x",
  "sandbox": {},
  "servers": {
    "calc": { "command": "node", "args": ["calc.js",], "env": { "A": "1", "N": 5, "GONE": null }, },
    "web": { "url": "https://example.org/mcp", "headers": { "X": "\${input:key}" } }, /* remote */
    "old": { "type": "sse", "url": "http://localhost:1/sse" },
  },
  "inputs": [{ "id": "key", "type": "promptString", "password": true, "description": "Key" },],
}
`;

  it('has no problem with comments and trailing commas', () => {
    expect(problems(text)).toEqual([]);
    expect(parse(text).complete).toBe(true);
  });

  it('gives every entry with its launch', () => {
    const { definitions } = parse(text);
    expect(definitions.map(({ id, launch }) => [id, launch])).toEqual([
      [
        'folder:app/calc',
        {
          type: 'stdio',
          command: 'node',
          args: ['calc.js'],
          cwd: undefined,
          env: { A: '1', N: '5', GONE: null },
        },
      ],
      [
        'folder:app/web',
        { type: 'http', url: 'https://example.org/mcp', headers: { X: '${input:key}' } },
      ],
      ['folder:app/old', { type: 'sse', url: 'http://localhost:1/sse', headers: {} }],
    ]);
  });

  it('gives each entry only the inputs that it names', () => {
    const { definitions, inputs } = parse(text);
    expect(inputs).toMatchObject([{ id: 'key', type: 'promptString', password: true }]);
    expect(definitions.map((definition) => definition.inputs)).toEqual([[], inputs, []]);
  });

  it('points at the whole property of an entry', () => {
    const ranges = parse(text).definitions.map(({ range }) => textAt(text, range));
    expect(ranges[2]).toBe('"old": { "type": "sse", "url": "http://localhost:1/sse" }');
  });

  it.each(['', '  \n', '// nothing yet', '{}', '{"servers":{}}', '\uFEFF'])(
    'takes %j for a file without servers',
    (empty) => {
      expect(parse(empty)).toEqual({ definitions: [], inputs: [], problems: [], complete: true });
    },
  );
});

describe('a problem in an entry', () => {
  const cases: readonly [string, string, string][] = [
    ['{"args":[]}', 'error missing @"bad"@ key=command server=bad', 'no command'],
    ['{"command":" "}', 'error missing @"bad"@ key=command server=bad', 'a blank command'],
    ['{"type":"http"}', 'error missing @"bad"@ key=url server=bad', 'no url'],
    ['{"headers":{}}', 'error missing @"bad"@ key=url server=bad', 'headers without url'],
    ['{"type":7}', 'error wrongType @7@ key=type expected=string server=bad', 'a type of a number'],
    [
      '{"type":"http","command":"c"}',
      'error conflictingKeys @"command"@ key=command other=url server=bad type=http',
      'a command for http',
    ],
    [
      '{"command":null}',
      'error wrongType @null@ key=command expected=string server=bad',
      'a command of null',
    ],
    [
      '{"command":"c","args":"a"}',
      'error wrongType @"a"@ key=args expected=strings server=bad',
      'args as text',
    ],
    [
      '{"command":"c","args":["a", 2]}',
      'error wrongType @2@ key=args expected=string server=bad',
      'a number in args',
    ],
    [
      '{"command":"c","env":{"A":true}}',
      'error wrongType @true@ key=env.A expected=stringNumberOrNull server=bad',
      'a boolean in env',
    ],
    [
      '{"command":"c","env":[]}',
      'error wrongType @[]@ key=env expected=object server=bad',
      'env as array',
    ],
    [
      '{"url":"http://x","headers":{"A":null}}',
      'error wrongType @null@ key=headers.A expected=string server=bad',
      'a header of null',
    ],
    [
      '{"url":"ftp://x"}',
      'error invalidUrl @"ftp://x"@ url=ftp://x server=bad',
      'a url of another scheme',
    ],
    ['"node"', 'error notAnObject @"node"@ key=bad', 'text for an entry'],
  ];

  it.each(cases)('%s', (entry, problem) => {
    const text = `{"servers": {"good": {"command": "g"},\n "bad": ${entry},\n "also": {"command": "a"}}}`;
    expect(problems(text)).toEqual([problem]);
    expect(names(text)).toEqual(['good', 'also']);
    expect(parse(text).complete).toBe(true);
  });

  it('names every wrong value of one entry', () => {
    const text = '{"servers":{"bad":{"command":1,"args":[2],"cwd":3}}}';
    expect(problems(text).map((line) => line.split('@')[1])).toEqual(['1', '2', '3']);
  });
});

describe('a warning in an entry', () => {
  const cases: readonly [string, string][] = [
    ['"comand": "x"', 'warning unknownKey @"comand"@ key=comand server=s'],
    ['"headers": {}', 'warning conflictingKeys @"headers"@ key=headers other=command server=s'],
    ['"url": "http://x"', 'warning conflictingKeys @"url"@ key=url other=command server=s'],
    ['"type": "tcp"', 'warning unknownType @"tcp"@ type=tcp server=s'],
    ['"command": "again"', 'warning duplicateKey @"command"@ key=command server=s line=1'],
    ['"env": {"A": "1", "A": "2"}', 'warning duplicateKey @"A"@ key=A server=s line=1'],
  ];

  it.each(cases)('%s leaves it alive', (extra, problem) => {
    const text = `{"servers": {"s": {"command": "c", ${extra}}}}`;
    expect(problems(text)).toEqual([problem]);
    expect(parse(text).definitions).toMatchObject([
      { name: 's', launch: { command: /again/.test(extra) ? 'again' : 'c' } },
    ]);
  });

  it.each([
    '"dev": {"watch": "*"}',
    '"sandboxEnabled": false',
    '"sandboxEnabled": true',
    '"gallery": true',
    '"version": "1"',
  ])('there is none for %s', (extra) =>
    expect(problems(`{"servers": {"s": {"command": "c", ${extra}}}}`)).toEqual([]),
  );
});

describe('what VS Code runs', () => {
  const http = { type: 'http', url: 'http://x' };

  it.each<[string, object, readonly string[]]>([
    ['{"type": "streamable-http", "url": "http://x"}', http, ['unknownType']],
    ['{"type": "HTTP", "command": "c"}', { type: 'stdio', command: 'c' }, ['unknownType']],
    [
      '{"type": "remote", "command": "c", "url": "http://x"}',
      { type: 'stdio', command: 'c' },
      ['unknownType', 'conflictingKeys'],
    ],
    ['{"type": "http", "url": "http://x", "command": "c", "args": []}', http, ['conflictingKeys']],
    [
      '{"type": "sse", "url": "http://x", "command": "c"}',
      { type: 'stdio', command: 'c' },
      ['conflictingKeys'],
    ],
    ['{"url": "http://x", "command": ""}', http, ['conflictingKeys']],
  ])('%s runs here, too', (entry, launch, codes) => {
    const { definitions, problems } = parse(`{"servers": {"s": ${entry}}}`);
    expect(definitions).toMatchObject([{ launch }]);
    expect(problems.map(({ code }) => code)).toEqual(codes);
    expect(new Set(problems.map(({ severity }) => severity))).toEqual(new Set(['warning']));
  });
});

describe('names and top-level keys', () => {
  it('keeps the last of two entries with one name', () => {
    const text = '{"servers": {"a": {"comand": "1"},\n  "a" : {"command": "2"}}}';
    expect(problems(text)).toEqual(['error duplicateName @"a"@ name=a line=2']);
    expect(parse(text).problems[0]?.range.startLine).toBe(0);
    expect(parse(text).definitions).toMatchObject([{ launch: { command: '2' } }]);
  });

  it('tells which key is meant by mcpServers', () => {
    const text = '{"mcpServers": {"a": {}}}';
    expect(problems(text)).toEqual([
      'error wrongTopLevelKey @"mcpServers"@ key=mcpServers expected=servers',
    ]);
  });

  it('names an unknown key, a doubled block and blocks of a wrong type', () => {
    expect(problems('{"server": {}}')).toEqual(['warning unknownKey @"server"@ key=server']);
    expect(problems('{"servers": {}, "servers": {}}')).toEqual([
      'warning duplicateKey @"servers"@ key=servers line=1',
    ]);
    expect(problems('{"servers": [1]}')).toEqual(['error serversNotAnObject @[1]@ key=servers']);
    expect(problems('[]')).toEqual(['error rootNotAnObject @[]@']);
  });

  it('treats __proto__ as a name like any other', () => {
    const text = '{"servers": {"__proto__": {"command": "c", "env": {"__proto__": "v"}}}}';
    const [definition] = parse(text).definitions;
    expect(definition?.name).toBe('__proto__');
    const { launch } = definition ?? {};
    expect(launch?.type === 'stdio' && Object.entries(launch.env)).toEqual([['__proto__', 'v']]);
  });
});

describe('variables', () => {
  it('names an unknown one at its value and keeps the entry', () => {
    const text = '{"servers": {"s": {"command": "c", "args": ["ok", "a ${HOME} ${HOME}"]}}}';
    expect(problems(text)).toEqual([
      'error unknownVariable @"a ${HOME} ${HOME}"@ variable=HOME server=s',
    ]);
    expect(names(text)).toEqual(['s']);
  });

  it('leaves those that a shell expands in the text that it runs', () => {
    const entry = (command: string, ...args: readonly string[]): string[] =>
      problems(JSON.stringify({ servers: { s: { command, args } } })).map(
        (line) => line.split(' ')[1] ?? '',
      );
    expect(entry('bash', '-c', 'exec x --root "${ROOT:-/srv}" ${f%.txt}')).toEqual([]);
    expect(entry('bash', '-c', 'exec x ${input:key}')).toEqual(['undefinedInput']);
    expect(entry('bash', 'run.sh', '${ROOT:-/srv}')).toEqual(['unknownVariable']);
    expect(entry('cmd', '/c', 'npx x ${KEY}')).toEqual(['unknownVariable']);
    expect(entry('sh', '-c', 'exec "$@"', '_', 'x', '${KEY}')).toEqual(['unknownVariable']);
  });

  it('names an input that is not declared', () => {
    const text = '{"servers": {"s": {"url": "http://${input:host}/"}}, "inputs": []}';
    expect(problems(text)).toEqual([
      'error undefinedInput @"http://${input:host}/"@ input=host server=s',
    ]);
    expect(names(text)).toEqual(['s']);
  });

  it('says nothing twice where the declaration itself is wrong', () => {
    const servers = '"servers": {"s": {"command": "${input:x}"}}';
    expect(problems(`{${servers}, "inputs": {}}`)).toHaveLength(1);
    expect(problems(`{${servers}, "inputs": [{"id": "x", "type": "promtString"}]}`)).toHaveLength(
      1,
    );
  });

  it('knows those that are filled', () => {
    const text =
      '{"servers": {"s": {"command": "${workspaceFolder}", "cwd": "${userHome}", "env": {"A": "${env:B} $5 ${}"}}}}';
    expect(problems(text)).toEqual([]);
  });
});

describe('broken text', () => {
  const a = '"a": {"command": "1"}';
  const b = '"b": {"command": "2"}';
  const cases: readonly [string, string, readonly string[]][] = [
    ['half typed', `{"servers": {${a}, "b": {"command": `, ['a']],
    ['half typed with a comment', `{"servers": {${a}, "b": {"env": {} // }`, ['a']],
    ['cut after an entry', `{"servers": {${a}`, ['a']],
    ['no comma between entries', `{"servers": {${a} ${b}}}`, ['a', 'b']],
    ['no comma inside an entry', `{"servers": {"a": {"command": "1" "args": []}, ${b}}}`, ['b']],
    ['a bare word', `{"servers": {"a": {"command": tru}, ${b}}}`, ['b']],
    ['an unquoted key', `{"servers": {"a": {command: "1"}, ${b}}}`, ['b']],
    ['an open string', `{"servers": {"a": {"command": "1\n}, ${b}}}`, ['b']],
    ['no value', `{"servers": {"a": , ${b}}}`, ['b']],
    ['text behind the end', `{"servers": {${a}, ${b}}} x`, ['a', 'b']],
    ['an open comment', `{"servers": {${a}, ${b}}} /* x`, ['a', 'b']],
    ['inputs half typed', `{"servers": {"a": {"command": "\${input:x}"}}, "inputs": [{"id"`, ['a']],
  ];

  it.each(cases)('%s: one problem, and what is whole lives', (_name, text, alive) => {
    const parsed = parse(text);
    expect(parsed.problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['syntax', 'error'],
    ]);
    expect(parsed.complete).toBe(false);
    expect(names(text)).toEqual(alive);
  });

  it('points at the place of the error', () => {
    const text = `{"servers": {\n${a}\n${b}}}`;
    expect(problems(text)).toEqual(['error syntax @"b"@ error=CommaExpected']);
  });

  it('tells two errors that have nothing to do with each other', () => {
    const text = `{"servers": {"a": {"command": x}, ${b}, "c": {"command": y}}}`;
    expect(problems(text).map((line) => line.split('@')[1])).toEqual(['x', 'y']);
  });
});

describe('ranges', () => {
  const entries = [
    '"a": {"comand": "é😀"}',
    '"b": {"command": "c", "x": [1]}',
    '"c": {"type": "😀"}',
  ];

  it.each(['\n', '\r\n', '\r', ' ', '\n\n\t', '/* 😀 \n */'])(
    'hold with %j between tokens',
    (gap) => {
      for (const mark of ['', '\uFEFF']) {
        const body = `{${gap}"servers"${gap}:${gap}{${gap}${entries.join(`${gap},${gap}`)}${gap}}${gap}}`;
        const parsed = parse(mark + body);
        expect(parsed.problems.map(({ range }) => textAt(body, range))).toEqual([
          '"comand"',
          '"a"',
          '"x"',
          '"😀"',
          '"c"',
        ]);
        expect(parsed.definitions.map(({ range }) => textAt(body, range))).toEqual([entries[1]]);
      }
    },
  );
});

// Each of these takes milliseconds in linear time and longer than the test may take in quadratic.
describe('large and hostile texts', () => {
  it('reads 5,000 servers, each with a warning and an input', () => {
    const servers = Array.from(
      { length: 5000 },
      (_, i) => `"s${i}": {"command": "c", "args": ["\${input:i${i}}"], "odd": 1}`,
    );
    const inputs = Array.from(
      { length: 5000 },
      (_, i) => `{"id": "i${i}", "type": "promptString"}`,
    );
    const text = `{"servers": {\n${servers.join(',\n')}\n},\n"inputs": [${inputs.join(',')}]}`;
    const parsed = parse(text);
    expect(parsed.definitions).toHaveLength(5000);
    expect(parsed.definitions.at(-1)?.inputs).toMatchObject([{ id: 'i4999' }]);
    expect(parsed.problems).toHaveLength(5000);
    expect(parsed.problems.at(-1)?.range.startLine).toBe(5000);
  });

  it('reads many errors, many lines, many duplicates and many open braces', () => {
    const many = 30_000;
    expect(parse(`{"servers": {${'"a": x,\n'.repeat(many)}}}`).problems).toHaveLength(many);
    expect(parse(`{"servers": {${'"a": {},'.repeat(many)}}}`).problems).toHaveLength(many);
    expect(parse(`{"servers": {"a": {"command": "${'${'.repeat(many)}"}}}`).problems).toEqual([]);
  });

  it('gives up on nesting that no stack can hold, with a problem', () => {
    const parsed = parse(`{"servers": ${'['.repeat(200_000)}`);
    expect(parsed.complete).toBe(false);
    expect(parsed.problems).toMatchObject([{ code: 'syntax', args: { error: 'TooDeep' } }]);
  });
});

describe('the rules of a sandbox', () => {
  const entries =
    '"servers": {"free": {"command": "f"}, "s": {"command": "c", "sandboxEnabled": true}}';
  const rulesOf = (text: string) => {
    const launch = parse(text).definitions.find(({ name }) => name === 's')?.launch;
    return launch?.type === 'stdio' ? launch.sandbox : undefined;
  };

  it('count for the entries that ask for one', () => {
    const text = `{${entries}, "sandbox": {
      "network": {"allowedDomains": ["*.example.com"], "deniedDomains": ["bad.example.com"]},
      "filesystem": {"denyRead": ["~/.ssh"], "allowWrite": ["/srv"], "denyWrite": ["/srv/x"]}}}`;
    expect(problems(text)).toEqual([]);
    expect(rulesOf(text)).toEqual({
      allowedDomains: ['*.example.com'],
      deniedDomains: ['bad.example.com'],
      denyRead: ['~/.ssh'],
      allowWrite: ['/srv'],
      denyWrite: ['/srv/x'],
    });
    const [free] = parse(text).definitions;
    expect(free?.launch).not.toHaveProperty('sandbox');
  });

  it.each(['', ', "sandbox": {}', ', "sandbox": {"network": {}}'])('are none in %j', (rules) => {
    expect(rulesOf(`{${entries}${rules}}`)).toEqual(noSandboxRules);
  });

  it.each([
    ['{"network": {"allowedDomain": []}}', 'error unknownKey @"allowedDomain"@ key=allowedDomain'],
    ['{"files": {}}', 'error unknownKey @"files"@ key=files'],
    ['[]', 'error wrongType @[]@ key=sandbox expected=object'],
    ['{"network": 1}', 'error wrongType @1@ key=network expected=object'],
    ['{"filesystem": {"denyRead": "x"}}', 'error wrongType @"x"@ key=denyRead expected=strings'],
    ['{"filesystem": {"denyRead": [1]}}', 'error wrongType @1@ key=denyRead expected=string'],
  ])('with a mistake, %s, let only the others run', (rules, problem) => {
    const text = `{${entries}, "sandbox": ${rules}}`;
    expect(problems(text)).toEqual([problem]);
    expect(names(text)).toEqual(['free']);
  });

  it('that break off let only the others run', () => {
    expect(names(`{${entries}, "sandbox": {"filesystem": {"denyRead": ["~/.ssh"`)).toEqual([
      'free',
    ]);
  });
});
