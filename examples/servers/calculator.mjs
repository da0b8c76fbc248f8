// A calculator, as one writes it with the MCP SDK. Run it, and it speaks over stdin and stdout.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { serveStdio } from './serveStdio.mjs';

const numbers = { a: z.number().describe('First number'), b: z.number().describe('Second number') };
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });

export function createCalculator() {
  const server = new McpServer({ name: 'calculator', version: '1.0.0' });
  const add = (name, description, count) =>
    server.registerTool(
      name,
      { description, inputSchema: numbers, annotations: { readOnlyHint: true } },
      ({ a, b }) => text(count(a, b)),
    );
  add('add', 'Adds two numbers.', (a, b) => a + b);
  add('subtract', 'Subtracts the second number from the first.', (a, b) => a - b);
  add('multiply', 'Multiplies two numbers.', (a, b) => a * b);
  server.registerTool(
    'divide',
    { description: 'Divides the first number by the second.', inputSchema: numbers },
    ({ a, b }) => (b === 0 ? { ...text('Cannot divide by zero.'), isError: true } : text(a / b)),
  );
  return server;
}

await serveStdio(import.meta.url, createCalculator);
