// Serves the examples that are reached over HTTP: `npm run examples`. On this machine only.
// Usage: serve.mjs [PORT PORT PORT], one for each in their order; 0 takes a free one.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sseApp } from './http/sse.mjs';
import { streamableApp } from './http/streamable.mjs';
import { createCalculator } from './servers/calculator.mjs';
import { createWeather } from './servers/weather.mjs';

const [calculator = 43101, weather = 43102, weatherSse = 43103] = process.argv.slice(2).map(Number);
const examples = [
  { name: 'calculator-http', port: calculator, path: '/mcp', app: streamableApp(createCalculator) },
  { name: 'weather-http', port: weather, path: '/mcp', app: streamableApp(createWeather) },
  { name: 'weather-sse', port: weatherSse, path: '/sse', app: sseApp(createWeather) },
];

async function main() {
  const servers = [];
  for (const { name, port, path, app } of examples) {
    const server = createServer(app);
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      const inUse = error.code === 'EADDRINUSE';
      console.error(
        inUse
          ? `Port ${port} (${name}) is in use. Are the examples running already?`
          : `Port ${port} (${name}): ${error.message}`,
      );
      process.exit(1);
    }
    servers.push(server);
    console.log(`${name.padEnd(16)} http://127.0.0.1:${server.address().port}${path}`);
  }
  console.log('Ready. Ctrl-C ends it.');

  const end = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    process.exit(0);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

await main();
