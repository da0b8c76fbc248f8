import type { Snippet } from './snippet';

/** What the hosts' own documentation shows. */
export const hosts: readonly Snippet[] = [
  {
    server: 'VS Code: envFile and development',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "gistpad": {
      "command": "node",
      "args": ["\${workspaceFolder}/build/index.js"],
      "cwd": "\${workspaceFolder}",
      "envFile": "\${workspaceFolder}/.env",
      "env": { "PORT": 3000, "NODE_OPTIONS": null },
      "dev": {
        "watch": "build/**/*.js",
        "debug": { "type": "node" }
      }
    }
  }
}`,
    servers: {
      gistpad:
        'PORT=3000 NODE_OPTIONS=∅ node ${workspaceFolder}/build/index.js [cwd ${workspaceFolder}] [envFile ${workspaceFolder}/.env] [dev {"watch":["build/**/*.js"],"debug":{"type":"node"}}]',
    },
  },
  {
    server: 'VS Code: a list to pick from',
    shownFor: 'vscode',
    text: `{
  // The \`inputs\` are asked once and kept.
  "inputs": [
    {
      "type": "pickString",
      "id": "region",
      "description": "Region",
      "options": ["eu", { "label": "America", "value": "us" }],
      "default": "eu"
    }
  ],
  "servers": {
    "remote": {
      "type": "sse",
      "url": "https://\${input:region}.example.com/sse",
      "headers": { "X-User": "\${env:USER}" }
    }
  }
}`,
    servers: {
      remote: 'sse https://${input:region}.example.com/sse {X-User: ${env:USER}} [asks region]',
    },
  },
  {
    server: 'Claude Code: variables of the environment',
    shownFor: 'dotmcp',
    text: `{
  "mcpServers": {
    "api-server": {
      "type": "http",
      "url": "\${API_BASE_URL:-https://api.example.com}/mcp",
      "headers": {
        "Authorization": "Bearer \${API_KEY}"
      }
    }
  }
}`,
    servers: {
      'api-server':
        'http ${API_BASE_URL:-https://api.example.com}/mcp {Authorization: Bearer ${API_KEY}}',
    },
  },
  {
    server: 'Claude Code: the file of all projects',
    shownFor: 'claude-code',
    text: `{
  "numStartups": 12,
  "projects": {
    "/home/ada/app": {
      "allowedTools": [],
      "mcpServers": {
        "local": { "type": "stdio", "command": "./server", "args": [], "env": {} }
      }
    }
  },
  "mcpServers": {
    "everywhere": { "type": "sse", "url": "https://mcp.example.com/sse" }
  }
}`,
    servers: { everywhere: 'sse https://mcp.example.com/sse' },
  },
  {
    server: 'Claude Desktop: beside other settings',
    shownFor: 'claude-desktop',
    text: `{
  "globalShortcut": "",
  "mcpServers": {
    "weather": {
      "command": "uv",
      "args": ["--directory", "/ABSOLUTE/PATH/TO/PARENT/FOLDER/weather", "run", "weather.py"]
    }
  }
}`,
    servers: {
      weather: 'uv --directory /ABSOLUTE/PATH/TO/PARENT/FOLDER/weather run weather.py',
    },
  },
  {
    server: 'Cursor: variables and a file of them',
    shownFor: 'cursor',
    text: `{
  "mcpServers": {
    "local-server": {
      "command": "python",
      "args": ["\${workspaceFolder}/tools/mcp_server.py"],
      "env": { "API_KEY": "\${env:API_KEY}" },
      "envFile": "\${userHome}/.env"
    },
    "oauth-server": {
      "url": "https://api.example.com/mcp",
      "auth": { "CLIENT_ID": "your-client-id", "scopes": ["read", "write"] }
    }
  }
}`,
    servers: {
      'local-server':
        'API_KEY=${env:API_KEY} python ${workspaceFolder}/tools/mcp_server.py [envFile ${userHome}/.env]',
      'oauth-server':
        'http https://api.example.com/mcp [client your-client-id] [without auth.scopes]',
    },
  },
  {
    server: 'Windsurf: tools that are hidden',
    shownFor: 'windsurf',
    text: `{
  "mcpServers": {
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": { "GITHUB_PERSONAL_ACCESS_TOKEN": "\${env:GITHUB_TOKEN}" },
      "disabled": true,
      "disabledTools": ["delete_repository"],
      "alwaysAllow": ["search_code"]
    }
  }
}`,
    servers: {
      github:
        'GITHUB_PERSONAL_ACCESS_TOKEN=${env:GITHUB_TOKEN} npx -y @modelcontextprotocol/server-github [{"enabled":false,"tools":{"hide":["delete_repository"]}}] [without alwaysAllow]',
    },
  },
  {
    server: 'Cline: a remote server',
    shownFor: 'cline',
    text: `{
  "mcpServers": {
    "remote-server": {
      "url": "https://your-server-url.com/mcp",
      "headers": { "Authorization": "Bearer your-token" },
      "alwaysAllow": ["tool3"],
      "disabled": false
    },
    "streaming": {
      "type": "streamableHttp",
      "url": "https://your-server-url.com/mcp",
      "timeout": 60
    }
  }
}`,
    servers: {
      'remote-server':
        'sse https://your-server-url.com/mcp {Authorization: Bearer your-token} [{"enabled":true}] [without alwaysAllow]',
      streaming: 'http https://your-server-url.com/mcp [{"callTimeoutSeconds":60}]',
    },
  },
  {
    server: 'Roo Code: all that an entry can say',
    shownFor: 'roo',
    text: `{
  "mcpServers": {
    "local": {
      "command": "node",
      "args": ["server.js"],
      "cwd": "/path/to/project/root",
      "env": { "API_KEY": "your_api_key" },
      "alwaysAllow": ["tool1", "tool2"],
      "disabled": false,
      "timeout": 120,
      "watchPaths": ["src/server.js"],
      "disabledTools": ["tool3"]
    }
  }
}`,
    servers: {
      local:
        'API_KEY=your_api_key node server.js [cwd /path/to/project/root] [{"enabled":true,"callTimeoutSeconds":120,"tools":{"hide":["tool3"]}}] [without alwaysAllow watchPaths]',
    },
  },
  {
    server: 'Continue: every transport',
    shownFor: 'continue',
    text: `name: My Config
