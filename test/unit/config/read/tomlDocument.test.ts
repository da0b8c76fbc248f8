import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { parse } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import type { ConfigDocument } from '../../../../src/config/read/configDocument';
import { readDocument } from '../../../../src/config/read/parseConfig';
import { textAt } from '../textAt';

const codex = `# Settings
model = "gpt"
sandbox.mode = "read-only"
sandbox.network = true

[mcp_servers.github] # the first
command = "npx"
args = ["-y", 'server-github'] # quoted both ways

# its environment
[mcp_servers.github.env]
TOKEN = "\${TOKEN}"

[mcp_servers."my docs"]
url = """
https://docs.example/mcp"""
http_headers = { "X-Key" = "k", nested.deep = 0xff }

[[profiles]]
name = "a"
[profiles.limits]
calls = 1_000

[[profiles]]
since = 1979-05-27T07:32:00Z

[mcp_servers.github.tools]
on = true
`;

function written(text: string, document: ConfigDocument, path: (string | number)[]): string {
  const node = at(document, path);
  return textAt(text, document.range(node.parent?.type === 'property' ? node.parent : node));
}

function at(document: ConfigDocument, path: (string | number)[]): Node {
  const node = document.root && findNodeAtLocation(document.root, path);
  if (!node) throw new Error(`nothing at ${path.join('.')}`);
  return node;
}

describe('readDocument of TOML', () => {
  it.each([
    codex.replace('1979-05-27T07:32:00Z', '1'),
    '',
    '# only a comment',
    '[a]\nb.c = 1\nb.d = 2\n[a.e]\n',
    'a = [[1, 2], ["x", { y = [{}] }]]\n',
    '[[a]]\n[[a.b]]\nc = 1\n[[a.b]]\nc = 2\n[[a]]\n',
    'a.b = 1\n[a.c]\nd = -1.5e3\n',
    '"" = 1\n"a.b".\'c"d\' = "\\u00e9\\t"\n__proto__ = "x"\n',
    '[x.y.z.w]\n[x]\n',
  ])('gives the values of another parser: %#', async (text) => {
    const { root, faults } = await readDocument(text, 'toml');
    expect(faults).toEqual([]);
    expect(canonical(root && getNodeValue(root))).toEqual(canonical(parse(text)));
  });

  it('knows where each statement stands', async () => {
    const document = await readDocument(codex, 'toml');
    expect(written(codex, document, ['mcp_servers', 'github', 'args'])).toBe(
      `args = ["-y", 'server-github']`,
    );
    expect(textAt(codex, document.range(at(document, ['mcp_servers', 'github', 'args', 1])))).toBe(
      "'server-github'",
    );
    expect(written(codex, document, ['mcp_servers', 'my docs', 'http_headers', 'nested'])).toBe(
      'nested.deep = 0xff',
    );
    expect(at(document, ['profiles', 1, 'since'])).toMatchObject({
      type: 'string',
      value: '1979-05-27T07:32:00Z',
    });
  });

  it('covers a table and the tables below it, up to a stranger', async () => {
    const document = await readDocument(codex, 'toml');
    const github = written(codex, document, ['mcp_servers', 'github']);
    expect(github.startsWith('[mcp_servers.github] # the first')).toBe(true);
    expect(github.endsWith('TOKEN = "${TOKEN}"')).toBe(true);
    const key = at(document, ['mcp_servers', 'github']).parent?.children?.[0];
    expect(key && textAt(codex, document.range(key))).toBe('github');
    expect(written(codex, document, ['sandbox'])).toBe(
      'sandbox.mode = "read-only"\nsandbox.network = true',
    );
    expect(written(codex, document, ['mcp_servers', 'github', 'tools'])).toBe(
      '[mcp_servers.github.tools]\non = true',
    );
  });

  it('does not count a byte order mark', async () => {
    const document = await readDocument('\uFEFFa = "x"\n', 'toml');
    expect(document.range(at(document, ['a']))).toEqual({
      startLine: 0,
      startCharacter: 4,
      endLine: 0,
      endCharacter: 7,
    });
  });

  it.each([
    ['a = ', 4],
    ['[a]\nx = 1\n[a]\n', 11],
    ['a = "x\n', 6],
    ['[a', 2],
    ['a = 1 b = 2', 6],
  ])('tells the first fault of %j where it is', async (text, offset) => {
    const { root, faults } = await readDocument(text, 'toml');
    expect(root).toBeUndefined();
    expect(faults).toMatchObject([{ offset }]);
    expect(faults[0]?.error).toMatch(/\w/);
  });

  it('gives up on what exhausts the stack', async () => {
    const text = `a = ${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect((await readDocument(text, 'toml')).faults).toMatchObject([{ error: 'TooDeep' }]);
  });
});

/** Order of keys and kinds of numbers differ between parsers. */
function canonical(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}
