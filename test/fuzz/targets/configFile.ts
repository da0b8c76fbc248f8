import { type ConfigSource, dialectIds, type DialectId } from '../../../src/config/definition';
import { corpus } from '../../unit/config/snippets/corpus';
import { fullExample } from '../../unit/config/snippets/fullExample';

/** A configuration file of some host. */
export interface ConfigFile {
  readonly dialect: DialectId;
  readonly file: string;
  readonly text: string;
}

/** Files of all hosts: host and name of the file on the first line, its text on those behind it. */
export const configFiles: readonly string[] = [
  `vscode mcp.json\n${fullExample}`,
  ...corpus.map(({ shownFor, text }) => `${shownFor} settings\n${text}`),
  'codex config.toml\n# mine\n[mcp_servers.a]\ncommand = "x" # here\nargs = ["y"]\n\n[mcp_servers.a.env]\nK = "v"\n\n[tui]\nx = 1\n',
  'codex config.toml\nmcp_servers.a.command = "x"\nmcp_servers = { b = { url = "https://x" } }\n',
  'continue config.yaml\nname: mine\nmcpServers: # these\n  - name: a\n    command: x\n    env:\n      K: |\n        text\n# last\nrules: []\n',
  'continue config.yaml\n&a mcpServers: [{name: a, command: x}, *b]\n---\n',
  'continue config.yaml\n{"mcpServers":null}',
  'vscode mcp.json\n',
];

export const configWords = [
  ...dialectIds,
  '"servers": {',
  '"mcpServers": {',
  '"inputs": [',
  '"command": "x"',
  '"args": ["y"]',
  '"url": "https://x"',
  '[mcp_servers.a]',
  'mcp_servers.a.b = ',
  'mcpServers:',
  '  - name: a',
  '"""',
  "'''",
  '&a ',
  '*a',
  '|\n',
  '? ',
  '"a": {',
  '"local"',
  '// x\n',
  '/* x */',
  ',\n',
];

export function configFileOf(input: string): ConfigFile {
  const lineEnd = input.indexOf('\n');
  const [host, file = 'mcp.json'] = input.slice(0, Math.max(0, lineEnd)).split(' ');
  const dialect = dialectIds.find((id) => id === host) ?? 'vscode';
  return { dialect, file, text: input.slice(lineEnd + 1) };
}

export function sourceOf({ dialect, file }: ConfigFile): ConfigSource {
  return { id: 'folder:app', file, folder: '/home/ada/app', dialect, level: 0, readByEditor: true };
}
