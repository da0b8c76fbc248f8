import type { DialectId } from '../../../../src/config/definition';

/** A file with a mistake of somebody who typed it, and everything that is told of it. */
export interface TypingMistake {
  readonly mistake: string;
  readonly text: string;
  /** The host that the file belongs to, and its name; `mcp.json` of VS Code if absent. */
  readonly dialect?: DialectId;
  readonly file?: string;
  /** The command of the server `a` is not on this machine. */
  readonly missing?: true;
  /** Each problem as its severity, line and column, and sentences. */
  readonly told: readonly string[];
  /** The title of the first quick fix. */
  readonly fix?: string;
  /** The text that it makes; absent where it stores a value first. */
  readonly fixed?: string;
}

/** The page of what people mistype and what they read about it. */
export const typingMistakes: readonly TypingMistake[] = [
  // The file as a whole
  {
    mistake: 'an empty file',
    text: '',
    told: [
      'information 1:1 There are no servers in this file yet. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Write "servers"',
    fixed: `{
	"servers": {}
}
`,
  },
  {
    mistake: 'a file that holds a comment only',
    text: `// my servers
`,
    told: [
      'information 1:1 There are no servers in this file yet. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Write "servers"',
    fixed: `// my servers
{
	"servers": {}
}
`,
  },
  {
    mistake: 'a list for the file',
    text: '[]',
    told: [
      'error 1:1 The file must hold one object in braces. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Write "servers"',
    fixed: `{
	"servers": {}
}`,
  },
  {
    mistake: 'a text for the file',
    text: '"npx"',
    told: [
      'error 1:1 The file must hold one object in braces. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  {
    mistake: 'the key of other hosts',
    text: `{
  // mine
  "mcpServers": { "a": { "command": "node" } }
}
`,
    told: [
      'error 3:3 The key "mcpServers" is not read in this file, and nor are the servers in it. Write "servers" instead.',
    ],
    fix: 'Rename "mcpServers" to "servers"',
    fixed: `{
  // mine
  "servers": { "a": { "command": "node" } }
}
`,
  },
  {
    mistake: 'the key of other hosts beside ours',
    text: `{
  "servers": { "a": { "command": "node" } },
  "mcpServers": { "b": { "command": "node" } }
}
`,
    told: [
      'error 3:3 The key "mcpServers" is not read in this file, and nor are the servers in it. Write "servers" instead.',
    ],
    fix: 'Move to "servers"',
    fixed: `{
  "servers": { "a": { "command": "node" },
    "b": { "command": "node" }
  }
}
`,
  },
  {
    mistake: 'the shape of old settings',
    text: `{
  "mcp": {
    "servers": {
      // mine
      "a": { "command": "node" }
    }
  }
}
`,
    told: [
      'error 2:3 The servers stand inside of "mcp", as in another kind of file, so they are not read. Here "servers" stands at the top: write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Move to "servers"',
    fixed: `{
  "servers": {
    // mine
    "a": { "command": "node" }
  }
}
`,
  },
  {
    mistake: 'the shape of old settings with inputs',
    text: `{
  "mcp": {
    "inputs": [],
    "servers": { "a": { "command": "node" } }
  }
}
`,
    told: [
      'error 2:3 The servers stand inside of "mcp", as in another kind of file, so they are not read. Here "servers" stands at the top: write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Move to "servers"',
    fixed: `{
  "inputs": [],
  "servers": { "a": { "command": "node" } }
}
`,
  },
  {
    mistake: 'servers within mcpServers',
    text: '{ "mcpServers": { "servers": { "a": { "command": "node" } } } }',
    told: [
      'error 1:3 The servers stand inside of "mcpServers", as in another kind of file, so they are not read. Here "servers" stands at the top: write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
    fix: 'Move to "servers"',
    fixed: `{ 
	"servers": { "a": { "command": "node" } }
}`,
  },
  {
    mistake: 'servers at the top',
    text: `{
  // mine
  "github": { "command": "node", "args": ["x.js"] },
  "web": { "url": "https://example.com/mcp" }
}
`,
    told: [
      'error 3:3 The server "github" stands at the top of the file, so it is not read. Put it into "servers": write { "servers": { "github": … } }.',
      'error 4:3 The server "web" stands at the top of the file, so it is not read. Put it into "servers": write { "servers": { "web": … } }.',
    ],
    fix: 'Move to "servers"',
    fixed: `{
  "servers": {
    // mine
    "github": { "command": "node", "args": ["x.js"] },
    "web": { "url": "https://example.com/mcp" }
  }
}
`,
  },
  {
    mistake: 'one server at the top beside the others',
    text: `{
  "servers": { "a": { "command": "node" } },
  "b": { "command": "node" }
}
`,
    told: [
      'error 3:3 The server "b" stands at the top of the file, so it is not read. Put it into "servers": write { "servers": { "b": … } }.',
    ],
    fix: 'Move to "servers"',
    fixed: `{
  "servers": { "a": { "command": "node" },
    "b": { "command": "node" }
  }
}
`,
  },
  {
    mistake: 'a misspelt key of the file',
    text: '{ "server": { "a": { "command": "node" } } }',
    told: ['warning 1:3 The key "server" is not known and is ignored. Write "servers" instead.'],
    fix: 'Rename "server" to "servers"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'another misspelt key of the file',
    text: '{ "servers": {}, "input": [] }',
    told: ['warning 1:18 The key "input" is not known and is ignored. Write "inputs" instead.'],
    fix: 'Rename "input" to "inputs"',
    fixed: '{ "servers": {}, "inputs": [] }',
  },
  {
    mistake: 'a list of servers',
    text: '{ "servers": [{ "name": "a", "command": "node" }] }',
    told: [
      'error 1:14 "servers" must be an object in braces that gives every server a name. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  {
    mistake: 'inputs as an object',
    text: '{ "servers": {}, "inputs": { "token": {} } }',
    told: ['error 1:28 The value of "inputs" must be a list in square brackets, not an object.'],
  },
  {
    mistake: 'a wrapped entry without braces',
    text: '"mcp": { "servers": {} }',
    told: [
      'error 1:6 The file should end before this. It holds one object in braces: put this inside of it, or remove it.',
      'error 1:1 The file must hold one object in braces. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  // Syntax
  {
    mistake: 'a comma that is missing',
    text: `{
  "servers": {
    "a": { "command": "node" } // first
    "b": { "command": "node" }
  }
}`,
    told: [
      'error 4:5 A comma is missing before this. Write one behind the value that stands before it.',
    ],
    fix: 'Write the comma',
    fixed: `{
  "servers": {
    "a": { "command": "node" }, // first
    "b": { "command": "node" }
  }
}`,
  },
  {
    mistake: 'a comma that is missing between keys',
    text: '{ "servers": { "a": { "command": "node" "args": [] } } }',
    told: [
      'error 1:41 A comma is missing before this. Write one behind the value that stands before it.',
    ],
    fix: 'Write the comma',
    fixed: '{ "servers": { "a": { "command": "node", "args": [] } } }',
  },
  {
    mistake: 'two commas',
    text: '{ "servers": { "a": { "command": "node",, "args": [] } } }',
    told: [
      'error 1:41 A value is missing here. Write a text in double quotes, a number, true, false, null, a list or an object; or remove the comma or key that stands alone.',
    ],
  },
  {
    mistake: 'a brace that is missing',
    text: '{ "servers": { "a": { "command": "node" } }',
    told: ['error 1:44 A closing brace } is missing here. Write one for every opening brace {.'],
  },
  {
    mistake: 'a bracket that is missing',
    text: '{ "servers": { "a": { "command": "node", "args": ["x" } } }',
    told: [
      'error 1:55 A closing bracket ] is missing here. Write one for every opening bracket [.',
    ],
  },
  {
    mistake: 'a colon that is missing',
    text: '{ "servers": { "a": { "command" "node" } } }',
    told: ['error 1:33 A colon is missing between this key and its value. Write "key": "value".'],
  },
  {
    mistake: 'a key without quotes',
    text: '{ "servers": { "a": { command: "node" } } }',
    told: [
      'error 1:23 This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
    ],
    fix: 'Write "command"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'a value without quotes',
    text: '{ "servers": { "a": { "command": node } } }',
    told: [
      'error 1:34 This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
    ],
  },
  {
    mistake: 'quotes of JavaScript',
    text: '{ "servers": { "a": { "command": \'node\' } } }',
    told: [
      'error 1:34 This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
    ],
    fix: 'Write "node"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'quotes of a word processor',
    text: '{ "servers": { "a": { "command": “node” } } }',
    told: [
      'error 1:34 This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
    ],
    fix: 'Write "node"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'a text without its end',
    text: '{ "servers": { "a": { "command": "node } } }',
    told: [
      'error 1:34 This text has no end. Write a double quote (") behind it on the same line; inside of a text a double quote is written \\".',
    ],
  },
  {
    mistake: 'a path of Windows',
    text: '{ "servers": { "a": { "command": "C:\\Program\\node.exe" } } }',
    told: [
      'error 1:34 A backslash and this character mean nothing. Write every backslash twice, as in "C:\\\\tools\\\\server.exe", or write / in paths.',
    ],
  },
  {
    mistake: 'a comment without its end',
    text: '{ "servers": {} /* mine }',
    told: ['error 1:17 This comment has no end. Write */ behind it.'],
  },
  {
    mistake: 'something behind the end',
    text: '{ "servers": {} } }',
    told: [
      'error 1:19 The file should end before this. It holds one object in braces: put this inside of it, or remove it.',
    ],
  },
  {
    mistake: 'a constant of Python',
    text: '{ "servers": { "a": { "command": "node", "env": { "A": None } } } }',
    told: [
      'error 1:56 This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
    ],
    fix: 'Write null',
    fixed: '{ "servers": { "a": { "command": "node", "env": { "A": null } } } }',
  },
  // How a server is reached
  {
    mistake: 'the type streamable-http',
    text: '{ "servers": { "a": { "type": "streamable-http", "url": "https://example.com/mcp" } } }',
    told: ['warning 1:31 The type "streamable-http" of the server "a" is not known. Write "http".'],
    fix: 'Change the type to "http"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'the type streamableHttp',
    text: '{ "servers": { "a": { "type": "streamableHttp", "url": "https://example.com/mcp" } } }',
    told: ['warning 1:31 The type "streamableHttp" of the server "a" is not known. Write "http".'],
    fix: 'Change the type to "http"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'the type http-stream',
    text: '{ "servers": { "a": { "type": "http-stream", "url": "https://example.com/mcp" } } }',
    told: ['warning 1:31 The type "http-stream" of the server "a" is not known. Write "http".'],
    fix: 'Change the type to "http"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'the type remote',
    text: '{ "servers": { "a": { "type": "remote", "url": "https://example.com/mcp" } } }',
    told: ['warning 1:31 The type "remote" of the server "a" is not known. Write "http".'],
    fix: 'Change the type to "http"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'the type local',
    text: '{ "servers": { "a": { "type": "local", "command": "node" } } }',
    told: ['warning 1:31 The type "local" of the server "a" is not known. Write "stdio".'],
    fix: 'Change the type to "stdio"',
    fixed: '{ "servers": { "a": { "type": "stdio", "command": "node" } } }',
  },
  {
    mistake: 'the type studio',
    text: '{ "servers": { "a": { "type": "studio", "command": "node" } } }',
    told: ['warning 1:31 The type "studio" of the server "a" is not known. Write "stdio".'],
    fix: 'Change the type to "stdio"',
    fixed: '{ "servers": { "a": { "type": "stdio", "command": "node" } } }',
  },
  {
    mistake: 'a type that nobody knows',
    text: '{ "servers": { "a": { "type": "magic" } } }',
    told: [
      'warning 1:31 The type "magic" of the server "a" is not known. Write "stdio" for a program that is started, "http" or "sse" for an address.',
      'error 1:16 The server "a" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
    ],
  },
  {
    mistake: 'a type in a list',
    text: '{ "servers": { "a": { "type": ["stdio"], "command": "node" } } }',
    told: [
      'error 1:31 The value of "type" of the server "a" must be a text in double quotes, not a list.',
    ],
  },
  {
    mistake: 'the type of an address for a program',
    text: '{ "servers": { "a": { "type": "http", "command": "node" } } }',
    told: [
      'error 1:39 The server "a" is of the type "http", which goes with "url", but has "command". Write the type "stdio", or "url" instead of "command".',
    ],
    fix: 'Change the type to "stdio"',
    fixed: '{ "servers": { "a": { "type": "stdio", "command": "node" } } }',
  },
  {
    mistake: 'the type of a program for an address',
    text: '{ "servers": { "a": { "type": "stdio", "url": "https://example.com/mcp" } } }',
    told: [
      'error 1:40 The server "a" is of the type "stdio", which goes with "command", but has "url". Write the type "http", or "command" instead of "url".',
    ],
    fix: 'Change the type to "http"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'a program and an address',
    text: '{ "servers": { "a": { "command": "node", "url": "https://example.com/mcp" } } }',
    told: [
      'warning 1:42 The server "a" has both "command", which starts a program, and "url", which reaches an address. Keep one of the two.',
    ],
    fix: 'Keep "command", remove url',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  // Commands
  {
    mistake: 'a command line in command',
    text: '{ "servers": { "a": { "command": "npx -y @x/y" } } }',
    told: [
      'warning 1:34 The "command" of the server "a" is a whole command line, but there is no such program. Write the program alone, "command": "npx", and the rest as a list into "args".',
    ],
    fix: 'Put everything behind "npx" into "args"',
    fixed: '{ "servers": { "a": { "command": "npx", "args": ["-y", "@x/y"] } } }',
  },
  {
    mistake: 'a command line beside args',
    text: '{ "servers": { "a": { "command": "npx -y", "args": ["@x/y"] } } }',
    told: [
      'warning 1:34 The "command" of the server "a" is a whole command line, but there is no such program. Write the program alone, "command": "npx", and the rest as a list into "args".',
    ],
    fix: 'Put everything behind "npx" into "args"',
    fixed: '{ "servers": { "a": { "command": "npx", "args": ["-y", "@x/y"] } } }',
  },
  {
    mistake: 'a command line with quotes',
    text: '{ "servers": { "a": { "command": "uvx tool --name \\"two words\\"" } } }',
    told: [
      'warning 1:34 The "command" of the server "a" is a whole command line, but there is no such program. Write the program alone, "command": "uvx", and the rest as a list into "args".',
    ],
    fix: 'Put everything behind "uvx" into "args"',
    fixed: '{ "servers": { "a": { "command": "uvx", "args": ["tool", "--name", "two words"] } } }',
  },
  {
    mistake: 'a command line with a path',
    text: '{ "servers": { "a": { "command": "/usr/bin/nodejs-is-not-here server.js" } } }',
    missing: true,
    told: [
      'warning 1:34 The "command" of the server "a" is a whole command line, but there is no such program. Write the program alone, "command": "/usr/bin/nodejs-is-not-here", and the rest as a list into "args".',
    ],
    fix: 'Put everything behind "/usr/bin/nodejs-is-not-here" into "args"',
    fixed:
      '{ "servers": { "a": { "command": "/usr/bin/nodejs-is-not-here", "args": ["server.js"] } } }',
  },
  {
    mistake: 'a program with a space in its path',
    text: '{ "servers": { "a": { "command": "C:\\\\Program Files\\\\nodejs\\\\node.exe" } } }',
    missing: true,
    told: [
      'warning 1:34 The command "C:\\Program Files\\nodejs\\node.exe" of the server "a" was not found on the PATH that the server gets. Install it, or write the full path of its file.',
    ],
  },
  {
    mistake: 'a command in a list',
    text: '{ "servers": { "a": { "command": ["npx", "-y", "@x/y"] } } }',
    told: [
      'error 1:34 The value of "command" of the server "a" must be a text in double quotes, not a list.',
    ],
    fix: 'Put everything behind "npx" into "args"',
    fixed: '{ "servers": { "a": { "command": "npx", "args": ["-y", "@x/y"] } } }',
  },
  {
    mistake: 'a command that is not there',
    text: '{ "servers": { "a": { "command": "nodejs" } } }',
    missing: true,
    told: [
      'warning 1:34 The command "nodejs" of the server "a" was not found on the PATH that the server gets. Install it, or write the full path of its file.',
    ],
  },
  {
    mistake: 'no command',
    text: '{ "servers": { "a": { "args": ["x"] } } }',
    told: [
      'error 1:16 The server "a" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
    ],
  },
  {
    mistake: 'an empty command',
    text: '{ "servers": { "a": { "command": "" } } }',
    told: [
      'error 1:16 The server "a" says neither how it is started nor where it is reached. Write "command", the program that starts it, such as "npx"; or "url", its address.',
    ],
  },
  {
    mistake: 'a server as a command line',
    text: '{ "servers": { "a": "npx -y @x/y" } }',
    told: [
      'error 1:21 The server "a" must be an object in braces. Write { "command": "npx", "args": ["-y", "some-package"] } for a program, or { "url": "https://example.com/mcp" } for an address.',
    ],
    fix: 'Write "a" as an object',
    fixed: '{ "servers": { "a": { "command": "npx", "args": ["-y", "@x/y"] } } }',
  },
  {
    mistake: 'a server as an address',
    text: '{ "servers": { "a": "https://example.com/mcp" } }',
    told: [
      'error 1:21 The server "a" must be an object in braces. Write { "command": "npx", "args": ["-y", "some-package"] } for a program, or { "url": "https://example.com/mcp" } for an address.',
    ],
    fix: 'Write "a" as an object',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'a server as null',
    text: '{ "servers": { "a": null } }',
    told: [
      'error 1:21 The server "a" must be an object in braces. Write { "command": "npx", "args": ["-y", "some-package"] } for a program, or { "url": "https://example.com/mcp" } for an address.',
    ],
  },
  {
    mistake: 'arguments in one text',
    text: '{ "servers": { "a": { "command": "npx", "args": "-y @x/y" } } }',
    told: [
      'error 1:49 The value of "args" of the server "a" must be a list of texts, such as ["-y", "some-package"], not a text.',
    ],
    fix: 'Write "args" as a list',
    fixed: '{ "servers": { "a": { "command": "npx", "args": ["-y", "@x/y"] } } }',
  },
  {
    mistake: 'a number among the arguments',
    text: '{ "servers": { "a": { "command": "node", "args": ["--port", 8080] } } }',
    told: [
      'error 1:61 Every element of "args" of the server "a" must be a text in double quotes, not a number.',
    ],
    fix: 'Put the value in quotes',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["--port", "8080"] } } }',
  },
  {
    mistake: 'a folder from nowhere',
    text: '{ "servers": { "a": { "command": "node", "cwd": "src" } } }',
    told: [
      'information 1:49 The folder "src" of the server "a" is looked for in the workspace folder. Write "${workspaceFolder}" before it to say so.',
    ],
    fix: 'Write "${workspaceFolder}/src"',
    fixed: '{ "servers": { "a": { "command": "node", "cwd": "${workspaceFolder}/src" } } }',
  },
  // Keys
  {
    mistake: 'arg',
    text: '{ "servers": { "a": { "command": "node", "arg": ["x"] } } }',
    told: [
      'warning 1:42 The key "arg" of the server "a" is not known and is ignored. Write "args" instead.',
    ],
    fix: 'Rename "arg" to "args"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["x"] } } }',
  },
  {
    mistake: 'agrs',
    text: '{ "servers": { "a": { "command": "node", "agrs": ["x"] } } }',
    told: [
      'warning 1:42 The key "agrs" of the server "a" is not known and is ignored. Write "args" instead.',
    ],
    fix: 'Rename "agrs" to "args"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["x"] } } }',
  },
  {
    mistake: 'comand',
    text: '{ "servers": { "a": { "comand": "node", "args": ["x"] } } }',
    told: [
      'error 1:23 The key "comand" of the server "a" is not known and is ignored. Write "command" instead.',
    ],
    fix: 'Rename "comand" to "command"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["x"] } } }',
  },
  {
    mistake: 'cmd',
    text: '{ "servers": { "a": { "cmd": "node" } } }',
    told: [
      'error 1:23 The key "cmd" of the server "a" is not known and is ignored. Write "command" instead.',
    ],
    fix: 'Rename "cmd" to "command"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'enviroment',
    text: '{ "servers": { "a": { "command": "node", "enviroment": { "A": "1" } } } }',
    told: [
      'warning 1:42 The key "enviroment" of the server "a" is not known and is ignored. Write "env" instead.',
    ],
    fix: 'Rename "enviroment" to "env"',
    fixed: '{ "servers": { "a": { "command": "node", "env": { "A": "1" } } } }',
  },
  {
    mistake: 'header',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "header": { "A": "1" } } } }',
    told: [
      'warning 1:57 The key "header" of the server "a" is not known and is ignored. Write "headers" instead.',
    ],
    fix: 'Rename "header" to "headers"',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "A": "1" } } } }',
  },
  {
    mistake: 'URL',
    text: '{ "servers": { "a": { "URL": "https://example.com/mcp" } } }',
    told: [
      'error 1:23 The key "URL" of the server "a" is not known and is ignored. Write "url" instead.',
    ],
    fix: 'Rename "URL" to "url"',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'serverUrl',
    text: '{ "servers": { "a": { "serverUrl": "https://example.com/mcp" } } }',
    told: [
      'error 1:23 The key "serverUrl" of the server "a" is not known and is ignored. Write "url" instead.',
    ],
    fix: 'Rename "serverUrl" to "url"',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'arg beside args',
    text: '{ "servers": { "a": { "command": "node", "arg": ["x"], "args": ["y"] } } }',
    told: ['warning 1:42 The key "arg" of the server "a" is not known and is ignored. Remove it.'],
    fix: 'Remove "arg"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["y"] } } }',
  },
  {
    mistake: 'tokn',
    text: '{ "servers": { "a": { "command": "node", "tokn": "x" } } }',
    told: [
      'warning 1:42 The key "tokn" of the server "a" is not known and is ignored. A token belongs into "env" of a program, or into "headers" of an address, as its "Authorization".',
    ],
    fix: 'Remove "tokn"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'colour',
    text: '{ "servers": { "a": { "command": "node", "colour": "red" } } }',
    told: [
      'warning 1:42 The key "colour" of the server "a" is not known and is ignored. Remove it.',
    ],
    fix: 'Remove "colour"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'disabled',
    text: '{ "servers": { "a": { "command": "node", "disabled": true } } }',
    told: [
      'warning 1:42 "disabled" of the server "a" is not read in this file. Write "enabled" in the setting "roundhouse.servers" for it, or remove it.',
    ],
    fix: 'Remove "disabled"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'alwaysAllow',
    text: '{ "servers": { "a": { "command": "node", "alwaysAllow": [] } } }',
    told: [
      'warning 1:42 "alwaysAllow" of the server "a" is not read in this file. Use the setting "roundhouse.toolRules" for it, or remove it.',
    ],
    fix: 'Remove "alwaysAllow"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'timeout',
    text: '{ "servers": { "a": { "command": "node", "timeout": 60 } } }',
    told: [
      'warning 1:42 "timeout" of the server "a" is not read in this file. Write "callTimeoutSeconds" in the setting "roundhouse.servers" for it, or remove it.',
    ],
    fix: 'Remove "timeout"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'headers of a program',
    text: '{ "servers": { "a": { "command": "node", "headers": { "A": "1" } } } }',
    told: [
      'warning 1:42 "headers" has no effect on the server "a", as it does not go with "command". Remove it.',
    ],
    fix: 'Remove "headers"',
    fixed: '{ "servers": { "a": { "command": "node" } } }',
  },
  {
    mistake: 'clientID in oauth',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "oauth": { "clientID": "x" } } } }',
    told: [
      'warning 1:68 The key "clientID" in "oauth" of the server "a" is not known and is ignored. Write "clientId" instead.',
    ],
    fix: 'Rename "clientID" to "clientId"',
    fixed:
      '{ "servers": { "a": { "url": "https://example.com/mcp", "oauth": { "clientId": "x" } } } }',
  },
  {
    mistake: 'wach in dev',
    text: '{ "servers": { "a": { "command": "node", "dev": { "wach": "x" } } } }',
    told: [
      'warning 1:51 The key "wach" in "dev" of the server "a" is not known and is ignored. Write "watch" instead.',
    ],
    fix: 'Rename "wach" to "watch"',
    fixed: '{ "servers": { "a": { "command": "node", "dev": { "watch": "x" } } } }',
  },
  {
    mistake: 'python in dev',
    text: '{ "servers": { "a": { "command": "node", "dev": { "debug": { "type": "python" } } } } }',
    told: [
      'warning 1:70 The type "python" of "dev.debug" of the server "a" is not known. Write "node" or "debugpy".',
    ],
    fix: 'Change the type to "debugpy"',
    fixed:
      '{ "servers": { "a": { "command": "node", "dev": { "debug": { "type": "debugpy" } } } } }',
  },
  {
    mistake: 'another grant',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "oauth": { "grant": "password" } } } }',
    told: [
      'warning 1:68 Roundhouse does not support this "oauth.grant" of the server "a" yet, so it has no effect. Write "client_credentials" to sign in without a person, or remove it to sign in with the browser.',
    ],
    fix: 'Remove "grant"',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp", "oauth": { } } } }',
  },
  {
    mistake: 'a list for mcp in a workspace file',
    text: '{ "settings": { "mcp": [] } }',
    dialect: 'codeWorkspace',
    file: 'app.code-workspace',
    told: [
      'error 1:24 "mcp" must hold one object in braces. Write { "servers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  // Values
  {
    mistake: 'a switch in env',
    text: '{ "servers": { "a": { "command": "node", "env": { "DEBUG": true } } } }',
    told: [
      'error 1:60 The value of "env.DEBUG" of the server "a" must be a text in double quotes, a number, or null (which removes the variable), not true or false.',
    ],
    fix: 'Put the value in quotes',
    fixed: '{ "servers": { "a": { "command": "node", "env": { "DEBUG": "true" } } } }',
  },
  {
    mistake: 'a list for env',
    text: '{ "servers": { "a": { "command": "node", "env": ["A=1", "B=2"] } } }',
    told: [
      'error 1:49 The value of "env" of the server "a" must be an object in braces, such as { "NAME": "value" }, not a list.',
    ],
    fix: 'Write "env" as an object',
    fixed: '{ "servers": { "a": { "command": "node", "env": { "A": "1", "B": "2" } } } }',
  },
  {
    mistake: 'a list for headers',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": ["A: 1"] } } }',
    told: [
      'error 1:68 The value of "headers" of the server "a" must be an object in braces, such as { "NAME": "value" }, not a list.',
    ],
    fix: 'Write "headers" as an object',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "A": "1" } } } }',
  },
  {
    mistake: 'a number for a header',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "A": 1 } } } }',
    told: [
      'error 1:75 The value of "headers.A" of the server "a" must be a text in double quotes, not a number.',
    ],
    fix: 'Put the value in quotes',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "A": "1" } } } }',
  },
  {
    mistake: 'an address without its scheme',
    text: '{ "servers": { "a": { "url": "example.com/mcp" } } }',
    told: [
      'error 1:30 The address of the server "a" is not one that can be reached. Write one that begins with "https://".',
    ],
    fix: 'Complete the address',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'an address of this machine without its scheme',
    text: '{ "servers": { "a": { "url": "localhost:3000/mcp" } } }',
    told: [
      'error 1:30 The address of the server "a" is not one that can be reached. Write one that begins with "http://".',
    ],
    fix: 'Complete the address',
    fixed: '{ "servers": { "a": { "url": "http://localhost:3000/mcp" } } }',
  },
  {
    mistake: 'a misspelt scheme',
    text: '{ "servers": { "a": { "url": "htps://example.com/mcp" } } }',
    told: [
      'error 1:30 The address of the server "a" is not one that can be reached. Write one that begins with "https://".',
    ],
    fix: 'Complete the address',
    fixed: '{ "servers": { "a": { "url": "https://example.com/mcp" } } }',
  },
  {
    mistake: 'an address of WebSockets',
    text: '{ "servers": { "a": { "url": "ws://example.com/mcp" } } }',
    told: [
      'error 1:30 The address of the server "a" is not one that can be reached. Write one that begins with "https://" or "http://".',
    ],
  },
  // Variables
  {
    mistake: 'a variable of a shell in braces',
    text: '{ "servers": { "a": { "command": "node", "args": ["${HOME}/x"] } } }',
    told: [
      'error 1:51 The variable "${HOME}" is not known, so the server "a" cannot start. Write "${env:HOME}".',
    ],
    fix: 'Write "${env:HOME}"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["${env:HOME}/x"] } } }',
  },
  {
    mistake: 'a variable of a shell',
    text: '{ "servers": { "a": { "command": "node", "args": ["$HOME/x", "--a=~/x"] } } }',
    told: [
      'warning 1:52 Nobody replaces "$HOME" here: the server "a" gets it as it is written. Write "${userHome}".',
      'warning 1:67 Nobody replaces "~" here: the server "a" gets it as it is written. Write "${userHome}".',
    ],
    fix: 'Write "${userHome}"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["${userHome}/x", "--a=~/x"] } } }',
  },
  {
    mistake: 'a variable of a shell for a shell',
    text: '{ "servers": { "a": { "command": "bash", "args": ["-c", "echo $HOME"] } } }',
    told: [],
  },
  {
    mistake: 'a home folder in env',
    text: '{ "servers": { "a": { "command": "node", "env": { "DATA": "~/data" } } } }',
    told: [
      'warning 1:60 Nobody replaces "~" here: the server "a" gets it as it is written. Write "${userHome}".',
    ],
    fix: 'Write "${userHome}"',
    fixed: '{ "servers": { "a": { "command": "node", "env": { "DATA": "${userHome}/data" } } } }',
  },
  {
    mistake: 'a variable of Windows',
    text: '{ "servers": { "a": { "command": "node", "env": { "DATA": "%APPDATA%\\\\x" } } } }',
    told: [
      'warning 1:60 Nobody replaces "%APPDATA%" here: the server "a" gets it as it is written. Write "${env:APPDATA}".',
    ],
    fix: 'Write "${env:APPDATA}"',
    fixed:
      '{ "servers": { "a": { "command": "node", "env": { "DATA": "${env:APPDATA}\\\\x" } } } }',
  },
  {
    mistake: 'a variable of a shell in a header',
    text: '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer $MY_TOKEN" } } } }',
    told: [
      'warning 1:95 Nobody replaces "$MY_TOKEN" here: the server "a" gets it as it is written. Write "${env:MY_TOKEN}".',
    ],
    fix: 'Write "${env:MY_TOKEN}"',
    fixed:
      '{ "servers": { "a": { "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer ${env:MY_TOKEN}" } } } }',
  },
  {
    mistake: 'a misspelt variable',
    text: '{ "servers": { "a": { "command": "node", "args": ["${workspaceFoldr}"] } } }',
    told: [
      'error 1:51 The variable "${workspaceFoldr}" is not known, so the server "a" cannot start. Write "${workspaceFolder}".',
    ],
    fix: 'Write "${workspaceFolder}"',
    fixed: '{ "servers": { "a": { "command": "node", "args": ["${workspaceFolder}"] } } }',
  },
  {
    mistake: 'a misspelt input',
    text: `{
  "servers": { "a": { "command": "node", "args": ["\${input:tokn}"] } },
  "inputs": [{ "id": "token", "type": "promptString" }]
}
`,
    told: [
      'error 2:51 The server "a" uses the input "tokn", which is not defined. Did you mean "token"? Define it in "inputs".',
      'hint 3:14 No server uses the input "token". Remove it.',
    ],
    fix: 'Define the input "tokn"',
    fixed: `{
  "servers": { "a": { "command": "node", "args": ["\${input:tokn}"] } },
  "inputs": [{ "id": "token", "type": "promptString" }, { "type": "promptString", "id": "tokn", "description": "tokn" }]
}
`,
  },
  {
    mistake: 'an input that is not defined',
    text: '{ "servers": { "a": { "command": "node", "args": ["${input:token}"] } } }',
    told: [
      'error 1:51 The server "a" uses the input "token", which is not defined. Define it in "inputs".',
    ],
    fix: 'Define the input "token"',
    fixed:
      '{ "servers": { "a": { "command": "node", "args": ["${input:token}"] } }, "inputs": [{ "type": "promptString", "id": "token", "description": "token", "password": true }] }',
  },
  // Inputs
  {
    mistake: 'an input without an id',
    text: '{ "servers": {}, "inputs": [{ "type": "promptString" }] }',
    told: [
      'error 1:29 This input has no name. Write "id", such as "token"; a server uses it as "${input:token}".',
    ],
  },
  {
    mistake: 'an input without a type',
    text: '{ "servers": {}, "inputs": [{ "id": "token" }] }',
    told: [
      'error 1:37 The input "token" has no "type". Write "type": "promptString" to be asked for a text, "pickString" to choose one, or "command".',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Remove the input "token"',
    fixed: '{ "servers": {}, "inputs": [] }',
  },
  {
    mistake: 'a misspelt type of an input',
    text: '{ "servers": {}, "inputs": [{ "id": "token", "type": "promtString" }] }',
    told: [
      'error 1:54 The type "promtString" of the input "token" is not known. Write "promptString". The types are "promptString", "pickString" and "command".',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Change the type to "promptString"',
    fixed: '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString" }] }',
  },
  {
    mistake: 'an invented type of an input',
    text: '{ "servers": {}, "inputs": [{ "id": "token", "type": "password" }] }',
    told: [
      'error 1:54 The type "password" of the input "token" is not known. Write "promptString". The types are "promptString", "pickString" and "command".',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Change the type to "promptString"',
    fixed: '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString" }] }',
  },
  {
    mistake: 'a misspelt key of an input',
    text: '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString", "pasword": true }] }',
    told: [
      'warning 1:70 The key "pasword" of the input "token" is not known and is ignored. Write "password" instead.',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Rename "pasword" to "password"',
    fixed:
      '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString", "password": true }] }',
  },
  {
    mistake: 'a choice of nothing',
    text: '{ "servers": {}, "inputs": [{ "id": "token", "type": "pickString" }] }',
    told: [
      'error 1:37 The input "token" has nothing to choose from. Write "options", a list of texts.',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Remove the input "token"',
    fixed: '{ "servers": {}, "inputs": [] }',
  },
  {
    mistake: 'a switch in quotes',
    text: '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString", "password": "true" }] }',
    told: [
      'error 1:82 The value of "password" of the input "token" must be true or false, without quotes, not a text.',
      'hint 1:29 No server uses the input "token". Remove it.',
    ],
    fix: 'Remove the quotes',
    fixed:
      '{ "servers": {}, "inputs": [{ "id": "token", "type": "promptString", "password": true }] }',
  },
  {
    mistake: 'an input as a text',
    text: '{ "servers": {}, "inputs": ["token"] }',
    told: [
      'error 1:29 Every input must be an object in braces. Write { "id": "token", "type": "promptString", "password": true }.',
    ],
  },
  // Twice, and in plain text
  {
    mistake: 'a server twice',
    text: `{
  "servers": {
    "a": { "command": "one" },
    "a": { "command": "two" }
  }
}
`,
    told: [
      'error 3:5 The name "a" is used again in line 4. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
    ],
    fix: 'Remove "a"',
    fixed: `{
  "servers": {
    "a": { "command": "two" }
  }
}
`,
  },
  {
    mistake: 'a key twice',
    text: '{ "servers": { "a": { "command": "one", "command": "two" } } }',
    told: [
      'warning 1:23 The key "command" is written again in line 1. The last one counts, as in VS Code, so this one is ignored. Remove it.',
    ],
    fix: 'Remove "command"',
    fixed: '{ "servers": { "a": { "command": "two" } } }',
  },
  {
    mistake: 'the servers twice',
    text: '{ "servers": { "a": { "command": "one" } }, "servers": { "b": { "command": "two" } } }',
    told: [
      'warning 1:3 The key "servers" is written again in line 1. The last one counts, as in VS Code, so this one is ignored. Remove it.',
    ],
    fix: 'Remove "servers"',
    fixed: '{ "servers": { "b": { "command": "two" } } }',
  },
  {
    mistake: 'an input twice',
    text: `{
  "servers": { "a": { "command": "node", "args": ["\${input:t}"] } },
  "inputs": [
    { "id": "t", "type": "command" },
    { "id": "t", "type": "promptString" }
  ]
}
`,
    told: [
      'error 4:13 The name "t" is used again in line 5. The last one counts, as in VS Code, so this one is ignored. Rename it or remove it.',
    ],
    fix: 'Remove "t"',
    fixed: `{
  "servers": { "a": { "command": "node", "args": ["\${input:t}"] } },
  "inputs": [
    { "id": "t", "type": "promptString" }
  ]
}
`,
  },
  {
    mistake: 'a secret',
    text: '{ "servers": { "a": { "command": "node", "env": { "GITHUB_TOKEN": "ghp_0123456789abcdefghijABCDEFGHIJ012345" } } } }',
    told: [
      'warning 1:68 This looks like a secret, the value of "GITHUB_TOKEN", and stands here in plain text. Move it to the secret store, or write "${env:NAME}".',
    ],
    fix: 'Move the value to the secret store',
  },
  {
    mistake: 'mcp-remote',
    text: '{ "servers": { "a": { "command": "npx", "args": ["mcp-remote", "https://example.com/mcp"] } } }',
    told: [
      'information 1:50 The server "a" can be reached directly, without "mcp-remote", unless it needs you to sign in. Write its address as "url".',
    ],
    fix: 'Reach the server directly, without "mcp-remote"',
    fixed: '{ "servers": { "a": { "type": "http", "url": "https://example.com/mcp" } } }',
  },
  // Files of other hosts
  {
    mistake: 'a table that is opened twice',
    text: `[mcp_servers.a]
command = "a"

[mcp_servers.a]
args = []
`,
    dialect: 'codex',
    file: 'config.toml',
    told: [
      'error 4:14 This key or table is there already. Put the two together, or remove one of them.',
    ],
  },
  {
    mistake: 'a path of Windows in TOML',
    text: `[mcp_servers.a]
command = "C:\\Users\\x"
`,
    dialect: 'codex',
    file: 'config.toml',
    told: [
      "error 2:15 A backslash and this character mean nothing. Write every backslash twice, or the whole text in single quotes: 'C:\\tools\\server.exe'.",
    ],
  },
  {
    mistake: 'a colon in TOML',
    text: `[mcp_servers.a]
command: "a"
`,
    dialect: 'codex',
    file: 'config.toml',
    told: [
      'error 2:8 This character must not stand here. Write texts in straight double quotes, and every key as key = "value".',
    ],
  },
  {
    mistake: 'a tab in YAML',
    text: `mcpServers:
	- name: a
	  command: a
`,
    dialect: 'continue',
    file: 'config.yaml',
    told: [
      'error 2:1 This line is indented by a tab, which YAML does not allow. Indent it by spaces.',
    ],
  },
  {
    mistake: 'a quote without its end in YAML',
    text: `mcpServers:
  - name: "a
    command: b
`,
    dialect: 'continue',
    file: 'config.yaml',
    told: [
      'error 4:1 Something is missing here: a space behind a colon or a dash, a comma, a closing quote, or a closing bracket. Write it.',
    ],
  },
  {
    mistake: 'a server without a name in YAML',
    text: `mcpServers:
  - command: a
`,
    dialect: 'continue',
    file: 'config.yaml',
    told: ['error 2:5 This server has no name. Write "name" beside its other keys.'],
  },
  {
    mistake: 'the key of VS Code in .mcp.json',
    text: '{ "servers": { "a": { "command": "a" } } }',
    dialect: 'dotmcp',
    file: '.mcp.json',
    told: [
      'error 1:3 The key "servers" is not read in this file, and nor are the servers in it. Write "mcpServers" instead.',
    ],
  },
  {
    mistake: 'a list in a file of Cursor',
    text: '[]',
    dialect: 'cursor',
    file: 'mcp.json',
    told: [
      'error 1:1 The file must hold one object in braces. Write { "mcpServers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  {
    mistake: 'servers as a list in a file of Zed',
    text: '{ "context_servers": "none" }',
    dialect: 'zed',
    file: 'settings.json',
    told: [
      'error 1:22 "context_servers" must be an object in braces that gives every server a name. Write { "context_servers": { "my-server": { "command": "npx" } } }.',
    ],
  },
  {
    mistake: 'an unknown type in a file of Cursor',
    text: '{ "mcpServers": { "a": { "type": "magic", "url": "https://example.com" } } }',
    dialect: 'cursor',
    file: 'mcp.json',
    told: [
      'error 1:34 The type "magic" of the server "a" is not known. Write "stdio" for a program that is started, "http" or "sse" for an address.',
    ],
  },
];
