import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

// A server as most are: on line 1 of the SDK. `sdkServer.mjs http` prints its URL, otherwise it talks over stdio.

const transport = process.argv[2] ?? 'stdio';

function newServer(): McpServer {
  const server = new McpServer({ name: transport, version: '1' });
  server.registerTool('echo', { inputSchema: { text: z.string() } }, ({ text }) => ({
    content: [{ type: 'text', text }],
  }));
  return server;
}

function overHttp(): void {
  process.stdin.resume();
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    const session = String(request.headers['mcp-session-id'] ?? '');
    void (sessions.get(session) ?? open()).handleRequest(request, response);
  });
  const open = (): StreamableHTTPServerTransport => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    void newServer().connect(transport);
    return transport;
  };
  http.keepAliveTimeout = 120_000;
  http.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`),
  );
}

// The SDK's server does not end with its input.
process.stdin.once('end', () => process.exit());
if (transport === 'http') overHttp();
else await newServer().connect(new StdioServerTransport());
