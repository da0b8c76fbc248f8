import type { Dialect } from '../dialect';

/**
 * | fact    | Zed                                                                                    |
 * | ------- | -------------------------------------------------------------------------------------- |
 * | file    | Zed's `settings.json`, `.zed/settings.json` of a project; object `context_servers`       |
 * | command | a text with `args` and `env` beside it; older files have `{path, args, env}`             |
 * | source  | `custom` in older files; an entry with `settings` belongs to an extension                |
 * | timeout | seconds, for calls                                                                     |
 * | lost    | `remote`: whether it runs on the other machine of a remote project                      |
 */
export const zed: Dialect = {
  id: 'zed',
  label: 'Zed',
  syntax: 'jsonc',
  containers: [['context_servers']],
  entries: 'object',
  rows: [
    { key: 'source', holds: 'nothing' },
    { key: 'enabled', holds: 'enabled' },
    { key: 'command', holds: 'command' },
    { key: 'args', holds: 'args' },
    { key: 'env', holds: 'env' },
    { key: 'command.path', holds: 'command' },
    { key: 'command.args', holds: 'args' },
    { key: 'command.env', holds: 'env' },
    { key: 'url', holds: 'url' },
    { key: 'headers', holds: 'headers' },
    { key: 'oauth.client_id', holds: 'clientId' },
    { key: 'timeout', holds: 'callTimeout', unit: 'wholeSeconds' },
  ],
  transports: { stdio: {}, http: {} },
  elsewhere: ['settings', 'source', 'enabled'],
};
