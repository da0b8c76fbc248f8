import type { Snippet } from './snippet';

/** What people publish and paste that is wrong in the place where they put it. */
export const mistakes: readonly Snippet[] = [
  {
    server: 'the key of another host',
    shownFor: 'vscode',
    text: `{
  "mcpServers": {
    "context7": { "command": "npx", "args": ["-y", "@upstash/context7-mcp"] }
  }
}`,
    servers: {},
    problems: [['wrongTopLevelKey', '"mcpServers"']],
  },
  {
    server: 'the key of VS Code',
    shownFor: 'dotmcp',
    text: `{
  "servers": {
    "context7": { "command": "npx", "args": ["-y", "@upstash/context7-mcp"] }
  }
}`,
    servers: {},
    problems: [['wrongTopLevelKey', '"servers"']],
  },
  {
    server: 'a variable of another host',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "sentry": {
      "url": "https://mcp.sentry.dev/mcp",
      "headers": { "Authorization": "Bearer \${SENTRY_TOKEN}" }
    }
  }
}`,
    servers: {
      sentry: 'http https://mcp.sentry.dev/mcp {Authorization: Bearer ${SENTRY_TOKEN}}',
    },
    problems: [['unknownVariable', '"Bearer ${SENTRY_TOKEN}"']],
  },
  {
    server: 'the word of another host for a type',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "exa": { "type": "streamable-http", "url": "https://mcp.exa.ai/mcp" },
    "good": { "type": "http", "url": "https://mcp.exa.ai/mcp" }
  }
}`,
    servers: { exa: 'http https://mcp.exa.ai/mcp', good: 'http https://mcp.exa.ai/mcp' },
    problems: [['unknownType', '"streamable-http"']],
  },
  {
    server: 'an address beside a command',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "both": { "command": "npx", "args": ["-y", "exa-mcp-server"], "url": "https://mcp.exa.ai/mcp" }
  }
}`,
    servers: { both: 'npx -y exa-mcp-server' },
    problems: [['conflictingKeys', '"url"']],
  },
  {
    server: 'an address beside a command',
    shownFor: 'cursor',
    text: `{"mcpServers": {"both": {"command": "npx", "url": "https://mcp.exa.ai/mcp"}, "good": {"command": "x"}}}`,
    servers: { good: 'x' },
    problems: [['conflictingKeys', '"url"']],
  },
  {
    server: 'no command',
    shownFor: 'vscode',
    text: `{ "servers": { "empty": {}, "blank": { "command": " " }, "local": { "type": "stdio" } } }`,
    servers: {},
    problems: [
      ['missing', '"empty"'],
      ['missing', '"blank"'],
      ['missing', '"local"'],
    ],
  },
  {
    server: 'no command',
    shownFor: 'claude-desktop',
    text: `{ "mcpServers": { "empty": { "args": ["x"] } } }`,
    servers: {},
    problems: [['missing', '"empty"']],
  },
  {
    server: 'arguments as one text',
    shownFor: 'vscode',
    text: `{ "servers": { "text": { "command": "npx", "args": "-y some-server" } } }`,
    servers: {},
    problems: [['wrongType', '"-y some-server"']],
  },
  {
    server: 'arguments as one text',
    shownFor: 'windsurf',
    text: `{ "mcpServers": { "text": { "command": "npx", "args": "-y some-server" }, "b": { "command": "b" } } }`,
    servers: { b: 'b' },
    problems: [['wrongType', '"-y some-server"']],
  },
  {
    server: 'numbers and switches as text',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "numbers": { "command": "x", "env": { "PORT": 8080 } },
    "switches": { "command": "x", "env": { "DEBUG": true } },
    "ports": { "command": "x", "args": ["--port", 8080] }
  }
}`,
    servers: { numbers: 'PORT=8080 x' },
    problems: [
      ['wrongType', 'true'],
      ['wrongType', '8080'],
    ],
  },
  {
    server: 'a switch as text',
    shownFor: 'cline',
    text: `{ "mcpServers": { "a": { "command": "a", "disabled": "false" }, "b": { "command": "b" } } }`,
    servers: { b: 'b' },
    problems: [['wrongType', '"false"']],
  },
  {
    server: 'an input that is not declared',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "figma": { "command": "npx", "args": ["figma-developer-mcp"], "env": { "KEY": "\${input:figma}" } }
  }
}`,
    servers: { figma: 'KEY=${input:figma} npx figma-developer-mcp' },
    problems: [['undefinedInput', '"${input:figma}"']],
  },
  {
    server: 'an address without its scheme',
    shownFor: 'vscode',
    text: `{ "servers": { "remote": { "type": "http", "url": "mcp.example.com/mcp" } } }`,
    servers: {},
    problems: [['invalidUrl', '"mcp.example.com/mcp"']],
  },
  {
    server: 'an address with a gap to fill',
    shownFor: 'cursor',
    text: `{ "mcpServers": { "GitLab": { "url": "http(s)://<your_mcp_gitlab_server>/mcp" } } }`,
    servers: {},
    problems: [['invalidUrl', '"http(s)://<your_mcp_gitlab_server>/mcp"']],
  },
  {
    server: 'headers of a local server',
    shownFor: 'vscode',
    text: `{ "servers": { "x": { "command": "x", "headers": { "Authorization": "y" } } } }`,
    servers: { x: 'x' },
    problems: [['conflictingKeys', '"headers"']],
  },
  {
    server: 'the same name twice',
    shownFor: 'vscode',
    text: `{ "servers": { "x": { "command": "first" }, "x": { "command": "second" } } }`,
    servers: { x: 'second' },
    problems: [['duplicateName', '"x"']],
  },
  {
    server: 'a list of servers',
    shownFor: 'vscode',
    text: `{ "servers": [{ "name": "x", "command": "x" }] }`,
    servers: {},
    problems: [['serversNotAnObject', '[{ "name": "x", "command": "x" }]']],
  },
  {
    server: 'a comma that is missing',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "a": { "command": "a" }
    "b": { "command": "b" }
  }
}`,
    servers: { a: 'a', b: 'b' },
    problems: [['syntax', '"b"']],
  },
  {
    server: 'a brace that is missing',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "a": { "command": "a" },
    "b": { "command": "b"
  }
}`,
    servers: { a: 'a', b: 'b' },
    problems: [['syntax', '']],
  },
  {
    server: 'quotes of a word processor',
    shownFor: 'cursor',
    text: `{ "mcpServers": { "a": { "command": “npx” }, "b": { "command": "b" } } }`,
    servers: { b: 'b' },
    problems: [['syntax', '“npx”']],
  },
  {
    server: 'quotes of JavaScript',
    shownFor: 'vscode',
    text: `{ "servers": { "a": { "command": 'npx' }, "b": { "command": "b" } } }`,
    servers: { b: 'b' },
    problems: [['syntax', "'npx'"]],
  },
  {
    server: 'a table that is opened twice',
    shownFor: 'codex',
    text: `[mcp_servers.a]
