import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConfigSource } from '../../../../src/config/definition';
import { levels } from '../../../../src/config/precedence';
import { readFileText } from '../../../../src/ui/window/configText';

const folder = mkdtempSync(join(tmpdir(), 'rh-text-'));
const file = join(folder, 'mcp.json');
writeFileSync(file, '{ "mcpServers": {} }'.padEnd(1_000_001));

const project = { id: 'p', file, dialect: 'cursor', level: levels.project } as const;
const own = { ...project, level: levels.host };

test.each<[string, readonly Omit<ConfigSource, 'readByEditor'>[], boolean]>([
  ['of a workspace', [{ ...project, folder }], false],
  ['of a person', [own], true],
  ['of a person, with the servers of a project', [{ ...project, folder: '/a/project' }], true],
  ['of a person whose home is the workspace', [{ ...project, folder }, own], true],
])('a large file %s is read where no workspace brings it', async (_whose, sources, isRead) => {
  const found = sources.map((source) => ({ ...source, readByEditor: false }));
  const { parse } = await readFileText(file, found);
  const parsed = await Promise.all(found.map(parse));
  expect(parsed.map(({ complete }) => complete)).toEqual(found.map(() => isRead));
});
