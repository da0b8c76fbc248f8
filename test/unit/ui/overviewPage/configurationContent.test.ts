import { expect, test } from 'vitest';
import type { ConfigFile, ConfigSource } from '../../../../src/config/definition';
import { effectiveSettings } from '../../../../src/config/settings/effectiveSettings';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import type { EffectiveServer } from '../../../../src/ui/editing/effectiveConfiguration';
import { pageConfiguration } from '../../../../src/ui/overviewPage/configurationContent';
import { toOverviewSchema } from '../../../../src/ui/overviewPage/overviewMessages';
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
const user: ConfigFile = {
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

/** Facts as lines. */
function lines(
  facts: readonly { readonly label: string; readonly value: string }[] = [],
): string[] {
  return facts.map(({ label, value }) => `${label}: ${value}`);
}

test('tells what won and why, and shows no secret', () => {
  const configuration = pageConfiguration({
    servers: servers(),
    files: [shop, user],
    sources: [shop.source, absent, userSource],
    isTrusted: true,
    now,
  });
  expect(JSON.stringify(configuration)).not.toContain('wXq81LmZ0pT4kR7v');
  expect(toOverviewSchema.parse({ kind: 'configuration', configuration })).toEqual({
    kind: 'configuration',
    configuration,
  });
  const { isRestricted, groups, files } = configuration;
  expect(isRestricted).toBe(false);
  expect(groups.map(({ name, entries: all }) => [name, all.map(({ id }) => id)])).toEqual([
    ['stock', ['folder:shop/stock']],
    ['Till', ['folder:shop/Till', 'user/till']],
  ]);
  const [stock] = groups[0]?.entries ?? [];
  expect(stock?.counts).toBe(false);
  expect(lines(stock?.facts)).toEqual([
    'From: shop · .vscode/mcp.json, line 11 (/home/ann/shop/.vscode/mcp.json)',
    'Counts: no. The workspace settings switch this server off.',
    'Who runs it: Roundhouse',
    'State: disabled',
    'Launch: http https://shop.example/mcp?api_key=•••',
    'Sends headers: X-Key',
  ]);
  expect(lines(stock?.settings)).toEqual([
    'enabled: false (workspace settings)',
    'By default: autostart always, startupTimeoutSeconds 60, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, tools.allow not set, tools.hide not set, path not set, share user, where anywhere, roots true, trustHints false, descriptions not set',
    'Not counted, from workspace settings: There is no setting "colour".',
  ]);
  const [till, old] = groups[1]?.entries ?? [];
  expect(till?.counts).toBe(true);
  expect(lines(till?.facts)).toEqual([
    'From: shop · .vscode/mcp.json, line 4 (/home/ann/shop/.vscode/mcp.json)',
    'Counts: yes, over user/till',
    'Who runs it: Roundhouse',
    'State: running · 2 tools',
    `Launch: stdio till serve "two words" --api-key ••• --token=\${input:key} \${K:-•••}`,
    `Working folder: \${workspaceFolder}/till`,
    'Sets variables: KEY',
    'Unsets variables: PROXY',
    'Reads variables from: .env',
    'Inputs: key',
  ]);
  expect(lines(till?.settings)).toEqual([
    'startupTimeoutSeconds: 5 (workspace settings)',
    'tools.allow: ["get_*"] (user settings)',
    'tools.hide: ["get_secret"] (workspace settings)',
    'path: {"prepend":["~/bin"]} (user settings)',
    'By default: enabled true, autostart always, callTimeoutSeconds 300, idleShutdownMinutes not set, restart.maxCrashes 5, share user, where anywhere, roots true, trustHints false, descriptions not set',
    'Not counted, from workspace settings: "callTimeoutSeconds" would allow more than without it; what comes with a workspace may only allow less.',
  ]);
  expect(old?.counts).toBe(false);
  expect(lines(old?.facts)).toContain(
    'Counts: no. folder:shop/Till has the same name and is nearer, so it counts instead.',
  );
  expect(files).toEqual([
    { file: '/home/ann/shop/.vscode/mcp.json', servers: 2 },
    { file: '/home/ann/shop/.mcp.json', servers: undefined },
    { file: '/home/ann/.config/User/mcp.json', servers: 1 },
  ]);
});

test('says that nothing is there, and that the workspace is not trusted', () => {
  const input = { servers: [], files: [], sources: [absent], isTrusted: false, now };
  expect(pageConfiguration(input)).toEqual({
    isRestricted: true,
    groups: [],
    files: [{ file: '/home/ann/shop/.mcp.json', servers: undefined }],
  });
});
