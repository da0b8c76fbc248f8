import { randomUUID } from 'node:crypto';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';

/** An app that speaks Streamable HTTP with sessions: each client gets a server of its own. */
export function streamableApp(createServer) {
  const sessions = new Map();

  async function openSession() {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.set(id, transport),
    });
    transport.onclose = () => sessions.delete(transport.sessionId);
    await createServer().connect(transport);
    return transport;
  }

  async function handle(request, response) {
    const id = request.headers['mcp-session-id'];
    if (id !== undefined && !sessions.has(id)) {
      // The answer 404 makes a client start a new session.
      refuse(response, 404, 'This session is not known.');
    } else if (id === undefined && !isInitializeRequest(request.body)) {
      refuse(response, 400, 'The first request must be "initialize".');
    } else {
      const transport = sessions.get(id) ?? (await openSession());
      await transport.handleRequest(request, response, request.body);
    }
  }

  const app = createMcpExpressApp();
  app.all('/mcp', (request, response) => {
    handle(request, response).catch((error) => refuse(response, 500, String(error)));
  });
  return app;
}

function refuse(response, status, message) {
  if (response.headersSent) return;
  response.status(status).json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
}
