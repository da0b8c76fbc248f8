import type { Dialect, Row } from '../dialect';

const rows: readonly Row[] = [
  { key: 'type', holds: 'type' },
  { key: 'command', holds: 'command' },
  { key: 'args', holds: 'args' },
  { key: 'cwd', holds: 'cwd' },
  { key: 'env', holds: 'env' },
  { key: 'envFile', holds: 'envFile' },
  { key: 'sandboxEnabled', holds: 'sandboxed' },
  { key: 'url', holds: 'url' },
  { key: 'headers', holds: 'headers' },
  { key: 'oauth.clientId', holds: 'clientId' },
  { key: 'oauth.enterpriseManaged', holds: 'enterpriseManaged' },
  { key: 'dev', holds: 'dev' },
];

/**
 * | fact    | VS Code                                                                                |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | `.vscode/mcp.json`, `mcp.json` of the profile; here also `.vscode/roundhouse.json`      |
 * | inputs  | `inputs` beside `servers`                                                              |
 * | lacks   | a switch, timeouts and a choice of tools; `roundhouse.servers` has them                 |
 * | reading | is done by `parseEntry`; these rows are for writing                                    |
 */
export const vscode: Dialect = {
  id: 'vscode',
  label: 'VS Code',
  containers: [['servers']],
  syntax: 'jsonc',
  entries: 'object',
  rows,
  hasInputs: true,
  unsetsVariables: true,
  reachesSockets: true,
  transports: { stdio: { type: 'stdio' }, http: { type: 'http' }, sse: { type: 'sse' } },
};
