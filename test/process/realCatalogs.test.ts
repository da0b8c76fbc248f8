import { signal } from '@preact/signals-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, Tool } from '../../src/ipc/state';
import { CrossServerChecks, type CheckedServer } from '../../src/servers/crossServerChecks';
import { scan } from '../../src/tools/scan/scan';
import { catalogServers } from '../support/realCatalogs/catalogServers';
import { realCatalogs, realTools } from '../support/realCatalogs/realCatalogs';
import { freshQuestions } from '../support/search/freshQuestions';
import { lateQuestions } from '../support/search/lateQuestions';
import { questionKinds } from '../support/search/searchQuestions';

const searchQuestions = [...freshQuestions, ...lateQuestions];

describe('the catalogs of servers that we did not write', () => {
  let tools: ReadonlyMap<string, readonly Tool[]>;
  beforeAll(async () => {
    tools = await realTools();
  });

  it('are many, and large', () => {
    expect([...tools.keys()]).toEqual([...catalogServers.keys()]);
    expect(tools.size).toBeGreaterThanOrEqual(30);
    const all = [...tools.values()].flat();
    expect(all.length).toBeGreaterThanOrEqual(850);
    expect(all.filter(({ description }) => description).length).toBeGreaterThanOrEqual(850);
  });

  it('have instructions where a server gives them', async () => {
    const catalogs = await realCatalogs();
    const instructed = [...catalogs].filter(([, { instructions }]) => instructions);
    expect(instructed.map(([name]) => name)).toEqual(
      expect.arrayContaining(['context7', 'coolify', 'everything']),
    );
  });

  it('are nearly never taken for poisoned', async () => {
    const catalogs = [...(await realCatalogs()).values()];
    const definitions = catalogs.flatMap((one) => [...one.tools, one.instructions ?? '']);
    const flagged = definitions.filter((one) => scan(one).length > 0);
    expect(flagged.length / definitions.length).toBeLessThanOrEqual(0.01);
  });

  it('are nearly never taken to pass themselves off as one another', () => {
    const places = signal<readonly CheckedServer[]>([]);
    const checks = new CrossServerChecks(places);
    places.value = Array.from(tools, ([name, list]) => ({
      id: name,
      name,
      catalog: signal(catalogOf(list)),
      scan: { isUnseen: () => false },
    }));
    const odd = places.value.flatMap((server) =>
      (tools.get(server.id) ?? []).filter((tool) => checks.findingsOf(server, tool).length > 0),
    );
    expect(odd.length / [...tools.values()].flat().length).toBeLessThanOrEqual(0.01);
  });

  it('are asked about in many ways', () => {
    for (const list of [freshQuestions, lateQuestions]) {
      const questions = new Set(list.map(({ question }) => question));
      expect(questions.size).toBe(list.length);
      expect(questions.size).toBeGreaterThanOrEqual(150);
    }
    expect(new Set(searchQuestions.map(({ kind }) => kind))).toEqual(new Set(questionKinds));
  });

  it('hold every tool that answers a question', () => {
    const missing = searchQuestions
      .flatMap(({ answers }) => answers)
      .filter(({ server, tool }) => !tools.get(server)?.some(({ name }) => name === tool));
    expect(missing).toEqual([]);
  });

  it('are asked about, each of them', () => {
    const asked = new Set(searchQuestions.flatMap(({ answers }) => answers.map((a) => a.server)));
    expect([...tools.keys()].filter((name) => !asked.has(name))).toEqual([]);
  });
});

function catalogOf(tools: readonly Tool[]): Catalog {
  return { tools: [...tools], prompts: [], resources: [], resourceTemplates: [], dropped: [] };
}
