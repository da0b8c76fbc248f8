import { expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { effectiveText, type EffectiveServer } from '../../../../src/ui/editing/effectiveText';
import type { ShownFile } from '../../../../src/ui/tree/shownServer';
import { entries, now, shopFile, snapshot } from '../samples';

const shop = shopFile(`{
  "inputs": [{"id": "key", "type": "promptString", "description": "Key"}],
  "servers": {
    "Till": {
      "command": "till",
      "args": ["serve", "two words", "--api-key", "wXq81LmZ0pT4kR7v", "--token=\${input:key}", "\${K:-wXq81LmZ0pT4kR7v}"],
      "cwd": "\${workspaceFolder}/till",
      "env": {"KEY": "wXq81LmZ0pT4kR7v", "PROXY": null},
      "envFile": ".env"
    },
    "stock": {
      "url": "https://shop.example/mcp?api_key=wXq81LmZ0pT4kR7v",
      "headers": {"X-Key": "wXq81LmZ0pT4kR7v"}
    }
  }
}`);
const userSource: ConfigSource = {
  id: 'user',
  file: '/home/ann/.config/User/mcp.json',
  dialect: 'vscode',
  level: 200,
  readByEditor: true,
};
const user: ShownFile = {
  source: userSource,
  parsed: parseConfig('{"servers": {"till": {"command": "old"}}}', userSource),
};
const absent: ConfigSource = { ...userSource, id: 'dotmcp:shop', file: '/home/ann/shop/.mcp.json' };

const settings = {
  user: { till: { path: { prepend: ['~/bin'] }, tools: { allow: ['get_*'] } } },
  workspace: {
    till: { callTimeoutSeconds: 900, startupTimeoutSeconds: 5, tools: { hide: ['get_secret'] } },
    stock: { enabled: false, colour: 1 },
  },
};
const by = 'folder:shop/Till';
const disabled = (code: string, args: Record<string, string>) =>
  snapshot({ kind: 'disabled', reason: { code, args } });

function servers(): EffectiveServer[] {
  const shown = entries([shop, user], {
    Till: snapshot({ kind: 'running', since: 0 }, { tools: 2 }),
    stock: disabled('disabledBySettings', { layer: 'workspace' }),
    till: disabled('overridden', { by }),
  });
  return Array.from(shown.values(), (server) => ({
    ...server,
    inactiveReason:
      server.snapshot.state.kind === 'disabled' ? server.snapshot.state.reason : undefined,
    effective: effectiveSettings(server.definition.name, settings),
    precedence: server.definition.name === 'till' ? { kind: 'overridden', by } : { kind: 'counts' },
  }));
}

test('tells what won and why, and shows no secret', () => {
  const text = effectiveText({
    servers: servers(),
    files: [shop, user],
    sources: [shop.source, absent, userSource],
    trusted: true,
    now,
  });
  expect(text).not.toContain('wXq81LmZ0pT4kR7v');
  expect(text).toBe(`\
# Effective configuration

Entries of one name are grouped, the nearest first. Values of variables and headers are not shown, likely secrets are masked.

## stock

### folder:shop/stock

- From: shop · .vscode/mcp.json, line 11 (/home/ann/shop/.vscode/mcp.json)
- Counts: no. The workspace settings switch this server off.
- Who runs it: Roundhouse
- State: disabled
- Launch: http https://shop.example/mcp?api_key=•••
- Sends headers: X-Key

Settings:

- enabled: false (workspace settings)
- By default: autostart always, startupTimeoutSeconds 60, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, tools.allow not set, tools.hide not set, path not set, share user, where anywhere, roots true, trustHints false, descriptions not set
- Not counted, from workspace settings: There is no setting "colour".

## Till

### folder:shop/Till

- From: shop · .vscode/mcp.json, line 4 (/home/ann/shop/.vscode/mcp.json)
- Counts: yes, over user/till
- Who runs it: Roundhouse
- State: running · 2 tools
- Launch: stdio till serve "two words" --api-key ••• --token=\${input:key} \${K:-•••}
- Working folder: \${workspaceFolder}/till
- Sets variables: KEY
- Unsets variables: PROXY
- Reads variables from: .env
- Inputs: key

Settings:

- startupTimeoutSeconds: 5 (workspace settings)
- tools.allow: ["get_*"] (user settings)
- tools.hide: ["get_secret"] (workspace settings)
- path: {"prepend":["~/bin"]} (user settings)
- By default: enabled true, autostart always, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, share user, where anywhere, roots true, trustHints false, descriptions not set
- Not counted, from workspace settings: "callTimeoutSeconds" would allow more than without it; what comes with a workspace may only allow less.

### user/till

- From: User · mcp.json, line 1 (/home/ann/.config/User/mcp.json)
- Counts: no. folder:shop/Till has the same name and is nearer, so it counts instead.
- Who runs it: Roundhouse
- State: disabled
- Launch: stdio old

Settings:

- startupTimeoutSeconds: 5 (workspace settings)
- tools.allow: ["get_*"] (user settings)
- tools.hide: ["get_secret"] (workspace settings)
- path: {"prepend":["~/bin"]} (user settings)
- By default: enabled true, autostart always, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, share user, where anywhere, roots true, trustHints false, descriptions not set
- Not counted, from workspace settings: "callTimeoutSeconds" would allow more than without it; what comes with a workspace may only allow less.

## Files

- /home/ann/shop/.vscode/mcp.json: 2 servers
- /home/ann/shop/.mcp.json: not there
- /home/ann/.config/User/mcp.json: 1 server
`);
});

test('says that nothing is there, and that the workspace is not trusted', () => {
  const input = { servers: [], files: [], sources: [absent], trusted: false, now };
  expect(effectiveText(input)).toBe(`\
# Effective configuration

This workspace is in Restricted Mode: no server is started.

No servers are configured.

## Files

- /home/ann/shop/.mcp.json: not there
`);
});
