import type { Snippet } from './snippet';

/** Servers for clouds and what runs there. */
export const clouds: readonly Snippet[] = [
  {
    server: 'kubernetes',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "kubernetes": {
      "command": "npx",
      "args": ["-y", "kubernetes-mcp-server@latest"],
      "env": {
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4317",
        "OTEL_TRACES_SAMPLER": "always_on"
      }
    }
  }
}`,
    servers: {
      kubernetes:
        'OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4317 OTEL_TRACES_SAMPLER=always_on npx -y kubernetes-mcp-server@latest',
    },
  },
  {
    server: 'kubernetes',
    shownFor: 'codex',
    text: `[[mcp_servers]]
name = "kubernetes-mcp-server"
command = "npx"
args = ["-y", "kubernetes-mcp-server@latest", "--read-only"]

[mcp_servers.env]
KUBECONFIG = "/home/YOUR_USERNAME/.kube/mcp-viewer.kubeconfig"
`,
    servers: {
      'kubernetes-mcp-server':
        'KUBECONFIG=/home/YOUR_USERNAME/.kube/mcp-viewer.kubeconfig npx -y kubernetes-mcp-server@latest --read-only',
    },
  },
  {
    server: 'azure',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "Azure Best Practices": {
      "command": "npx",
      "args": [
        "-y",
        "@azure/mcp@latest",
        "server",
        "start",
        "--namespace",
        "bestpractices" // Any of the namespaces
      ]
    }
  }
}`,
    servers: {
      'Azure Best Practices': 'npx -y @azure/mcp@latest server start --namespace bestpractices',
    },
  },
  {
    server: 'azure',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "Azure MCP Server": {
      "command": "docker",
      "args": [
        "run",
        "-i",
        "--rm",
        "--env-file",
        "/full/path/to/.env"
        "mcr.microsoft.com/azure-sdk/azure-mcp:latest",
      ]
    },
    "next": { "command": "next" }
  }
}`,
    servers: { next: 'next' },
    problems: [['syntax', '"mcr.microsoft.com/azure-sdk/azure-mcp:latest"']],
  },
  {
    server: 'aws',
    shownFor: 'cline',
    text: `{
  "mcpServers": {
    "awslabs.core-mcp-server": {
      "command": "uvx",
      "args": ["awslabs.core-mcp-server@latest"],
      "env": {
        "FASTMCP_LOG_LEVEL": "ERROR"
      },
      "autoApprove": [],
      "disabled": false
    }
  }
}`,
    servers: {
      'awslabs.core-mcp-server':
        'FASTMCP_LOG_LEVEL=ERROR uvx awslabs.core-mcp-server@latest [{"enabled":true}] [without autoApprove]',
    },
  },
  {
    server: 'aws',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "awslabs.aws-documentation-mcp-server": {
      "command": "uvx",
      "args": ["awslabs.aws-documentation-mcp-server@latest"],
      "env": { "FASTMCP_LOG_LEVEL": "ERROR", "AWS_DOCUMENTATION_PARTITION": "aws" },
      "disabled": false,
      "autoApprove": []
    }
  }
}`,
    servers: {
      'awslabs.aws-documentation-mcp-server':
        'FASTMCP_LOG_LEVEL=ERROR AWS_DOCUMENTATION_PARTITION=aws uvx awslabs.aws-documentation-mcp-server@latest',
    },
    problems: [
      ['keyOfSettings', '"disabled"'],
      ['keyOfSettings', '"autoApprove"'],
    ],
  },
  {
    server: 'terraform',
    shownFor: 'vscode',
    text: `{
  "servers": {
    "terraform": {
      "command": "docker",
      "args": [
        "run",
        "-i",
        "--rm",
        "-e", "TFE_TOKEN=\${input:tfe_token}",
        "-e", "TFE_ADDRESS=\${input:tfe_address}",
        "hashicorp/terraform-mcp-server:1.2.0"
      ]
    }
  },
  "inputs": [
    {
      "type": "promptString",
      "id": "tfe_token",
      "description": "Terraform API Token",
      "password": true
    },
    {
      "type": "promptString",
      "id": "tfe_address",
      "description": "Terraform Address",
      "password": false
    }
  ]
}`,
    servers: {
      terraform:
        'docker run -i --rm -e TFE_TOKEN=${input:tfe_token} -e TFE_ADDRESS=${input:tfe_address} hashicorp/terraform-mcp-server:1.2.0 [asks tfe_token tfe_address]',
    },
  },
  {
    server: 'grafana',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "grafana": {
      "command": "mcp-grafana",
      "args": [],
      "env": {
        "GRAFANA_URL": "http://localhost:3000", // Or the address of the cloud
        "GRAFANA_SERVICE_ACCOUNT_TOKEN": "<your token>",
        // If a name and a password are used instead
        "GRAFANA_USERNAME": "<your username>",
        "GRAFANA_EXTRA_HEADERS": "{\\"X-Tenant-ID\\": \\"tenant-123\\"}"
      }
    }
  }
}`,
    servers: {
      grafana:
        "GRAFANA_URL=http://localhost:3000 GRAFANA_SERVICE_ACCOUNT_TOKEN='<your token>' GRAFANA_USERNAME='<your username>' GRAFANA_EXTRA_HEADERS='{\"X-Tenant-ID\": \"tenant-123\"}' mcp-grafana",
    },
  },
  {
    server: 'grafana',
    shownFor: 'vscode',
    text: `"mcp": {
  "servers": {
    "grafana": {
      "type": "sse",
      "url": "http://localhost:8000/sse"
    }
  }
}`,
    servers: {},
    problems: [
      ['syntax', ':'],
      ['rootNotAnObject', '"mcp"'],
    ],
  },
  {
    server: 'cloudflare',
    shownFor: 'claude-desktop',
    text: `{
  "mcpServers": {
    "cloudflare-observability": {
      "command": "npx",
      "args": ["mcp-remote", "https://observability.mcp.cloudflare.com/mcp"]
    },
    "cloudflare-bindings": {
      "command": "npx",
      "args": ["mcp-remote", "https://bindings.mcp.cloudflare.com/mcp"]
    }
  }
}`,
    servers: {
      'cloudflare-observability': 'npx mcp-remote https://observability.mcp.cloudflare.com/mcp',
      'cloudflare-bindings': 'npx mcp-remote https://bindings.mcp.cloudflare.com/mcp',
    },
  },
];
