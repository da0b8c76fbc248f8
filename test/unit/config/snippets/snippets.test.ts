import { describe, expect, it, test } from 'vitest';
import { type ConfigSource, dialectIds, type DialectId } from '../../../../src/config/definition';
import { parseAnyConfig } from '../../../../src/config/read/parseConfig';
import { folderSource, textAt } from '../textAt';
import { corpus, ofServers } from './corpus';
import { hosts } from './hosts';
import { summaryOf } from './summaryOf';

const files: Readonly<Partial<Record<DialectId, string>>> = {
  continue: 'config.yaml',
  codex: 'config.toml',
};

function sourceOf(dialect: DialectId): ConfigSource {
  const source = { ...folderSource, dialect, file: `/home/ada/${files[dialect] ?? 'file.json'}` };
  // The file of all projects is the person's.
  return dialect === 'claude-code' ? { ...source, folder: undefined } : source;
}

describe('a snippet as people find it', () => {
  it.each(corpus.map((snippet, at) => ({ ...snippet, at })))(
    '$at: $server for $shownFor',
    async ({ shownFor, text, servers, problems = [] }) => {
      const parsed = await parseAnyConfig(text, sourceOf(shownFor));
      const told = parsed.problems.map(({ code, range }) => [code, textAt(text, range)]);
      expect({
        servers: Object.fromEntries(parsed.definitions.map((one) => [one.name, summaryOf(one)])),
        problems: told,
      }).toEqual({ servers, problems });
      const wrong = problems.some(([code]) => code === 'syntax');
      expect(parsed.complete).toBe(!wrong);
    },
  );
});

test('the corpus is as wide as the world', () => {
  expect(ofServers.length).toBeGreaterThanOrEqual(60);
  expect(new Set(ofServers.map(({ server }) => server)).size).toBeGreaterThanOrEqual(25);
  const shown = new Set(hosts.map(({ shownFor }) => shownFor));
  expect(dialectIds.filter((id) => id !== 'codeWorkspace' && !shown.has(id))).toEqual([]);
});
