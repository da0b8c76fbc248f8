import { describe, expect, it } from 'vitest';
import { fakeStdio } from '../../support/fakeServer/fakeServer';
import { openConnection } from '../../support/fakeServer/openConnection';
import { sdkLines, stillWrong } from '../../support/sdkFaults/bareClients';

const names = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name);

describe('one malformed tool among others', () => {
  const launch = fakeStdio({ tools: ['echo', 'slow'], malformedTool: true });

  it('is dropped and named', async () => {
    await using opened = await openConnection(launch);
    const { tools, dropped } = await opened.connection.readCatalog();
    expect(names(tools)).toEqual(['echo', 'slow']);
    expect(dropped).toMatchObject([{ list: 'tools', name: 'malformed' }]);
  });

  it.each(sdkLines)('takes the whole list from $name', async (line) => {
    await using client = await line.stdio(launch);
    await stillWrong(line, async () => {
      await expect(client.listTools()).rejects.toThrow();
    });
  });
});

describe('an output schema that refers to an address', () => {
  const launch = fakeStdio({ remoteSchema: 'http://127.0.0.1:9/schema.json' });

  it('leaves the list whole', async () => {
    await using opened = await openConnection(launch);
    const { tools, dropped } = await opened.connection.readCatalog();
    expect(names(tools)).toEqual(['echo', 'remote']);
    expect(dropped).toEqual([]);
  });

  // The second line reads the list, and compiles schemas when it needs them.
  it.each(sdkLines.slice(0, 1))('takes the whole list from $name', async (line) => {
    await using client = await line.stdio(launch);
    await stillWrong(line, async () => {
      await expect(client.listTools()).rejects.toThrow();
    });
  });
});

describe('a list of several pages', () => {
  const launch = fakeStdio({ pages: 3, toolCount: 3 });

  it('is read to its end', async () => {
    await using opened = await openConnection(launch);
    expect((await opened.connection.readCatalog()).tools).toHaveLength(3);
  });

  // The second line walks them.
  it.each(sdkLines.slice(0, 1))('is read by $name as far as its first', async (line) => {
    await using client = await line.stdio(launch);
    await stillWrong(line, async () => expect(await client.listTools()).toHaveLength(1));
  });
});
