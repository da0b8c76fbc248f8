import { findNodeAtLocation, getNodeValue, type Node } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { ConfigDocument } from '../../../../src/config/read/configDocument';
import { readDocument } from '../../../../src/config/read/parseConfig';
import { textAt } from '../textAt';

const assistant = `# Mine
name: Assistant
defaults: &env
  REGION: eu
  DEBUG: "1"
mcpServers:
  # first
  - name: github # behind
    command: npx
    args: [-y, "server-github"]
    env:
      <<: *env
      DEBUG: "0"
      NOTE: |
        two
        lines

  - {name: flow, url: https://flow.example/mcp}
  - name: folded
    command: >-
      uvx
    env: *env
empty:
`;

function at(document: ConfigDocument, path: (string | number)[]): Node {
  const node = document.root && findNodeAtLocation(document.root, path);
  if (!node) throw new Error(`nothing at ${path.join('.')}`);
  return node;
}

describe('readDocument of YAML', () => {
  it.each([
    assistant,
    'a: &x [1, 2]\nb: *x\nc: &x {d: 1}\ne: *x\n',
    '- ~\n- yes\n- 0o17\n- .inf\n- 1e3\n-\n',
    '? long\n: 1\n"q": 2\n3: 4\n',
    'base: &b {x: 1, y: 2}\nother: &o {y: 3, z: 4}\nall: {<<: [*b, *o], x: 0}\n',
    'a: !custom text\nb: !!str 12\n',
    '{"json": [true, null, {}]}\n',
    '# only a comment\n',
    '',
  ])('gives the values of the library: %#', async (text) => {
    const { root, faults } = await readDocument(text, 'yaml');
    expect(faults).toEqual([]);
    expect(root ? getNodeValue(root) : null).toEqual(
      parse(text, { merge: true, logLevel: 'silent' }),
    );
  });

  it('knows where each value stands, without the line end of a block', async () => {
    const document = await readDocument(assistant, 'yaml');
    const written = (...path: (string | number)[]) =>
      textAt(assistant, document.range(at(document, path)));
    expect(written('mcpServers', 0, 'args', 1)).toBe('"server-github"');
    expect(written('mcpServers', 0, 'name')).toBe('github');
    expect(written('mcpServers', 1)).toBe('{name: flow, url: https://flow.example/mcp}');
    expect(written('mcpServers', 0, 'env', 'NOTE')).toBe('|\n        two\n        lines');
    expect(written('mcpServers', 0).endsWith('two\n        lines')).toBe(true);
    expect(written('mcpServers', 2)).toBe(
      'name: folded\n    command: >-\n      uvx\n    env: *env',
    );
  });

  it('shows what an alias stands for where it is written', async () => {
    const document = await readDocument(assistant, 'yaml');
    const written = (...path: (string | number)[]) =>
      textAt(assistant, document.range(at(document, path)));
    expect(written('mcpServers', 2, 'env')).toBe('*env');
    expect(written('mcpServers', 2, 'env', 'REGION')).toBe('eu');
    expect(written('mcpServers', 0, 'env', 'REGION')).toBe('eu');
    expect(at(document, ['mcpServers', 0, 'env', 'DEBUG'])).toMatchObject({ value: '0' });
  });

  it('shows a value that is missing at its key', async () => {
    const document = await readDocument(assistant, 'yaml');
    const node = at(document, ['empty']);
    expect(node).toMatchObject({ type: 'null', value: null });
    expect(textAt(assistant, document.range(node))).toBe('empty');
  });

  it('keeps two keys of one name, for the reader to tell', async () => {
    const { root } = await readDocument('a: 1\na: 2\n', 'yaml');
    expect(root?.children?.map(({ children }) => children?.[1]?.value)).toEqual([1, 2]);
  });

  it('does not count a byte order mark', async () => {
    const document = await readDocument('\uFEFFa: x\n', 'yaml');
    expect(textAt('a: x\n', document.range(at(document, ['a'])))).toBe('x');
  });

  it.each([
    ['a: [', 'BAD_INDENT', 4],
    ['a: *x', 'UnresolvedAlias', 3],
    ['a: &x [*x]', 'CircularAlias', 7],
    ['\ta: 1', 'TAB_AS_INDENT', 0],
    ['a: "x', 'MISSING_CHAR', 5],
    ['a: *x\nb: &x 1\n', 'UnresolvedAlias', 3],
  ])('tells the fault of %j where it is', async (text, error, offset) => {
    const document = await readDocument(text, 'yaml');
    expect(document.faults).toMatchObject([{ error, offset }]);
    if (document.root) expect(document.isWhole(document.root)).toBe(false);
  });

  it('does not let a few aliases become billions', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => {
      const before = `*a${i}`;
      return `a${i + 1}: &a${i + 1} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
    });
    const document = await readDocument(['a0: &a0 lol', ...levels].join('\n'), 'yaml');
    expect(document.faults).toMatchObject([{ error: 'TooManyAliases' }]);
  });

  it.each(['['.repeat(50_000), '- '.repeat(50_000)])(
    'survives what is nested too deep: %#',
    async (text) => {
      expect((await readDocument(text, 'yaml')).faults).toHaveLength(1);
    },
  );
});
