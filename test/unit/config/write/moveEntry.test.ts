import { parse, type ParseError } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { moveEntry } from '../../../../src/config/write/moveEntry';

const mcp = `// Servers of the team
{
	"servers": {
		// adds numbers
		"calculator": { "command": "node", "args": ["calc.js"] }, // fast
		// needs a key
		/* and a city */
		"weather": {
			"url": "https://weather.example/mcp",
			"headers": {
				// kept in the secret store
				"Authorization": "Bearer \${input:key}"
			}
		}, // slow

		"plain": { "command": "plain", "env": { "KEY": "\${input:shared}" } },
		"last": { "command": "last", "env": { "KEY": "\${input:shared}" } }
	},
	"inputs": [
		{ "id": "key", "type": "promptString", "password": true },
		{ "id": "shared", "type": "promptString" }
	]
}
`;

function adopted(from: string, to: string | undefined, name: string): [string, string] {
  const target = { file: 'roundhouse.json', text: to };
  const moved = moveEntry({ file: 'mcp.json', text: from }, target, name);
  return [moved.from, moved.to];
}

function released(to: string | undefined, from: string, name: string): [string, string] {
  const target = { file: 'mcp.json', text: to };
  const moved = moveEntry({ file: 'roundhouse.json', text: from }, target, name);
  return [moved.to, moved.from];
}

function codeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error instanceof UserError ? error.reason : error;
  }
  return undefined;
}

