import { expect, test } from 'vitest';
import type { ConfigFile } from '../../../../src/config/definition';
import { parseConfig } from '../../../../src/config/read/parseConfig';
import { levels } from '../../../../src/config/precedence';
import type { ServerState } from '../../../../src/ipc/state';
import { tooltipOf } from '../../../../src/ui/tree/treeNode';
import type { TreeNode } from '../../../../src/ui/tree/treeNode';
import { treeNodes, type TreeInput, treeMessage } from '../../../../src/ui/tree/treeNodes';
import { treeText } from '../../../support/treeText';
import { catalog, entries, now, shopFile, snapshot, userFile } from '../samples';

const shop = shopFile(`{"servers": {
  "till": {"command": "till"},
  "stock": {"url": "http://127.0.0.1:4000/mcp"},
  "mail": {"command": "mail"}
}}`);

function input(parts: Partial<TreeInput>): TreeInput {
  const files = parts.files ?? [shop];
  return { files, entries: entries(files), catalogs: new Map(), now, remote: false, ...parts };
}

test('servers stand under their source with what they offer', () => {
  const offered = catalog({
    tools: [{ name: 'add', title: 'Add an item' }, { name: 'pay' }],
    prompts: [{ name: 'greet', description: 'Says hello\nand more' }],
    resources: [
      { uri: 'shop://prices', name: 'Prices' },
      { uri: 'ui://shop/basket', mimeType: 'text/html;profile=mcp-app' },
    ],
    resourceTemplates: [{ uriTemplate: 'shop://item/{id}', name: 'Item' }],
    dropped: [
      { list: 'tools', name: 'bad', reason: { code: 'itemRepeated', args: { key: 'name' } } },
    ],
  });
  const running = snapshot({ kind: 'running', since: 0 }, { tools: 2, prompts: 1, resources: 1 });
  const nodes = treeNodes(
    input({
      entries: entries([shop], { till: running }),
      catalogs: new Map([['folder:shop/till', offered]]),
    }),
  );
  expect(treeText(nodes)).toBe(`\
[folder] shop (.vscode/mcp.json · Roundhouse runs them)
  [pass-filled] till (running · 2 tools · 1 prompt · 1 resource)
    [tools] add (Add an item) <showTool>
    [tools] pay <showTool>
    Prompts (1)
      [comment] greet (Says hello) <runPrompt>
    Resources (2)
      [file] Prices (shop://prices) <openResource>
      [browser] ui://shop/basket (ui://shop/basket) <openResource>
    Resource Templates (1)
      [file-code] Item (shop://item/{id}) <openTemplate>
    [warning] bad was left out of tools: The "name" is listed twice.
  [circle-outline] stock (stopped)
  [circle-outline] mail (stopped)
`);
});

test('a server that does not run says why and what to do', () => {
  const error = { code: 'exited', args: { exit: 1, said: 'no such table' } };
  const nodes = treeNodes(
    input({
      entries: entries([shop], {
        till: snapshot({ kind: 'backingOff', attempt: 2, retryAt: now + 4_000, error }),
        stock: snapshot({ kind: 'blocked', need: 'trust', reason: { code: 'notApproved' } }),
        mail: snapshot({
          kind: 'failed',
          error: { code: 'notFound', args: { command: 'mail' } },
        }),
      }),
    }),
  );
  expect(treeText(nodes)).toBe(`\
[folder] shop (.vscode/mcp.json · Roundhouse runs them)
  [history] till (retrying in 4 s (attempt 2) · exit code 1: no such table)
    [info] The server process ended with exit code 1. It said: no such table
    [arrow-right] Read the log to see what the server said. <showLog>
  [shield] stock (blocked · needs your approval)
    [info] This entry, or what it takes from the workspace, has not been approved in its present form.
    [arrow-right] Start it: a page shows what would run, for you to approve. <startServer>
  [error] mail (failed · not found: mail)
    [info] The command "mail" was not found.
    [arrow-right] Check the spelling, that it is installed, and that it is on the PATH. <openConfiguration>
`);
});

