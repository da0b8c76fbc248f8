import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

/** Serves over stdin and stdout when the module at `url` is the program that was run, and not imported. */
export async function serveStdio(url, createServer) {
  const program = process.argv[1];
  if (!program || realpathSync(program) !== fileURLToPath(url)) return;
  await createServer().connect(new StdioServerTransport());
}
