import type { ConfigSource } from '../../src/config/definition';
import { problemsIn } from '../../src/config/lint/lintConfig';
import { parseConfig } from '../../src/config/read/parseConfig';
import { Rounds } from './report';

// What a configuration file costs when it is read, and with every pause in typing. The floor is `JSON.parse`.

const rounds = 15;
const source: ConfigSource = {
  id: 'folder:bench',
  file: '/bench/.vscode/mcp.json',
  dialect: 'vscode',
  level: 0,
  readByEditor: true,
};
const facts = { missingCommands: new Set(['server-7']) };

function configuration(servers: number): string {
  const entries = Array.from({ length: servers }, (_, at) => [
    `till-${at}`,
    at % 2 === 0
      ? {
          command: `server-${at}`,
          args: ['--folder', '${workspaceFolder}'],
          env: { TOKEN: '${input:token}' },
        }
      : { type: 'http', url: `https://mcp-${at}.example.com/mcp`, headers: { 'X-Shop': `${at}` } },
  ]);
  const inputs = [{ type: 'promptString', id: 'token', description: 'Token', password: true }];
  return JSON.stringify({ inputs, servers: Object.fromEntries(entries) }, undefined, 2);
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

for (const servers of [10, 1_000]) {
  const text = configuration(servers);
  const figures = new Rounds(['JSON.parse', 'read', 'read and check']);
  for (let round = 0; round < rounds; round++) {
    figures.add(
      'JSON.parse',
      timed(() => JSON.parse(text)),
    );
    figures.add(
      'read',
      timed(() => parseConfig(text, source)),
    );
    const check = () => problemsIn({ text, source, parsed: parseConfig(text, source) }, facts);
    figures.add('read and check', timed(check));
  }
  figures.report({ part: 'configuration', name: `${servers} servers`, unit: 'ms' });
}
