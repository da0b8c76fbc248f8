import type { Snippet } from './snippet';

/** The servers that the protocol's own project publishes. */
export const reference: readonly Snippet[] = [
  {
    server: 'filesystem',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "filesystem": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-filesystem",
        "/Users/ada/Desktop",
        "/path/to/other/allowed/dir"
      ]
    }
  }
}`,
    servers: {
      filesystem:
        'npx -y @modelcontextprotocol/server-filesystem /Users/ada/Desktop /path/to/other/allowed/dir',
    },
  },
  {
    server: 'filesystem',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "filesystem": {
      "command": "docker",
      "args": [
        "run",
        "-i",
        "--rm",
        "--mount", "type=bind,src=\${workspaceFolder},dst=/projects/workspace",
        "mcp/filesystem",
        "/projects"
      ]
    }
  }
}`,
    servers: {
      filesystem:
        'docker run -i --rm --mount type=bind,src=${workspaceFolder},dst=/projects/workspace mcp/filesystem /projects',
    },
  },
  {
    server: 'memory',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "memory": {
      "command": "cmd",
      "args": ["/c", "npx", "-y", "@modelcontextprotocol/server-memory"],
      "env": { "MEMORY_FILE_PATH": "C:\\\\Users\\\\Ada\\\\memory.jsonl" }
    }
  }
}`,
    servers: {
      memory:
        'MEMORY_FILE_PATH=C:\\Users\\Ada\\memory.jsonl cmd /c npx -y @modelcontextprotocol/server-memory',
    },
  },
  {
    server: 'git',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "git": {
      "command": "uvx",
      "args": ["mcp-server-git", "--repository", "path/to/git/repo"]
    },
    "github": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-github"],
      "env": {
        "GITHUB_PERSONAL_ACCESS_TOKEN": "<YOUR_TOKEN>"
      }
    },
    "postgres": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-postgres", "postgresql://localhost/mydb"]
    }
  }
}`,
    servers: {
      git: 'uvx mcp-server-git --repository path/to/git/repo',
      github:
        'GITHUB_PERSONAL_ACCESS_TOKEN=<YOUR_TOKEN> npx -y @modelcontextprotocol/server-github',
      postgres: 'npx -y @modelcontextprotocol/server-postgres postgresql://localhost/mydb',
    },
  },
  {
    server: 'fetch',
    shownFor: 'vscode',
    text: `{
  "mcp": {
    "servers": {
      "fetch": { "command": "uvx", "args": ["mcp-server-fetch"] }
    }
  }
}`,
    servers: {},
    problems: [['nestedServers', '"mcp"']],
  },
  {
    server: 'time',
    shownFor: 'zed',
    text: `"context_servers": {
  "mcp-server-time": {
    "command": "python",
    "args": ["-m", "mcp_server_time"]
  }
},`,
    servers: {},
    problems: [
      ['syntax', ':'],
      ['rootNotAnObject', '"context_servers"'],
    ],
  },
  {
    server: 'everything',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "everything": {
      "command": "cmd",
      "args": ["/c", "npx", "-y", "@modelcontextprotocol/server-everything"]
    }
  }
}`,
    servers: { everything: 'cmd /c npx -y @modelcontextprotocol/server-everything' },
  },
  {
    server: 'sqlite',
    shownFor: 'vscode',
    text: `{
  "inputs": [
    {
      "type": "promptString",
      "id": "db_path",
      "description": "SQLite Database Path",
      "default": "\${workspaceFolder}/db.sqlite"
    }
  ],
  "servers": {
    "sqlite": {
      "command": "uvx",
      "args": ["mcp-server-sqlite", "--db-path", "\${input:db_path}"]
    }
  }
}`,
    servers: { sqlite: 'uvx mcp-server-sqlite --db-path ${input:db_path} [asks db_path]' },
  },
  {
    server: 'puppeteer',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "puppeteer": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "--init", "-e", "DOCKER_CONTAINER=true", "mcp/puppeteer"]
    }
  }
}`,
    servers: { puppeteer: 'docker run -i --rm --init -e DOCKER_CONTAINER=true mcp/puppeteer' },
  },
  {
    server: 'puppeteer',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "mcp-server-puppeteer": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-puppeteer"],
      "env": {
        "PUPPETEER_LAUNCH_OPTIONS": "{ \\"headless\\": false, \\"args\\": [] }",
        "ALLOW_DANGEROUS": "true"
      }
    }
  }
}`,
    servers: {
      'mcp-server-puppeteer':
        'PUPPETEER_LAUNCH_OPTIONS=\'{ "headless": false, "args": [] }\' ALLOW_DANGEROUS=true npx -y @modelcontextprotocol/server-puppeteer',
    },
  },
];