version: 1.0.0
schema: v1
mcpServers:
  - name: SQLite # local
    command: uvx
    args:
      - mcp-server-sqlite
      - --db-path
      - ./test.db
    cwd: /Users/NAME/project
    env:
      NODE_ENV: production
      RETRIES: 3
  - name: Remote
    type: streamable-http
    url: https://mcp.example.com/mcp
    connectionTimeout: 5000
    requestOptions:
      headers: { Authorization: "Bearer \${{ secrets.KEY }}" }
  - name: Events
    type: sse
    url: https://mcp.example.com/sse
  - uses: anthropic/memory-mcp
`,
    servers: {
      SQLite:
        'NODE_ENV=production RETRIES=3 uvx mcp-server-sqlite --db-path ./test.db [cwd /Users/NAME/project]',
      Remote:
        'http https://mcp.example.com/mcp {Authorization: Bearer ${{ secrets.KEY }}} [{"startupTimeoutSeconds":5}]',
      Events: 'sse https://mcp.example.com/sse',
    },
  },
  {
    server: 'Continue: anchors',
    shownFor: 'continue',
    text: `mcpServers:
  - &base
    name: one
    command: npx
    args: [-y, one]
    env: &env { TOKEN: x }
  - <<: *base
    name: two
    args: [-y, two]
`,
    servers: { one: 'TOKEN=x npx -y one', two: 'TOKEN=x npx -y two' },
  },
  {
    server: 'Codex: all that a table can say',
    shownFor: 'codex',
    text: `model = "gpt-5"

[mcp_servers.docs]
command = "docs-server"
args = ["--stdio"]
cwd = "/srv/docs"
env_vars = ["DOCS_TOKEN"]
startup_timeout_sec = 20
tool_timeout_sec = 45.5
enabled = false
enabled_tools = ["search", "read"]
disabled_tools = ["write"]

[mcp_servers.docs.env]
MODE = "fast"

