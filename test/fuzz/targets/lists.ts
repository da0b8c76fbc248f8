import { publicName, rawName } from '../../../src/protocol/publicNames';
import { UserError } from '../../../src/base/errors';
import { isObject } from '../../../src/base/json';
import { serverError } from '../../../src/connection/failures';
import { readCatalog } from '../../../src/connection/readCatalog';
import { catalogSchema, type McpObject } from '../../../src/ipc/state';
import { holds, type Target } from '../target';
import { jsonOf } from './pieces';
import { toRpcError } from '../../../src/protocol/jsonRpc';
import { ToolHeaders } from '../../../src/protocol/headers';

/** The pages of all lists of a server: what is sound of them is read, once, and the rest is named. */
export const lists: Target = {
  name: 'lists',
  reads: 'the pages of the lists of a server',
  seeds: [
    '[{"tools":[{"name":"a","inputSchema":{"type":"object"}},{"name":"b"}],"nextCursor":"x"},{"tools":[{"name":"c"}]}]',
    '[{"tools":[{"name":"a"},{"name":"a"},{},7,null]},{"prompts":[{"name":"p"}]}]',
    '[{"resources":[{"uri":"file:///a","name":"a"}]},{"resourceTemplates":[{"uriTemplate":"file:///{a}"}]}]',
    '[{"tools":[],"nextCursor":""},{"code":-32602,"message":"stale"},{"tools":[{"name":"z"}]}]',
    '[{"code":-32601,"message":"no"}]',
    '[{"tools":[{"name":"h","inputSchema":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}]}]',
    '[{"tools":[{"name":{"toString":1}}]}]',
  ],
  words: ['"tools":', '"prompts":', '"resources":', '"nextCursor":', '"name":', '"x-mcp-header":'],
  async run(input) {
    const pages = jsonOf(input);
    if (!Array.isArray(pages)) return;
    const headers = new ToolHeaders();
    let next = 0;
    const send = async (method: string): Promise<McpObject> => {
      const page: unknown = pages[next % Math.max(1, pages.length)];
      next += 1;
      if (!isObject(page)) return {};
      if ('code' in page) throw serverError(toRpcError(page));
      if (method === 'tools/list') headers.learn(page);
      return page;
    };
    try {
      const capabilities = { tools: {}, prompts: {}, resources: {} };
      const catalog = await readCatalog(send, capabilities);
      const { success } = catalogSchema.safeParse(catalog);
      holds(success, 'a catalog is malformed', () => catalog);
      const { tools, resources } = catalog;
      holds(new Set(tools.map(({ name }) => name)).size === tools.length, 'a tool is there twice');
      holds(new Set(resources.map(({ uri }) => uri)).size === resources.length, 'a URI is twice');
      for (const { name } of tools) {
        const shown = publicName(name);
        holds(/^[\w-]{1,64}$/.test(shown), 'a public name that providers refuse', () => shown);
        holds(rawName(tools, shown) === name, 'a public name leads to another tool', () => name);
        headers.of({ name, arguments: { a: name } });
      }
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  },
};
