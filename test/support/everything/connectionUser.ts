import type { ResolvedLaunch } from '../../../src/ipc/launch';
import type { McpObject } from '../../../src/ipc/state';
import { connect } from '../connect';
import { capabilities, Person, type McpUser } from './mcpUser';

/** A user of our own connection, without a host. */
export async function connectionUser(launch: ResolvedLaunch): Promise<McpUser> {
  const person = new Person();
  const connection = await connect(launch, {
    signal: new AbortController().signal,
    initializeTimeout: 20_000,
    onStep: () => undefined,
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
