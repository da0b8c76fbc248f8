import { signal } from '@preact/signals-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, Tool } from '../../src/ipc/state';
import { CrossServerChecks, type CheckedServer } from '../../src/servers/crossServerChecks';
import { modelTool } from '../../src/tools/schema/modelTool';
import { scan } from '../../src/tools/scan/scan';
import { catalogServers } from '../support/realCatalogs/catalogServers';
import { realCatalogs, realTools } from '../support/realCatalogs/realCatalogs';

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

  it('of the reference server has no schema that models get otherwise', () => {
    expect(tools.get('everything')?.flatMap((tool) => modelTool(tool).changes)).toEqual([]);
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
});

function catalogOf(tools: readonly Tool[]): Catalog {
  return { tools: [...tools], prompts: [], resources: [], resourceTemplates: [], dropped: [] };
}
