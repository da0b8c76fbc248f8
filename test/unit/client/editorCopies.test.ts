import { describe, expect, it } from 'vitest';
import type { Definition } from '../../../src/config/definition';
import { editorCopies, doubledServers, hasCopiedTools } from '../../../src/client/editorCopies';
import { chatClosed, genericToolsRefusal, limitedByPolicy } from '../../../src/client/chatAccess';

function definition(
  source: string,
  name: string,
  folder?: string,
  readByEditor = true,
): Definition {
  return {
    id: `${source}/${name}`,
    name,
    source: { id: source, file: '/mcp.json', folder, dialect: 'vscode', level: 0, readByEditor },
    launch: { type: 'stdio', command: name, args: [], env: {} },
    inputs: [],
    range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
    fingerprint: '',
  };
}

describe('editorCopies', () => {
  it('names the copies of each file that VS Code reads', () => {
    const ids = editorCopies(
      [
        definition('folder:b', 'x.y', '/b'),
        definition('user', 'u'),
        definition('remote', 'r'),
        definition('dotmcp:a', 'd', '/a'),
        definition('workspace', 'w'),
        definition('claude-desktop', 'c'),
        definition('cursor', 'c'),
        definition('cursor:b', 'c', '/b'),
        definition('zed', 'z'),
        definition('folder:gone', 'g', '/gone'),
        definition('roundhouse:a', 'ours', '/a', false),
      ],
      ['/a', '/b'],
    ).map(({ id }) => id);
    expect(ids).toEqual([
      'mcp.config.ws1.x.y',
      'mcp.config.usrlocal.u',
      'mcp.config.usrremote.u',
      'mcp.config.usrremote.r',
      'workspace-dot-mcp.0.d',
      'mcp.config.workspace.w',
      'claude-desktop.null.c',
      'cursor.null.c',
      'cursor-workspace.1.c',
    ]);
  });
});

describe('doubledServers', () => {
  const chat = (...names: string[]): { name: string; description: string }[] =>
    names.map((name) => ({ name, description: 'Adds.' }));
  const add = { name: 'add', description: 'Adds.' };

  it('finds a tool that stands twice under different prefixes', () => {
    const published = [{ server: 'calculator', ...add }];
    expect(doubledServers(chat('mcp_calculator_add'), published)).toEqual([]);
    expect(doubledServers(chat('mcp_calculator_add', 'mcp_calc-server_add'), published)).toEqual([
      'calculator',
    ]);
  });

  it('does not take two servers of ours for a double', () => {
    const published = [
      { server: 'a', ...add },
      { server: 'b', ...add },
    ];
    expect(doubledServers(chat('mcp_a_add', 'mcp_b_add'), published)).toEqual([]);
    expect(doubledServers(chat('mcp_a_add', 'mcp_b_add', 'mcp_a2_add'), published)).toEqual([
      'a',
      'b',
    ]);
  });

  it('leaves other tools with the same name alone', () => {
    const published = [{ server: 'calculator', ...add }];
    const others = [
      ...chat('mcp_calculator_add', 'other_add', 'mcp_a_prefix_that_is_too_long_add'),
      { name: 'mcp_todo_add', description: 'Adds a task.' },
    ];
    expect(doubledServers(others, published)).toEqual([]);
  });

  it('knows names that were cut or cleaned', () => {
    const name = `files.${'x'.repeat(70)}`;
    const cut = (prefix: string): string => `${prefix}files_${'x'.repeat(70)}`.slice(0, 64);
    const published = [{ server: 'files', name }];
    const tools = [cut('mcp_files_'), cut('mcp_fs_')].map((tool) => ({
      name: tool,
      description: '',
    }));
    expect(doubledServers(tools, published)).toEqual(['files']);
  });
});

describe('hasCopiedTools', () => {
  const chat = (...names: string[]) => names.map((name) => ({ name, description: '' }));
  const published = [{ server: 'till', name: 'refund' }];
  const copy = [{ server: 'calculator', id: 'mcp.config.ws0.calculator' }];

  it.each([
    ['VS Code has a copy and a tool that is not ours', ['mcp_calculator_add'], copy, true],
    ['VS Code has no copy', ['mcp_calculator_add'], [], false],
    ['all tools are ours', ['mcp_till_refund'], copy, false],
    ['the tools are of no MCP server', ['copilot_search'], copy, false],
    ['a tool of ours stands there twice', ['mcp_till_refund', 'mcp_tills_refund'], [], true],
  ])('%s', (_title, tools, copies, has) => {
    expect(hasCopiedTools(chat(...tools), published, copies)).toBe(has);
  });
});

describe('access', () => {
  it.each([
    ['all', 'all', [], false],
    [undefined, undefined, [], false],
    ['none', 'all', ['none'], false],
    ['none', 'all', [undefined, 'none'], false],
    ['none', 'all', [], true],
    ['none', 'all', ['all', 'registry'], true],
    ['registry', 'all', [], true],
    ['registry', 'all', ['registry'], false],
    ['none', 'none', [], true],
    ['none', 'none', ['none'], true],
    ['registry', 'registry', ['none'], true],
  ])('%s with default %s and layers %j: policy %s', (effective, byDefault, layers, policy) => {
    expect(limitedByPolicy({ effective, byDefault, layers })).toBe(policy);
  });

  it('refuses in Restricted Mode and under a policy', () => {
    const open = { effective: 'all', byDefault: 'all', layers: [] };
    expect(genericToolsRefusal({ trusted: true, access: open })).toBeUndefined();
    expect(genericToolsRefusal({ trusted: false, access: open })?.code).toBe('workspaceUntrusted');
    const closed = { effective: 'none', byDefault: 'all', layers: [] };
    expect(genericToolsRefusal({ trusted: true, access: closed })?.code).toBe('chatAccessPolicy');
  });

  it.each([
    ['all', ['all'], undefined],
    ['none', ['none'], { code: 'chatOff', args: { access: 'none' } }],
    ['registry', ['registry'], { code: 'chatOff', args: { access: 'registry' } }],
    ['none', [], { code: 'chatOffByPolicy' }],
    ['registry', ['all'], { code: 'chatOffByPolicy' }],
    [undefined, [], undefined],
  ])('keeps servers of extensions out of chat where it is %j, with layers %j: %j', (...row) => {
    const [effective, layers, reason] = row;
    expect(chatClosed({ effective, byDefault: 'all', layers })).toEqual(reason);
  });
});
