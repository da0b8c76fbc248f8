import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';

/** An app that speaks the older HTTP+SSE transport: events come over GET /sse, messages go to POST /messages. */
export function sseApp(createServer) {
  const sessions = new Map();
  const app = createMcpExpressApp();
  app.get('/sse', (_request, response) => {
    const transport = new SSEServerTransport('/messages', response);
    sessions.set(transport.sessionId, transport);
    response.on('close', () => sessions.delete(transport.sessionId));
    createServer()
      .connect(transport)
      .catch(() => response.end());
  });
  app.post('/messages', (request, response) => {
    const transport = sessions.get(request.query.sessionId);
    if (!transport) {
      response.status(404).send('This session is not known.');
      return;
    }
    const { body } = request;
    transport.handlePostMessage(request, response, body).catch(() => response.end());
  });
  return app;
}
