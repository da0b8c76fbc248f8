import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ToolSearch, type SearchedServer } from '../../src/tools/toolSearch';
import { realTools } from '../support/realCatalogs/realCatalogs';
import { freshQuestions } from '../support/search/freshQuestions';
import { lateQuestions } from '../support/search/lateQuestions';
import { manyTools } from '../support/search/manyTools';
import { searchedServer } from '../support/search/searchedServers';
import { questionKinds, type SearchQuestion } from '../support/search/searchQuestions';

const total = 5_000;
const shown = 5;
/** The least share of queries by models with a right tool among those shown. */
const leastByModels = 0.97;
/** The least share where a whole question is the query, which a person may type. */
const leastWhole = { fresh: 0.7, late: 0.6 };
/** Milliseconds of the processor that a search may take on average. */
const longest = 10;
/** The definition that the models knew who wrote the queries: another one needs other queries. */
const queryDefinition =
  'What the tool should do, in words that its name or description may have: what is done and to what, and other ' +
  "words for both, as in 'create issue ticket bug report'. Empty lists all tools.";

const allQuestions = [...freshQuestions, ...lateQuestions];

/** A query with the tools that answer it. */
interface Asked {
  readonly question: string;
  readonly answers: readonly string[];
}

describe('the search among 5,000 tools, those of real servers among them', () => {
  let servers: readonly SearchedServer[];
  const search = new ToolSearch();
  beforeAll(async () => {
    const real = await realTools();
    const noise = manyTools(total - [...real.values()].flat().length);
    servers = [...real, ...noise].map(([name, tools]) => searchedServer(name, tools));
  });

  async function firstOf(question: string): Promise<string[]> {
    const found = await search.find(servers, question, shown);
    return found.map(({ server, tool }) => `${server.replace('user/', '')}/${tool.name}`);
  }

  async function isFound({ question, answers }: Asked): Promise<boolean> {
    const first = await firstOf(question);
    return answers.some((answer) => first.includes(answer));
  }

  async function hitRate(questions: readonly Asked[]): Promise<number> {
    let hits = 0;
    for (const question of questions) if (await isFound(question)) hits += 1;
    return hits / questions.length;
  }

  it('is asked about enough of them, in many ways', async () => {
    const tools = servers.flatMap(({ modelCatalog }) => modelCatalog.peek()?.tools ?? []);
    expect(tools).toHaveLength(total);
    expect(servers.length).toBeGreaterThanOrEqual(60);
    for (const list of [freshQuestions, lateQuestions]) {
      const questions = new Set(list.map(({ question }) => question));
      expect(questions.size).toBe(list.length);
      expect(questions.size).toBeGreaterThanOrEqual(150);
    }
    expect(new Set(allQuestions.map(({ kind }) => kind))).toEqual(new Set(questionKinds));
    const known = new Set(
      servers.flatMap(({ name, modelCatalog }) =>
        (modelCatalog.peek()?.tools ?? []).map((tool) => `${name}/${tool.name}`),
      ),
    );
    const answers = allQuestions.flatMap((one) => plain(one).answers);
    expect(answers.filter((answer) => !known.has(answer))).toEqual([]);
    const asked = new Set(allQuestions.flatMap((one) => one.answers.map(({ server }) => server)));
    expect([...(await realTools()).keys()].filter((name) => !asked.has(name))).toEqual([]);
  });

  it('has a right one among the first five for a model that was asked by somebody who did not know the ranking', async () => {
    expect(readFileSync('package.json', 'utf8')).toContain(queryDefinition);
    for (const questions of [freshQuestions, lateQuestions]) {
      const asked = questions.flatMap((one) =>
        one.queries.map((question) => ({ ...plain(one), question })),
      );
      expect(asked.length).toBeGreaterThanOrEqual(questions.length);
      const rate = await hitRate(asked);
      process.stdout.write(`search, by models: ${percent(rate)} of ${asked.length} queries\n`);
      expect(rate).toBeGreaterThanOrEqual(leastByModels);
    }
  });

  it.each([
    { name: 'fresh', questions: freshQuestions, least: leastWhole.fresh },
    { name: 'late', questions: lateQuestions, least: leastWhole.late },
  ])(
    'has one in most cases where a whole question is the query: $name',
    async (row) => {
      const judged = row.questions.map(plain);
      const rates: string[] = [];
      for (const kind of questionKinds) {
        const some = judged.filter((_question, at) => row.questions[at]?.kind === kind);
        rates.push(`${kind} ${percent(await hitRate(some))} of ${some.length}`);
      }
      const rate = await hitRate(judged);
      process.stdout.write(
        `search, whole questions: ${percent(rate)} of ${judged.length}; ${rates.join(', ')}\n`,
      );
      expect(rate).toBeGreaterThanOrEqual(row.least);
    },
    60_000,
  );

  it('takes little time', async () => {
    const before = process.threadCpuUsage();
    for (const { question } of lateQuestions) await firstOf(question);
    const { user, system } = process.threadCpuUsage(before);
    const each = (user + system) / 1_000 / lateQuestions.length;
    process.stdout.write(`search, of the processor: ${each.toFixed(1)} ms each\n`);
    expect(each).toBeLessThanOrEqual(longest);
  });

  it('finds the same each time, whoever searches', async () => {
    const another = new ToolSearch();
    for (const { question } of freshQuestions.slice(0, 20)) {
      const found = await firstOf(question);
      expect(await firstOf(question)).toEqual(found);
      const other = await another.find(servers, question, shown);
      expect(
        other.map(({ server, tool }) => `${server.replace('user/', '')}/${tool.name}`),
      ).toEqual(found);
    }
  });
});

function plain({ question, answers }: SearchQuestion): Asked {
  return { question, answers: answers.map(({ server, tool }) => `${server}/${tool}`) };
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}