test('problems of a file stand above its good entries, also where there are none', () => {
  const broken = userFile('{"servers": {"a": {}}}');
  const files = [
    shopFile('{"servers": {"a": {"command": "a", "colour": 1}, "b": {}}}'),
    broken,
    { ...broken, source: { ...broken.source, id: 'empty' }, parsed: userFile('{}').parsed },
  ];
  expect(treeText(treeNodes(input({ files })))).toBe(`\
[folder] shop (.vscode/mcp.json · Roundhouse runs them)
  [error] 2 problems in this file <openConfiguration>
  [circle-outline] a (stopped)
[account] User (mcp.json)
  [error] 1 problem in this file <openConfiguration>
`);
});

test('whoever points at the problems of a file reads them', () => {
  const tooltipOf = (text: string): unknown =>
    treeNodes(input({ files: [shopFile(text)] }))[0]?.children?.[0]?.tooltip;
  expect(tooltipOf('{"servers": {\n"a": {"command": "a", "colour": 1},\n"b": null}}')).toBe(
    `Line 2: The key "colour" of the server "a" is not known and is ignored. Remove it.
Line 3: The server "b" must be an object in braces. Write { "command": "npx", "args": ["-y", "some-package"] } for a program, or { "url": "https://example.com/mcp" } for an address.`,
  );
  const many = Array.from({ length: 12 }, (_, at) => `"s${at}": null`);
  expect(tooltipOf(`{"servers": {${many.join()}}}`)).toMatch(/(?:Line 1: .*\n){10}And 2 more\.$/);
});

test('entries that VS Code runs are marked, and keep their own tools to VS Code', () => {
  const nodes = treeNodes(
    input({
      entries: entries([shop], {}, 'vscode'),
      catalogs: new Map([['folder:shop/till', catalog({ tools: [{ name: 'add' }] })]]),
    }),
  );
  expect(treeText(nodes)).toBe(`\
[folder] shop (.vscode/mcp.json · VS Code runs them)
  [vm] till (run by VS Code)
  [vm] stock (run by VS Code)
  [vm] mail (run by VS Code)
`);
});

test('a window on another machine says where local user servers are', () => {
  const text = treeText(treeNodes(input({ remote: true })));
  expect(text).toMatch(/^\[info\] User servers of your own machine stay with VS Code$/m);
  expect(treeNodes(input({ files: [], remote: true }))).toEqual([]);
});

test('an inactive server says why, has no log, and can be enabled where the settings disable it', () => {
  const disabled = (code: string, args: Record<string, string>) =>
    snapshot({ kind: 'disabled', reason: { code, args } });
  const shown = entries([shop], {
    till: disabled('overridden', { by: 'roundhouse:shop/till' }),
    stock: disabled('disabledBySettings', { layer: 'user' }),
    mail: disabled('runsElsewhere', { where: 'remote' }),
  });
  const inactive = new Map(
    Array.from(shown, ([id, entry]) => {
      const { state } = entry.snapshot;
      const inactiveReason = state.kind === 'disabled' ? state.reason : undefined;
      return [id, { ...entry, inactiveReason }];
    }),
  );
  const nodes = treeNodes(input({ entries: inactive }));
  expect(treeText(nodes)).toBe(`\
[folder] shop (.vscode/mcp.json · Roundhouse runs them)
  [circle-slash] till (disabled · roundhouse:shop/till counts instead)
    [info] roundhouse:shop/till has the same name and is nearer, so it counts instead.
    [arrow-right] Give one of the two another name to have both. <openConfiguration>
  [circle-slash] stock (disabled · by the user settings)
    [info] The user settings switch this server off.
    [arrow-right] Enable it to have it run. <enableServer>
  [circle-slash] mail (disabled · runs in remote windows)
    [info] By its settings this server runs in remote windows only.
    [arrow-right] Change "where" of this server in "roundhouse.servers" to have it here.
`);
  expect(nodes[0]?.children?.map(({ context }) => context)).toEqual([
    'server adopt',
    'server enable adopt',
    'server adopt',
  ]);
});

