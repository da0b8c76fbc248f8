import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverRequestSchema } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import { capabilities, Person, type McpUser, type Offer } from './mcpUser';

/** Where a server is to be had over HTTP. */
export interface Address {
  readonly url: URL;
  readonly headers: Record<string, string>;
}

/** Lets results through as they came. */
const asItCame: StandardSchemaV1<unknown, McpObject> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as McpObject }) },
};

/** A user of the SDK's first line, unmodified. */
export async function userV1({ url, headers }: Address): Promise<McpUser> {
  const client = new ClientV1({ name: 'v1', version: '1' }, { capabilities });
  const person = listenTo(client);
  await client.connect(new HttpV1(url, { requestInit: { headers } }));
  return userOf(client, person, async (method, params, options) =>
    client.request({ method, params }, ResultSchema, {
      ...(options?.signal && { signal: options.signal }),
      onprogress: (progress) => options?.onProgress?.({ ...progress }),
    }),
  );
}

/** A user of the SDK's second line, unmodified, in the legacy era. */
export async function userV2({ url, headers }: Address): Promise<McpUser> {
  const client = new ClientV2({ name: 'v2', version: '1' }, { capabilities });
  const person = listenTo(client);
  await client.connect(new HttpV2(url, { requestInit: { headers } }));
  return userOf(client, person, (method, params, options) =>
    client.request({ method, params }, asItCame, {
      ...(options?.signal && { signal: options.signal }),
      onprogress: (progress) => options?.onProgress?.({ ...progress }),
    }),
  );
}

function listenTo(client: ClientV1 | ClientV2): Person {
  const person = new Person();
  const answer = async (request: unknown): Promise<McpObject> =>
    person.answer(serverRequestSchema.parse({ params: {}, ...(request as McpObject) }));
  const hear = async ({ method, params }: { method: string; params?: unknown }): Promise<void> =>
    person.hear(method, params as McpObject | undefined);
  client.fallbackRequestHandler = answer;
  client.fallbackNotificationHandler = hear;
  return person;
}

function userOf(client: ClientV1 | ClientV2, person: Person, request: McpUser['request']): McpUser {
  const list = async (method: string, key: string): Promise<McpObject[]> =>
    (await request(method, {}))[key] as McpObject[];
  return {
    person,
    request,
    list: async (): Promise<Offer> => ({
      tools: await list('tools/list', 'tools'),
      prompts: await list('prompts/list', 'prompts'),
      resources: await list('resources/list', 'resources'),
      templates: await list('resources/templates/list', 'resourceTemplates'),
    }),
    watch: async (uri) => void (await client.subscribeResource({ uri })),
    logFrom: async (level) => void (await client.setLoggingLevel(level)),
    moveTo: async (uri) => {
      person.root = uri;
      await client.sendRootsListChanged();
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
