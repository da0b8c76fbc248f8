// @ts-check
import { once } from 'node:events';
import { createServer } from 'node:http';
import { keepChatExtension } from './editor/page.mjs';

/**
 * Serves the page that `npm start` sends a person to. The browser editor switches its chat off in a new
 * profile; this page, which the editor's own proxy shows under its origin, prevents that and goes on to the editor.
 * @param {string} folder what the editor opens
 * @returns {Promise<string>} the page's path at the editor
 */
export async function serveStartPage(folder) {
  const editor = JSON.stringify(`/?folder=${encodeURIComponent(folder)}`);
  const page =
    '<!doctype html><meta charset="utf-8"><title>MCP Roundhouse</title><p>Opening the editor …</p>' +
    `<script>${keepChatExtension}.finally(() => location.replace(${editor}));</script>`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return `/proxy/${address.port}/`;
}