test('tools that differ since last time are told under their server, with their names', () => {
  const changed = {
    ...snapshot({ kind: 'running', since: 0 }, { tools: 2 }),
    catalogChange: { added: ['add', 'pay'], removed: ['sell'], changed: [], breaking: [] },
  };
  const nodes = treeNodes(
    input({ files: [shop], entries: entries([shop], { till: changed }), catalogs: new Map() }),
  );
  expect(treeText(nodes)).toContain(`
  [pass-filled] till (running · 2 tools, changed)
    [diff] Tools: 2 added, 1 removed since last time <showCatalogChange>
`);
  expect(nodes[0]?.children?.[0]?.children?.[0]?.tooltip).toBe('Added: add, pay\nRemoved: sell');
});

test('each kind of source has its name and sign', () => {
  const files = [
    { id: 'dotmcp:shop', file: '/home/ann/shop/.mcp.json', folder: '/home/ann/shop' },
    {
      id: 'cursor:shop',
      file: '/home/ann/shop/.cursor/mcp.json',
      folder: '/home/ann/shop',
      external: true,
    },
    { id: 'workspace', file: '/home/ann/all.code-workspace' },
    { id: 'remote', file: '/home/ann/User/mcp.json' },
    { id: 'claude-desktop', file: '/home/ann/claude_desktop_config.json', external: true },
  ].map((source) => ({
    source: {
      dialect: source.id === 'claude-desktop' ? 'claude-desktop' : 'vscode',
      level: 0,
      readByEditor: false,
      ...source,
    } as ConfigFile['source'],
    parsed: userFile('{"servers": {"a": {}}}').parsed,
  }));
  const labels = treeNodes(input({ files })).map(
    ({ icon, label, description }) => `[${icon?.id}] ${label} (${description})`,
  );
  expect(labels).toEqual([
    '[folder] shop (.mcp.json)',
    '[folder] shop (.cursor/mcp.json)',
    '[root-folder] Workspace (all.code-workspace)',
    '[remote] Remote User (mcp.json)',
    '[plug] Claude Desktop (claude_desktop_config.json)',
  ]);
});

