import { expect, test } from 'vitest';
import { modelTool } from '../../src/tools/schema/modelTool';
import type { Connection } from '../../src/connection/connection';
import { everythingStdio, startEverythingHttp } from '../support/fakeServer/everything';
import { openConnection } from '../support/fakeServer/openConnection';

async function expectEverything(connection: Connection): Promise<void> {
  const catalog = await connection.readCatalog();
  expect(catalog.tools.length).toBeGreaterThanOrEqual(13);
  expect(catalog.prompts).toHaveLength(4);
  expect(catalog.resources.length).toBeGreaterThan(0);
  expect(catalog.resourceTemplates).toHaveLength(2);
  expect(catalog.dropped).toEqual([]);
  // Its schemas are fine; a change here is one that every person with this server would read.
  expect(catalog.tools.flatMap((tool) => modelTool(tool).changes)).toEqual([]);
  const result = await connection.request('tools/call', {
    name: 'echo',
    arguments: { message: 'hello' },
  });
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'Echo: hello' }] });
}

test('server-everything works over stdio', async () => {
  await using opened = await openConnection(everythingStdio());
  await expectEverything(opened.connection);
});

test('server-everything works over Streamable HTTP', async () => {
  await using server = await startEverythingHttp();
  await using opened = await openConnection(server);
  await expectEverything(opened.connection);
});
