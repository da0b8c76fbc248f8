import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ServerRequest, serverRequestSchema } from '../../../src/ipc/serverRequest';
import type { McpObject } from '../../../src/ipc/state';
import type { LogLevel } from '../../../src/ipc/contract';
import type { ResolvedLaunch } from '../../../src/ipc/launch';
import { connect, connectOptions } from '../connect';

/** How a single request is sent. */
export interface UseOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: McpObject) => void;
}

/** What a server offers, by name. */
export interface Offer {
  readonly tools: readonly McpObject[];
  readonly prompts: readonly McpObject[];
  readonly resources: readonly McpObject[];
  readonly templates: readonly McpObject[];
}

/** Somebody who uses one MCP server, whatever lies in between. */
export interface McpUser extends AsyncDisposable {
  /** Everything that was asked and told so far. */
  readonly person: Person;
  /** The result as it came. @throws what the client of this route throws. */
  request(method: string, params: McpObject, options?: UseOptions): Promise<McpObject>;
  list(): Promise<Offer>;
  /** Wants to be told of changes of a resource. */
  watch(uri: string): Promise<void>;
  logFrom(level: LogLevel): Promise<void>;
  /** Other folders from now on, of which the server is told. */
  moveTo(uri: string): Promise<void>;
}

/** What the client of a test says it can do. */
export const capabilities = {
  roots: { listChanged: true },
  sampling: {},
  elicitation: { form: {}, url: {} },
} as const;

/** Who answers questions in a test, and remembers what was asked and told. */
export class Person {
  readonly asked: ServerRequest[] = [];
  readonly told: { readonly method: string; readonly params: McpObject }[] = [];
  root = 'file:///work/first';
  /** How forms and pages are answered. */
  elicitation: McpObject = { action: 'accept', content: { name: 'Ada', interpretation: 'snake' } };

  answer(question: ServerRequest): McpObject {
    this.asked.push(question);
    switch (question.method) {
      case 'roots/list':
        return { roots: [{ uri: this.root, name: 'root' }] };
      case 'sampling/createMessage':
        return {
          role: 'assistant',
          model: 'scripted',
          stopReason: 'endTurn',
          content: { type: 'text', text: 'A scripted answer.' },
        };
      case 'elicitation/create':
        return question.params['mode'] === 'url' && this.elicitation['action'] === 'accept'
          ? { action: 'accept' }
          : this.elicitation;
    }
  }

  hear(method: string, params: McpObject = {}): void {
    this.told.push({ method, params });
  }

  /** The params of what was told by this method. */
  toldBy(method: string): McpObject[] {
    return this.told.filter((one) => one.method === method).map(({ params }) => params);
  }
}

/** A user of our own connection, without a host. */
export async function connectionUser(launch: ResolvedLaunch): Promise<McpUser> {
  const person = new Person();
  const connection = await connect(launch, {
    ...connectOptions(),
    onLog: ({ level, text }) => person.hear('log', { level, text }),
    client: { capabilities, answer: async (question) => person.answer(question) },
  });
  // Its lists say which tools run as tasks only; a server is never called before they are read.
  await connection.readCatalog();
  connection.onNotification(({ method, params }) => person.hear(method, params));
  connection.onListChanged((list) => person.hear(`notifications/${list}/list_changed`));
  const answer = async (question: Parameters<Person['answer']>[0]): Promise<McpObject> =>
    person.answer(question);
  return {
    person,
    request: (method, params, options) =>
      connection.request(method, params, {
        answer,
        signal: options?.signal,
        onProgress: (progress) => options?.onProgress?.({ ...progress }),
      }),
    list: async () => {
      const { resourceTemplates, ...lists } = await connection.readCatalog();
      return { ...lists, templates: resourceTemplates };
    },
    watch: (uri) => connection.watchResources(new Set([uri])),
    logFrom: (level) => connection.setLogLevel(level),
    moveTo: async (uri) => {
      person.root = uri;
      await connection.notify('notifications/roots/list_changed');
    },
    [Symbol.asyncDispose]: () => connection.close(),
  };
}

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