[mcp_servers.figma]
url = "https://mcp.figma.com/mcp"
bearer_token_env_var = "FIGMA_OAUTH_TOKEN"
http_headers = { "X-Figma-Region" = "us-east-1" }
env_http_headers = { "X-Trace" = "TRACE_ID" }
`,
    servers: {
      docs: 'DOCS_TOKEN={env:DOCS_TOKEN} MODE=fast docs-server --stdio [cwd /srv/docs] [{"enabled":false,"startupTimeoutSeconds":20,"callTimeoutSeconds":45.5,"tools":{"allow":["search","read"],"hide":["write"]}}]',
      figma:
        'http https://mcp.figma.com/mcp {X-Figma-Region: us-east-1} {X-Trace: {env:TRACE_ID}} {Authorization: Bearer {env:FIGMA_OAUTH_TOKEN}}',
    },
  },
  {
    server: 'Gemini CLI: local and remote',
    shownFor: 'gemini',
    text: `{
  "mcpServers": {
    "pythonTools": {
      "command": "python",
      "args": ["-m", "my_mcp_server", "--port", "8080"],
      "cwd": "./mcp-servers/python",
      "env": { "DATABASE_URL": "$DB_CONNECTION_STRING" },
      "timeout": 15000,
      "trust": true,
      "includeTools": ["safe_tool"],
      "excludeTools": ["dangerous_tool"]
    },
    "sse": { "url": "http://localhost:8081/sse", "type": "sse" }
  }
}`,
    servers: {
      pythonTools:
        'DATABASE_URL=$DB_CONNECTION_STRING python -m my_mcp_server --port 8080 [cwd ./mcp-servers/python] [{"callTimeoutSeconds":15,"tools":{"allow":["safe_tool"],"hide":["dangerous_tool"]}}] [without trust]',
      sse: 'sse http://localhost:8081/sse',
    },
  },
  {
    server: 'opencode: local and remote',
    shownFor: 'opencode',
    text: `{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "my-local": {
      "type": "local",
      "command": ["bun", "x", "my-mcp-command"],
      "environment": { "MY_ENV_VAR": "{env:MY_VALUE}" },
      "timeout": 10000
    },
    "my-remote": {
      "type": "remote",
      "url": "https://my-mcp-server.com",
      "enabled": false,
      "headers": { "Authorization": "Bearer {env:MY_API_KEY}" }
    }
  },
  "tools": { "my-local*": false }
}`,
    servers: {
      'my-local': 'MY_ENV_VAR={env:MY_VALUE} bun x my-mcp-command [{"callTimeoutSeconds":10}]',
      'my-remote':
        'http https://my-mcp-server.com {Authorization: Bearer {env:MY_API_KEY}} [{"enabled":false}]',
    },
  },
  {
    server: 'Zed: among other settings',
    shownFor: 'zed',
    text: `// Zed settings
{
  "theme": "One Dark",
  "context_servers": {
    "local-mcp-server": {
      "command": "some-command",
      "args": ["arg-1", "arg-2"],
      "env": {}
    },
    "remote-mcp-server": {
      "url": "https://mcp.example.com/mcp",
      "headers": { "Authorization": "Bearer <token>" },
    },
    "from-an-extension": { "settings": { "key": "x" } },
  },
}
`,
    servers: {
      'local-mcp-server': 'some-command arg-1 arg-2',
      'remote-mcp-server': 'http https://mcp.example.com/mcp {Authorization: Bearer <token>}',
    },
  },
  {
    server: 'Cherry Studio: an export',
    shownFor: 'cherry-studio',
    text: `{
  "mcpServers": {
    "Qp1v0rT9": {
      "isActive": true,
      "name": "fetch-server",
      "type": "stdio",
      "description": "",
      "command": "uvx",
      "args": ["mcp-server-fetch"],
      "env": {}
    },
    "remote": {
      "isActive": false,
      "name": "remote",
      "type": "streamableHttp",
      "baseUrl": "https://mcp.example.com/mcp",
      "headers": { "Authorization": "Bearer x" }
    }
  }
}`,
    servers: {
      Qp1v0rT9: 'uvx mcp-server-fetch [{"enabled":true}] [without description]',
      remote: 'http https://mcp.example.com/mcp {Authorization: Bearer x} [{"enabled":false}]',
    },
  },
  {
    server: 'Trae: of a project',
    shownFor: 'trae',
    text: `{
  "mcpServers": {
    "sequential-thinking": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-sequential-thinking"],
      "env": { "ROOT": "\${workspaceFolder}" }
    }
  }
}`,
    servers: {
      'sequential-thinking':
        'ROOT=${workspaceFolder} npx -y @modelcontextprotocol/server-sequential-thinking',
    },
  },
  {
    server: 'Warp: bare entries',
    shownFor: 'dotmcp',
    text: `{
  "Context7": {
    "command": "npx",
    "args": ["-y", "@upstash/context7-mcp"],
    "env": {},
    "working_directory": null,
    "start_on_launch": true
  }
}`,
    servers: { Context7: 'npx -y @upstash/context7-mcp [without start_on_launch]' },
  },
];
