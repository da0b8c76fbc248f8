import type { Snippet } from './snippet';

/** Servers that search, and servers of services that people work with. */
export const web: readonly Snippet[] = [
  {
    server: 'brave-search',
    shownFor: 'vscode',
    text: `{
  "inputs": [
    {
      "password": true,
      "id": "brave-api-key",
      "type": "promptString",
      "description": "Brave Search API Key",
    }
  ],
  "servers": {
    "brave-search": {
      "command": "docker",
      "args": ["run", "-i", "--rm", "-e", "BRAVE_API_KEY", "mcp/brave-search"],
      "env": {
        "BRAVE_API_KEY": "\${input:brave-api-key}"
      }
    }
  }
}`,
    servers: {
      'brave-search':
        'BRAVE_API_KEY=${input:brave-api-key} docker run -i --rm -e BRAVE_API_KEY mcp/brave-search [asks brave-api-key]',
    },
  },
  {
    server: 'brave-search',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "brave-search-dev": {
      "command": "node",
      "args": ["C:\\\\GitHub\\\\brave-search-mcp-server\\\\dist\\\\index.js"], // Your path
      "env": {
        "BRAVE_API_KEY": "YOUR_API_KEY_HERE"
      }
    }
  }
}`,
    servers: {
      'brave-search-dev':
        'BRAVE_API_KEY=YOUR_API_KEY_HERE node C:\\GitHub\\brave-search-mcp-server\\dist\\index.js',
    },
  },
  {
    server: 'firecrawl',
    shownFor: 'vscode',
    text: `{
  "mcp": {
    "inputs": [
      { "type": "promptString", "id": "apiKey", "description": "Firecrawl API Key", "password": true }
    ],
    "servers": {
      "firecrawl": {
        "command": "npx",
        "args": ["-y", "firecrawl-mcp"],
        "env": { "FIRECRAWL_API_KEY": "\${input:apiKey}" }
      }
    }
  }
}`,
    servers: {},
    problems: [['nestedServers', '"mcp"']],
  },
  {
    server: 'firecrawl',
    shownFor: 'cursor',
    text: `{
  "mcpServers": {
    "firecrawl-mcp": {
      "command": "cmd /c \\"set FIRECRAWL_API_KEY=your-api-key && npx -y firecrawl-mcp\\"",
      "args": []
    }
  }
}`,
    servers: {
      'firecrawl-mcp': '\'cmd /c "set FIRECRAWL_API_KEY=your-api-key && npx -y firecrawl-mcp"\'',
    },
  },
  {
    server: 'exa',
    shownFor: 'roo',
    text: `{
  "mcpServers": {
    "exa": {
      "type": "streamable-http",
      "url": "https://mcp.exa.ai/mcp",
    }
  }
}`,
    servers: { exa: 'http https://mcp.exa.ai/mcp' },
  },
  {
    server: 'tavily',
    shownFor: 'cursor',
    text: `{
  "mcpServers": {
    "tavily-remote-mcp": {
      "command": "npx -y mcp-remote https://mcp.tavily.com/mcp/?tavilyApiKey=<your-api-key>",
      "env": {}
    }
  }
}`,
    servers: {
      'tavily-remote-mcp':
        "'npx -y mcp-remote https://mcp.tavily.com/mcp/?tavilyApiKey=<your-api-key>'",
    },
  },
  {
    server: 'figma',
    shownFor: 'cursor',
    text: `{
  "mcpServers": {
    "Framelink MCP for Figma": {
      "command": "npx",
      "args": ["-y", "figma-developer-mcp", "--figma-api-key=YOUR-KEY", "--stdio"]
    },
    "Figma": {
      "url": "http://127.0.0.1:3845/mcp"
    }
  }
}`,
    servers: {
      'Framelink MCP for Figma': 'npx -y figma-developer-mcp --figma-api-key=YOUR-KEY --stdio',
      Figma: 'http http://127.0.0.1:3845/mcp',
    },
  },
  {
    server: 'notion',
    shownFor: 'zed',
    text: `{
  "context_servers": {
    "some-context-server": {
      "command": {
        "path": "npx",
        "args": ["-y", "@notionhq/notion-mcp-server"],
        "env": {
          "OPENAPI_MCP_HEADERS": "{\\"Authorization\\": \\"Bearer ntn_****\\" }"
        }
      },
      "settings": {}
    }
  }
}`,
    servers: {
      'some-context-server':
        'OPENAPI_MCP_HEADERS=\'{"Authorization": "Bearer ntn_****" }\' npx -y @notionhq/notion-mcp-server [without settings]',
    },
  },
  {
    server: 'notion',
    shownFor: 'cursor',
    text: `{
  "mcpServers": {
    "notionApi": {
      "command": "docker",
      "args": ["run", "--rm", "-i", "-e", "NOTION_TOKEN", "mcp/notion"],
      "env": { "NOTION_TOKEN": "ntn_****" }
    }
  }
}`,
    servers: { notionApi: 'NOTION_TOKEN=ntn_**** docker run --rm -i -e NOTION_TOKEN mcp/notion' },
  },
  {
    server: 'slack',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "slack": {
      "command": "C:\\\\Progra~1\\\\nodejs\\\\npx.cmd",
      "args": [
        "-y",
        "mcp-remote",
        "https://x.y.z.q:3001/sse",
        "--header",
        "Authorization: Bearer \${SLACK_MCP_API_KEY}"
      ],
      "env": {
        "SLACK_MCP_API_KEY": "my-$$e-$ecret"
      }
    }
  }
}`,
    servers: {
      slack:
        "SLACK_MCP_API_KEY=my-$$e-$ecret C:\\Progra~1\\nodejs\\npx.cmd -y mcp-remote https://x.y.z.q:3001/sse --header 'Authorization: Bearer ${SLACK_MCP_API_KEY}'",
    },
  },
  {
    server: 'stripe',
    shownFor: 'vscode',
    text: `{
  "inputs": [
    { "id": "stripe-key", "type": "promptString", "password": true }
  ],
  "servers": {
    "stripe": {
      "type": "http",
      "url": "https://mcp.stripe.com",
      "headers": { "Authorization": "Bearer \${input:stripe-key}" }
    }
  }
}`,
    servers: {
      stripe:
        'http https://mcp.stripe.com {Authorization: Bearer ${input:stripe-key}} [asks stripe-key]',
    },
  },
  {
    server: 'stripe',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "stripe": {
      "command": "npx",
      "args": ["-y", "@stripe/mcp", "--api-key=STRIPE_SECRET_KEY"]
    }
  }
}`,
    servers: { stripe: 'npx -y @stripe/mcp --api-key=STRIPE_SECRET_KEY' },
  },
  {
    server: 'linear',
    shownFor: 'zed',
    text: `{
  "context_servers": {
    "linear": {
      "source": "custom",
      "command": "npx",
      "args": ["-y", "mcp-remote", "https://mcp.linear.app/mcp"],
      "env": {}
    }
  }
}`,
    servers: { linear: 'npx -y mcp-remote https://mcp.linear.app/mcp' },
  },
  {
    server: 'atlassian',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "mcp-atlassian": {
      "command": "docker",
      "args": [
        "run", "--rm", "-i",
        "--env-file", "/path/to/your/mcp-atlassian.env",
        "ghcr.io/sooperset/mcp-atlassian:latest"
      ]
    }
  }
}`,
    servers: {
      'mcp-atlassian':
        'docker run --rm -i --env-file /path/to/your/mcp-atlassian.env ghcr.io/sooperset/mcp-atlassian:latest',
    },
  },
];
