import type { DialectId } from './definition';
import type { Dialect, Held, Row } from './dialect';

/** Rows of keys that are called what they hold. */
function rowsOf(...keys: readonly Held[]): readonly Row[] {
  return keys.map((key) => ({ key, holds: key }));
}

/** The same for keys that are understood, but not part of the host's own format. */
function readOnlyRows(...keys: readonly Held[]): readonly Row[] {
  return keys.map((key) => ({ key, holds: key, readOnly: true }));
}

/**
 * | fact   | VS Code                                                                            |
 * | ------ | ---------------------------------------------------------------------------------- |
 * | file   | `.vscode/mcp.json`, `mcp.json` of the profile; here also `.vscode/roundhouse.json` |
 * | inputs | `inputs` beside `servers`                                                          |
 * | lacks  | a switch, timeouts and a choice of tools; `roundhouse.servers` has them            |
 */
const vscode: Dialect = {
  label: 'VS Code',
  syntax: 'jsonc',
  containers: [['servers']],
  isVsCode: true,
  rows: [
    ...rowsOf('type', 'command', 'args', 'cwd', 'env', 'envFile'),
    { key: 'sandboxEnabled', holds: 'sandboxed' },
    ...rowsOf('url', 'headers', 'oauth', 'dev'),
    { key: 'gallery', holds: 'nothing' },
    { key: 'version', holds: 'nothing' },
  ],
  transports: { stdio: { type: 'stdio' }, http: { type: 'http' }, sse: { type: 'sse' } },
  variableStyle: 'vscode',
};

/** The container of most hosts. */
const mcpServers = { syntax: 'jsonc', containers: [['mcpServers']] } as const;

/** Keys that every host with an object `mcpServers` shares. */
const mcpServersRows = rowsOf('type', 'command', 'args', 'env', 'url', 'headers');

