import type { Dialect } from '../dialect';

/**
 * | fact      | Codex                                                                                |
 * | --------- | ------------------------------------------------------------------------------------ |
 * | file      | `~/.codex/config.toml`, `.codex/config.toml` of a project; tables `mcp_servers.<name>` |
 * | type      | is told by `command` or `url`; SSE is not known                                       |
 * | variables | are not expanded: `bearer_token_env_var`, `env_http_headers` and `env_vars` name them  |
 * | timeouts  | seconds, fractions allowed; `startup_timeout_ms` is older                             |
 * | tools     | `enabled_tools`, then `disabled_tools`, by name                                       |
 * | lost      | approval modes, scopes, `required`                                                   |
 */
export const codex: Dialect = {
  id: 'codex',
  label: 'Codex',
  syntax: 'toml',
  containers: [['mcp_servers']],
  entries: 'object',
  rows: [
    { key: 'command', holds: 'command' },
    { key: 'args', holds: 'args' },
    { key: 'cwd', holds: 'cwd' },
    { key: 'env', holds: 'env' },
    { key: 'env_vars', holds: 'passedVariables' },
    { key: 'url', holds: 'url' },
    { key: 'bearer_token_env_var', holds: 'bearerVariable' },
    { key: 'http_headers', holds: 'headers' },
    { key: 'env_http_headers', holds: 'variableHeaders' },
    { key: 'oauth.client_id', holds: 'clientId' },
    { key: 'enabled', holds: 'enabled' },
    { key: 'startup_timeout_sec', holds: 'startupTimeout', unit: 'seconds' },
    { key: 'startup_timeout_ms', holds: 'startupTimeout', unit: 'milliseconds' },
    { key: 'tool_timeout_sec', holds: 'callTimeout', unit: 'seconds' },
    { key: 'enabled_tools', holds: 'allowedTools' },
    { key: 'disabled_tools', holds: 'hiddenTools' },
    { key: 'name', holds: 'nothing' },
  ],
  transports: { stdio: {}, http: {} },
  writes: 'none',
};