command = "a"

[mcp_servers.a]
args = []
`,
    servers: {},
    problems: [['syntax', 'a']],
  },
  {
    server: 'a path of Windows in quotes that escape',
    shownFor: 'codex',
    text: `[mcp_servers.a]
command = "C:\\Users\\ada\\server.exe"
`,
    servers: {},
    problems: [['syntax', 'U']],
  },
  {
    server: 'JSON in a file of TOML',
    shownFor: 'codex',
    text: `{ "mcp_servers": { "a": { "command": "a" } } }`,
    servers: {},
    problems: [['syntax', '{']],
  },
  {
    server: 'servers by name in a list',
    shownFor: 'continue',
    text: `mcpServers:
  - command: npx
    args: ["-y", "x"]
  - name: good
    command: good
`,
    servers: { good: 'good' },
    problems: [['missing', 'command: npx\n    args: ["-y", "x"]']],
  },
  {
    server: 'a tab for an indentation',
    shownFor: 'continue',
    text: `mcpServers:
\t- name: a
\t  command: a
`,
    servers: {},
    problems: [['syntax', '\t']],
  },
  {
    server: 'an argument that YAML takes for a number',
    shownFor: 'continue',
    text: `mcpServers:
  - name: a
    command: a
    args: [--port, 8080]
  - name: b
    command: b
`,
    servers: { b: 'b' },
    problems: [['wrongType', '8080']],
  },
];