describe('moveEntry', () => {
  it('moves an entry with its comments and its input, and touches nothing else', () => {
    const [left, right] = adopted(mcp, undefined, 'weather');
    expect(left).toBe(`// Servers of the team
{
	"servers": {
		// adds numbers
		"calculator": { "command": "node", "args": ["calc.js"] }, // fast

		"plain": { "command": "plain", "env": { "KEY": "\${input:shared}" } },
		"last": { "command": "last", "env": { "KEY": "\${input:shared}" } }
	},
	"inputs": [
		{ "id": "shared", "type": "promptString" }
	]
}
`);
    expect(right).toBe(`{
	"servers": {
		// needs a key
		/* and a city */
		"weather": {
			"url": "https://weather.example/mcp",
			"headers": {
				// kept in the secret store
				"Authorization": "Bearer \${input:key}"
			}
		} // slow
	},
	"inputs": [
		{ "id": "key", "type": "promptString", "password": true }
	]
}
`);
  });

  it('leaves an input that another entry names, and copies it', () => {
    const [left, right] = adopted(mcp, undefined, 'last');
    expect(parse(left)).toMatchObject({ inputs: [{ id: 'key' }, { id: 'shared' }] });
    expect(parse(right)).toMatchObject({ servers: { last: {} }, inputs: [{ id: 'shared' }] });
    expect(left).toContain(
      '"plain": { "command": "plain", "env": { "KEY": "${input:shared}" } }\n\t}',
    );
  });

  it('adds to an existing file in its own style', () => {
    const existing = '{\r\n  "servers": {\r\n    "a": {"command": "a"} // first\r\n  }\r\n}\r\n';
    const [, right] = adopted(mcp, existing, 'calculator');
    expect(right).toBe(
      '{\r\n  "servers": {\r\n    "a": {"command": "a"}, // first\r\n    // adds numbers\r\n' +
        '    "calculator": { "command": "node", "args": ["calc.js"] } // fast\r\n  }\r\n}\r\n',
    );
  });

  it.each([
    ['one line', '{"servers":{"a":{"command":"a"},"b":{"command":"b"}}}', 'a'],
    ['one line, last', '{"servers":{"a":{"command":"a"},"b":{"command":"b"}}}', 'b'],
    [
      'trailing comma',
      '{"servers": {\n  "a": {"command": "a"},\n  "b": {"command": "b"},\n}}',
      'b',
    ],
    ['comma first', '{"servers": {\n  "a": {"command": "a"}\n  , "b": {"command": "b"}\n}}', 'b'],
    [
      'comma first, first',
      '{"servers": {\n  "a": {"command": "a"}\n  , "b": {"command": "b"}\n}}',
      'a',
    ],
    ['comment before brace', '{"servers": {\n  "a": {"command": "a"} // x\n  // end\n}}', 'a'],
  ])('moves there and back: %s', (_title, text, name) => {
    const entry = { command: name };
    const [left, right] = adopted(text, undefined, name);
    expect(strict(left)).not.toHaveProperty(['servers', name]);
    expect(strict(right)).toEqual({ servers: { [name]: entry } });
    const [back, empty] = released(left, right, name);
    expect(strict(back)).toEqual(strict(text));
    expect(strict(empty)).toEqual({ servers: {} });
    expect(back.match(/\/\/.*/g)?.toSorted()).toEqual(text.match(/\/\/.*/g)?.toSorted());
  });

  it('gives back the very text where the entry and its input were the last ones', () => {
    const text = `{
  // ours
  "servers": {
    "a": { "command": "a" },
    // secret
    "b": {
      "command": "b",
      "env": { "KEY": "\${input:key}" } // from the store
    } // slow
    // more to come
  },
  "inputs": [
    { "id": "other", "type": "promptString" },
    { "id": "key", "type": "promptString" }
  ]
}
`;
    const [left, right] = adopted(text, undefined, 'b');
    expect(left).not.toContain('secret');
    expect(released(left, right, 'b')[0]).toBe(text);
  });

  it('makes the file it releases to when that is gone', () => {
    const [, right] = adopted(mcp, undefined, 'weather');
    const [back] = released(undefined, right, 'weather');
    expect(parse(back)).toEqual(parse(right));
  });

  it('says what stands in the way', () => {
    expect(codeOf(() => adopted('{', undefined, 'a'))).toEqual({
      code: 'adoptUnreadable',
      args: { file: 'mcp.json' },
    });
    expect(codeOf(() => adopted(mcp, '{"servers": []}', 'last'))).toEqual({
      code: 'adoptUnreadable',
      args: { file: 'roundhouse.json' },
    });
    expect(codeOf(() => adopted(mcp, undefined, 'nope'))).toMatchObject({
      code: 'unknownServer',
      args: { server: 'nope' },
    });
    expect(codeOf(() => adopted(mcp, '{"servers": {"last": {}}}', 'last'))).toEqual({
      code: 'nameTaken',
      args: { name: 'last' },
    });
    const twice = '{"servers": {"a": {"command": "old"}, "a": {"command": "new"}}}';
    expect(codeOf(() => adopted(twice, undefined, 'a'))).toEqual({
      code: 'adoptNameTwice',
      args: { name: 'a', file: 'mcp.json' },
    });
    expect(codeOf(() => released(undefined, twice, 'a'))).toMatchObject({ code: 'adoptNameTwice' });
    const other = '{"inputs": [{"id": "key", "type": "promptString"}]}';
    expect(codeOf(() => adopted(mcp, other, 'weather'))).toEqual({
      code: 'adoptInputConflict',
      args: { input: 'key', file: 'roundhouse.json' },
    });
  });

  it('what gives a server in a sandbox other rules', () => {
    const entry = '{"command": "a", "sandboxEnabled": true}';
    const rules = '{"filesystem": {"denyRead": ["~/.ssh"]}}';
    const confined = `{"servers": {"a": ${entry}, "free": {"command": "f"}}, "sandbox": ${rules}}`;
    const conflict = { code: 'adoptSandboxConflict', args: { file: 'roundhouse.json' } };
    expect(codeOf(() => adopted(confined, undefined, 'a'))).toEqual(conflict);
    const without = `{"servers": {"a": ${entry}}}`;
    expect(codeOf(() => adopted(without, `{"sandbox": ${rules}}`, 'a'))).toEqual(conflict);
    expect(adopted(confined, `{"sandbox": ${rules}}`, 'a')[1]).toContain('sandboxEnabled');
    expect(adopted(without, undefined, 'a')[1]).toContain('sandboxEnabled');
    expect(adopted(confined, undefined, 'free')[1]).toContain('free');
  });
});

function strict(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}