/** The format of each host. */
export const dialects: Readonly<Record<DialectId, Dialect>> = {
  vscode,

  /**
   * | fact  | workspace files of VS Code                                                               |
   * | ----- | ---------------------------------------------------------------------------------------- |
   * | file  | `*.code-workspace`; servers and inputs in the setting `mcp`                              |
   * | also  | `mcp.servers` at the root, as settings files had it and READMEs still show it             |
   */
  codeWorkspace: {
    ...vscode,
    label: 'VS Code workspace file',
    containers: [
      ['settings', 'mcp', 'servers'],
      ['mcp', 'servers'],
    ],
  },

  /**
   * | fact      | `.mcp.json`                                                                          |
   * | --------- | ------------------------------------------------------------------------------------ |
   * | file      | at a project's root; read by VS Code, Claude Code, Copilot                            |
   * | wrapper   | `mcpServers`, or none at all                                                         |
   * | VS Code   | takes command, args, env, url and headers; the working folder is the project          |
   * | Claude    | expands variables of the environment, limits calls by `timeout`                      |
   * | Copilot   | writes `type: "local"` and a list `tools`                                            |
   */
  dotmcp: {
    label: '.mcp.json',
    variableStyle: 'shell',
    syntax: 'jsonc',
    containers: [['mcpServers'], []],
    rows: [
      ...mcpServersRows,
      { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
      ...readOnlyRows('cwd', 'disabled'),
      { key: 'tools', holds: 'allowedTools', readOnly: true },
      { key: 'serverUrl', holds: 'url', readOnly: true },
    ],
    transports: { stdio: {}, http: { type: 'http' }, sse: { type: 'sse' } },
  },

  /**
   * | fact  | Claude Desktop                                                                           |
   * | ----- | ---------------------------------------------------------------------------------------- |
   * | file  | `claude_desktop_config.json` among the person's settings                                  |
   * | holds | local servers only: remote ones are connectors of the account                             |
   * | takes | every text as it is when it starts a server                                              |
   */
  'claude-desktop': {
    label: 'Claude Desktop',
    variableStyle: 'shell',
    ...mcpServers,
    rows: [...mcpServersRows, ...readOnlyRows('cwd')],
    transports: { stdio: {} },
    writtenStyle: 'none',
  },

  /**
   * | fact     | Claude Code                                                                           |
   * | -------- | ------------------------------------------------------------------------------------- |
   * | file     | `~/.claude.json`; a project's own file is `.mcp.json`                                  |
   * | projects | `projects.<path>.mcpServers` counts in that folder only                                |
   * | type     | needed for `http` and `sse`                                                           |
   * | lost     | `headersHelper`, a program that makes headers                                         |
   */
  'claude-code': {
    label: 'Claude Code',
    variableStyle: 'shell',
    syntax: 'jsonc',
    containers: [['mcpServers'], ['projects', '*', 'mcpServers']],
    rows: [
      ...mcpServersRows,
      { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
      { key: 'oauth.clientId', holds: 'clientId' },
    ],
    transports: { stdio: {}, http: { type: 'http' }, sse: { type: 'sse' } },
    inTerminal: true,
  },

  /**
   * | fact      | Cursor                                                                                  |
   * | --------- | --------------------------------------------------------------------------------------- |
   * | file      | `.cursor/mcp.json` of a project or of the person                                        |
   * | type      | is optional; an address is tried with streamable HTTP, then with SSE                    |
   * | holds     | `envFile` of local servers, `auth.CLIENT_ID` of remote ones                             |
   * | keeps     | switches and choices of tools elsewhere                                                 |
   * | variables | the environment, the workspace folder and its name, the home folder, the path separator |
   */
  cursor: {
    label: 'Cursor',
    variableStyle: 'both',
    ...mcpServers,
    rows: [
      ...mcpServersRows,
      ...rowsOf('envFile'),
      { key: 'auth.CLIENT_ID', holds: 'clientId' },
      ...readOnlyRows('cwd', 'disabled'),
    ],
    transports: { stdio: {}, http: {}, sse: { type: 'sse' } },
    variableKinds: ['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator'],
  },

  /**
   * | fact      | Windsurf                                                                             |
   * | --------- | ------------------------------------------------------------------------------------ |
   * | file      | `~/.codeium/windsurf/mcp_config.json`                                                |
   * | url       | stands under `serverUrl`; `url` is read as well                                      |
   * | type      | does not exist: the transport is found out                                           |
   * | tools     | `disabledTools` by name; `alwaysAllow` is about questions, not about what is offered |
   * | variables | `${env:X}` and `${file:path}`, nothing of the workspace                              |
   */
  windsurf: {
    label: 'Windsurf',
    variableStyle: 'both',
    ...mcpServers,
    rows: [
      { key: 'serverUrl', holds: 'url' },
      ...mcpServersRows,
      ...rowsOf('disabled'),
      { key: 'disabledTools', holds: 'hiddenTools' },
      ...readOnlyRows('cwd'),
    ],
    transports: { stdio: {}, http: {} },
    variableKinds: ['contents'],
  },

  /**
   * | fact      | Trae                                                                           |
   * | --------- | ------------------------------------------------------------------------------ |
   * | file      | `mcp.json` among Trae's user settings, `.trae/mcp.json` of a project           |
   * | type      | follows from `command` or `url`; a URL is reached by streamable HTTP or SSE   |
   * | keeps     | switches and choices of tools elsewhere                                        |
   * | variables | `${workspaceFolder}`                                                           |
   */
  trae: {
    label: 'Trae',
    variableStyle: 'both',
    ...mcpServers,
    rows: [...mcpServersRows, ...readOnlyRows('cwd', 'disabled')],
    transports: { stdio: {}, http: {} },
    variableKinds: ['workspaceFolder'],
  },

  /**
   * | fact      | Cline                                                                     |
   * | --------- | ------------------------------------------------------------------------- |
   * | file      | `cline_mcp_settings.json` among the extension's data, or below `~/.cline` |
   * | type      | `stdio`, `sse`, `streamableHttp`; an address without a type means SSE     |
   * | older     | `transportType` with `http` for the last                                  |
   * | nested    | its CLI writes the launch into an object `transport`                      |
   * | timeout   | seconds, for calls                                                        |
   * | lost      | `autoApprove`, tools that run without a question                          |
   * | variables | `${env:X}` only                                                           |
   */
  cline: {
    label: 'Cline',
    variableStyle: 'both',
    ...mcpServers,
    rows: [
      ...rowsOf('type', 'command', 'args', 'env', 'headers'),
      { key: 'url', holds: 'url', transport: 'sse' },
      { key: 'transportType', holds: 'type' },
      ...rowsOf('cwd', 'disabled'),
      { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
      ...readOnlyRows('type', 'command', 'args', 'cwd', 'env', 'url', 'headers').map((row) => ({
        ...row,
        key: `transport.${row.key}`,
      })),
    ],
    transports: { stdio: {}, http: { type: 'streamableHttp' }, sse: { type: 'sse' } },
  },

  /**
   * | fact      | Roo Code                                                                             |
   * | --------- | ------------------------------------------------------------------------------------ |
   * | file      | `mcp_settings.json` among the extension's data, `.roo/mcp.json` of a project         |
   * | type      | `stdio`, `sse`, `streamable-http`; needed with an address                            |
   * | timeout   | whole seconds, for calls                                                             |
   * | tools     | `disabledTools` are not offered; `alwaysAllow` are those that run without a question |
   * | lost      | `alwaysAllow`, `watchPaths` (files whose change restarts the server)                 |
   * | variables | `${env:X}` and `${workspaceFolder}`                                                  |
   */
  roo: {
    label: 'Roo Code',
    variableStyle: 'both',
    ...mcpServers,
    rows: [
      ...mcpServersRows,
      ...rowsOf('cwd', 'disabled'),
      { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
      { key: 'disabledTools', holds: 'hiddenTools' },
    ],
    transports: { stdio: {}, http: { type: 'streamable-http' }, sse: { type: 'sse' } },
    variableKinds: ['workspaceFolder'],
  },

  /**
   * | fact    | Cherry Studio                                                                          |
   * | ------- | -------------------------------------------------------------------------------------- |
   * | file    | none: servers are imported and exported as JSON                                        |
   * | type    | `stdio`, `sse`, `streamableHttp`; `inMemory` is built in                                 |
   * | url     | stands under `baseUrl`                                                                 |
   * | switch  | `isActive`                                                                             |
   * | timeout | seconds, for requests                                                                  |
   * | lost    | what is shown in its lists: provider, logo, tags, description                           |
   */
  'cherry-studio': {
    label: 'Cherry Studio',
    variableStyle: 'none',
    ...mcpServers,
    rows: [
      { key: 'name', holds: 'nothing' },
      ...rowsOf('type', 'command', 'args', 'env', 'headers'),
      { key: 'baseUrl', holds: 'url' },
      ...rowsOf('url'),
      { key: 'isActive', holds: 'enabled' },
      { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
      { key: 'disabledTools', holds: 'hiddenTools' },
    ],
    transports: {
      stdio: { type: 'stdio' },
      http: { type: 'streamableHttp' },
      sse: { type: 'sse' },
    },
  },

  /**
   * | fact    | Gemini CLI                                                                             |
   * | ------- | -------------------------------------------------------------------------------------- |
   * | file    | `~/.gemini/settings.json`, `.gemini/settings.json` of a project                          |
   * | url     | `httpUrl` is streamable HTTP; `url` is SSE in older releases, and by `type` in newer ones |
   * | timeout | milliseconds, for requests                                                             |
   * | tools   | `excludeTools` counts before `includeTools`                                            |
   * | lost    | `trust`, which is about questions; `mcp.allowed` and `mcp.excluded` beside the entries   |
   */
  gemini: {
    label: 'Gemini CLI',
    variableStyle: 'dollar',
    ...mcpServers,
    rows: [
      { key: 'httpUrl', holds: 'url', transport: 'http' },
      ...mcpServersRows,
      ...rowsOf('cwd'),
      { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
      { key: 'includeTools', holds: 'allowedTools' },
      { key: 'excludeTools', holds: 'hiddenTools' },
      { key: 'oauth.clientId', holds: 'clientId' },
    ],
    transports: { stdio: {}, http: {}, sse: { url: 'url', type: 'sse' } },
    inTerminal: true,
  },

  /**
   * | fact    | Continue                                                                               |
   * | ------- | -------------------------------------------------------------------------------------- |
   * | file    | `~/.continue/config.yaml` and the YAML files in `.continue/mcpServers`                  |
   * | list    | `mcpServers` is an array; an element has a `name`, or `uses` a block made elsewhere      |
   * | type    | `stdio`, `sse`, `streamable-http`; without one HTTP is tried, then SSE                   |
   * | headers | stand in `requestOptions`, beside settings of the connection that are lost               |
   * | timeout | `connectionTimeout`, milliseconds, until the server answers                              |
   * | JSON    | files in `.continue/mcpServers` are written like `.mcp.json`                            |
   */
  continue: {
    label: 'Continue',
    variableStyle: 'templates',
    syntax: 'yaml',
    containers: [['mcpServers'], []],
    opening: ['name: MCP servers', 'version: 0.0.1', 'schema: v1'],
    rows: [
      { key: 'name', holds: 'nothing' },
      ...rowsOf('type', 'command', 'args', 'cwd', 'env', 'url'),
      { key: 'requestOptions.headers', holds: 'headers' },
      ...readOnlyRows('headers'),
      { key: 'connectionTimeout', holds: 'startupTimeout', unit: 'milliseconds' },
    ],
    transports: { stdio: {}, http: { type: 'streamable-http' }, sse: { type: 'sse' } },
    elsewhere: ['uses'],
  },

  /**
   * | fact      | Codex                                                                                |
   * | --------- | ------------------------------------------------------------------------------------ |
   * | file      | `~/.codex/config.toml`, `.codex/config.toml` of a project; tables `mcp_servers.<name>` |
   * | names     | of letters, digits, `_` and `-`; other entries are refused                            |
   * | type      | follows from `command` or `url`; SSE is not known                                     |
   * | variables | are not expanded: `bearer_token_env_var`, `env_http_headers` and `env_vars` name them  |
   * | timeouts  | seconds, fractions allowed; `startup_timeout_ms` is older                             |
   * | tools     | `enabled_tools`, then `disabled_tools`, by name                                       |
   * | lost      | approval modes, scopes, `required`                                                   |
   */
  codex: {
    label: 'Codex',
    variableStyle: 'braces',
    syntax: 'toml',
    containers: [['mcp_servers']],
    names: /^[\w-]+$/,
    rows: [
      ...rowsOf('command', 'args', 'cwd', 'env'),
      { key: 'env_vars', holds: 'passedVariables' },
      ...rowsOf('url'),
      { key: 'bearer_token_env_var', holds: 'bearerVariable' },
      { key: 'http_headers', holds: 'headers' },
      { key: 'env_http_headers', holds: 'variableHeaders' },
      { key: 'oauth.client_id', holds: 'clientId' },
      ...rowsOf('enabled'),
      { key: 'startup_timeout_sec', holds: 'startupTimeout', unit: 'seconds' },
      { key: 'startup_timeout_ms', holds: 'startupTimeout', unit: 'milliseconds' },
      { key: 'tool_timeout_sec', holds: 'callTimeout', unit: 'seconds' },
      { key: 'enabled_tools', holds: 'allowedTools' },
      { key: 'disabled_tools', holds: 'hiddenTools' },
      { key: 'name', holds: 'nothing' },
    ],
    transports: { stdio: {}, http: {} },
    writtenStyle: 'none',
    inTerminal: true,
  },

  /**
   * | fact    | opencode                                                                               |
   * | ------- | -------------------------------------------------------------------------------------- |
   * | file    | `opencode.json` or `.jsonc`, of a project or in `~/.config/opencode`; object `mcp`        |
   * | type    | `local` or `remote`; a remote one is tried with streamable HTTP, then with SSE           |
   * | command | one array with the arguments in it; variables stand in `environment`                   |
   * | timeout | milliseconds, for requests; newer files part it into `startup` and `request`             |
   * | entry   | of `enabled` alone switches a server that an organisation declares                      |
   * | lost    | `oauth` but its client id; the object `tools` beside `mcp`                               |
   */
  opencode: {
    label: 'opencode',
    variableStyle: 'braces',
    syntax: 'jsonc',
    containers: [['mcp']],
    rows: [
      ...rowsOf('type'),
      { key: 'command', holds: 'commandLine' },
      ...rowsOf('cwd'),
      { key: 'environment', holds: 'env' },
      ...rowsOf('url', 'headers'),
      { key: 'oauth.clientId', holds: 'clientId' },
      ...rowsOf('enabled'),
      ...readOnlyRows('disabled'),
      { key: 'timeout', holds: 'callTimeout', unit: 'milliseconds' },
      { key: 'timeout.request', holds: 'callTimeout', unit: 'milliseconds' },
      { key: 'timeout.startup', holds: 'startupTimeout', unit: 'milliseconds', readOnly: true },
    ],
    transports: { stdio: { type: 'local' }, http: { type: 'remote' } },
    elsewhere: ['enabled'],
    inTerminal: true,
  },

  /**
   * | fact    | Zed                                                                                    |
   * | ------- | -------------------------------------------------------------------------------------- |
   * | file    | Zed's `settings.json`, `.zed/settings.json` of a project; object `context_servers`       |
   * | command | a text with `args` and `env` beside it; older files have `{path, args, env}`             |
   * | source  | `custom` in older files; an entry with `settings` belongs to an extension                |
   * | timeout | seconds, for calls                                                                     |
   * | lost    | `remote`: whether it runs on the other machine of a remote project                      |
   */
  zed: {
    label: 'Zed',
    variableStyle: 'none',
    syntax: 'jsonc',
    containers: [['context_servers']],
    rows: [
      { key: 'source', holds: 'nothing' },
      ...rowsOf('enabled', 'command', 'args', 'env'),
      { key: 'command.path', holds: 'command' },
      { key: 'command.args', holds: 'args' },
      { key: 'command.env', holds: 'env' },
      ...rowsOf('url', 'headers'),
      { key: 'oauth.client_id', holds: 'clientId' },
      { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
    ],
    transports: { stdio: {}, http: {} },
    elsewhere: ['settings', 'source', 'enabled'],
  },
};

/** The grammar of a file. Its extension counts before the host's own, because hosts that write YAML also read JSON. */
export function syntaxOf(dialect: DialectId, file: string): Dialect['syntax'] {
  if (/\.jsonc?$/i.test(file)) return 'jsonc';
  if (/\.ya?ml$/i.test(file)) return 'yaml';
  if (/\.toml$/i.test(file)) return 'toml';
  return dialects[dialect].syntax;
}

/** True for VS Code's own format, which people edit here and which alone has inputs. */
export function isVsCodeFormat(dialect: DialectId): boolean {
  return dialects[dialect].isVsCode === true;
}