test('menus see what can be done, and ids are unique', () => {
  const nodes = treeNodes(
    input({
      entries: entries([shop], { till: snapshot({ kind: 'running', since: 0 }) }),
      catalogs: new Map([
        ['folder:shop/till', catalog({ tools: [{ name: 'add' }], prompts: [{ name: 'add' }] })],
      ]),
    }),
  );
  const all = flatten(nodes);
  expect(all.slice(0, 2).map(({ context }) => context)).toEqual([
    'source add owner',
    'server stop restart disable log adopt',
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('nothing is added to a project of the person’s Claude Code', () => {
  const { source, parsed } = userFile('{"servers": {"a": {}}}');
  const claude = {
    ...source,
    dialect: 'claude-code',
    external: true,
    readByEditor: false,
  } as const;
  const files = [
    { source: { ...claude, id: 'claude-code:shop', folder: '/home/ann' }, parsed },
    { source: { ...claude, id: 'claude-code' }, parsed },
  ];
  expect(treeNodes(input({ files })).map(({ context }) => context)).toEqual([
    'source',
    'source add',
  ]);
});

function flatten(nodes: readonly TreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
}

test('what tools cost stands behind a server that is up, and in the tooltip of each', () => {
  const inputSchema = { type: 'object', properties: {} };
  const tools = [
    { name: 'add', description: 'Adds an item', inputSchema },
    { name: 'pay', inputSchema },
  ];
  const each = [
    { tool: tools[0] ?? { name: '' }, tokens: 1_200, isOn: true },
    { tool: tools[1] ?? { name: '' }, tokens: 40, isOn: false },
  ];
  const cost = { id: 'folder:shop/till', name: 'till', each, tools: 1, tokens: 1_200 };
  const lines = (state: ServerState, isWhole: boolean) =>
    treeNodes(
      input({
        entries: entries([shop], { till: snapshot(state, { tools: 2 }) }),
        catalogs: new Map([['folder:shop/till', catalog({ tools })]]),
        costs: new Map([['folder:shop/till', { ...cost, isWhole }]]),
      }),
    )[0]?.children?.[0];
  const running = { kind: 'running', since: 0 } as const;
  const till = lines(running, true);
  expect(till?.description).toBe('running · 2 tools · 1200 tokens');
  expect(till?.children?.map(tooltipOf)).toEqual([
    'Adds an item\n\n1200 tokens of every request',
    'pay\n\n40 tokens of every request',
  ]);
  expect(lines(running, false)?.description).toBe('running · 2 tools');
  expect(lines({ kind: 'idle', cached: true }, true)?.description).toBe(
    'stopped · 2 tools from last time',
  );
});

test('above the tree stands why nothing starts, or that the tools are too dear', () => {
  const warnings = [
    { mark: 'a', text: 'Too dear.' },
    { mark: 'b', text: 'Too many.' },
  ];
  expect(treeMessage(true, { warnings: [] })).toBeUndefined();
  expect(treeMessage(true, { warnings })).toBe('Too dear. Too many.');
  expect(treeMessage(false, { warnings })).toBe('Restricted Mode: no server is started');
});

test('what a server offers is made of lines once, until something of them is another', () => {
  const offered = catalog({ tools: [{ name: 'add' }] });
  const till = (parts: Partial<TreeInput> = {}) =>
    treeNodes(
      input({
        entries: entries([shop], { till: snapshot({ kind: 'running', since: 0 }, { tools: 1 }) }),
        catalogs: new Map([['folder:shop/till', offered]]),
        ...parts,
      }),
    )[0]?.children?.[0]?.children?.[0];
  const line = till();
  expect(till({ now: now + 1 })).toBe(line);
  const policy = { set: [], rules: { own: [], narrowing: [] }, trustsHints: false };
  expect(till({ policies: new Map([['folder:shop/till', policy]]) })?.checkbox).toBe('off');
  expect(till()).toEqual({ ...line, tooltip: expect.any(Function) as unknown });
});

test('a click on a server opens its page, whatever its state', () => {
  const [file] = treeNodes(input({ files: [shop], entries: entries([shop]) }));
  const servers = file?.children ?? [];
  expect(servers.length).toBeGreaterThan(1);
  for (const { click } of servers) expect(click).toEqual({ command: 'openServer' });
});

test('trust in hints is offered for servers of the person alone, and can be taken back of all', () => {
  const words = (file: ConfigFile, trustsHints: boolean): (string | undefined)[] => {
    const all = entries([file]);
    const policy = { set: [], rules: { own: [], narrowing: [] }, trustsHints };
    const policies = new Map([...all.keys()].map((id) => [id, policy]));
    const [source] = treeNodes(input({ files: [file], entries: all, policies }));
    const context = source?.children?.[0]?.context?.split(' ') ?? [];
    return ['rules', 'trust', 'distrust'].filter((word) => context.includes(word));
  };
  const text = '{"servers": {"a": {"command": "a"}}}';
  const source = { ...userFile(text).source, level: levels.user };
  const ofPerson = { source, parsed: parseConfig(text, source) };
  expect(words(ofPerson, false)).toEqual(['rules', 'trust']);
  expect(words(ofPerson, true)).toEqual(['rules', 'distrust']);
  expect(words(shopFile(text), false)).toEqual(['rules']);
  expect(words(shopFile(text), true)).toEqual(['rules', 'distrust']);
});
