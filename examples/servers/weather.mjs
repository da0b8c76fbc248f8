// A weather service with canned data: no network, no key.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { serveStdio } from './serveStdio.mjs';

const reports = new Map([
  ['london', 'London: 12 °C, light rain, wind from the west.'],
  ['nairobi', 'Nairobi: 24 °C, sunny, light wind.'],
  ['oslo', 'Oslo: -3 °C, snow, calm.'],
  ['tokyo', 'Tokyo: 18 °C, cloudy, wind from the sea.'],
]);

export function createWeather() {
  const server = new McpServer({ name: 'weather', version: '1.0.0' });
  server.registerTool(
    'get_weather',
    {
      description: 'Tells the weather of a city.',
      inputSchema: { city: z.string().describe('London, Nairobi, Oslo or Tokyo') },
      annotations: { readOnlyHint: true },
    },
    ({ city }) => {
      const report = reports.get(city.trim().toLowerCase());
      const text = report ?? `No weather is known for ${city}.`;
      return { content: [{ type: 'text', text }], isError: report === undefined };
    },
  );
  return server;
}

await serveStdio(import.meta.url, createWeather);
