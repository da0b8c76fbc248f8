import { completable, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';
import { registerQuestions, stateCodec } from './fullServerQuestions';
import { registerTasks, taskCapabilities, TaskTransport } from './fullServerTasks';
import { pixel, registerTools, registerTriggers } from './fullServerTools';

/** Everything that the conformance suite wants of a server, and some more. */
function fullServer({ era }: { readonly era: 'legacy' | 'modern' }): McpServer {
  const server = new McpServer(
    { name: 'full', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        logging: {},
        completions: {},
        ...(era === 'modern' && taskCapabilities),
      },
      instructions: 'Use it for tests.',
      requestState: { verify: (state, ctx) => stateCodec.verify(state, ctx) },
    },
  );
  registerTools(server);
  registerTriggers(server);
  registerQuestions(server);
  registerTasks(server);
  registerResources(server);
  registerPrompts(server);
  return server;
}

function registerResources(server: McpServer): void {
  const mimeType = 'text/plain';
  for (const name of ['static-text', 'watched-resource']) {
    const uri = `test://${name}`;
    server.registerResource(name, uri, { mimeType }, () => ({
      contents: [{ uri, mimeType, text: `This is ${name}.` }],
    }));
  }
  const [image, binary] = ['image/png', 'test://static-binary'];
  server.registerResource('static-binary', binary, { mimeType: image }, () => ({
    contents: [{ uri: binary, mimeType: image, blob: pixel }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href }, { id }) => ({
    contents: [{ uri: href, ...json, text: JSON.stringify({ id, templateTest: true }) }],
  }));
  // What subscribing means is up to the server: a tool of it tells of updates.
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    server.server.setRequestHandler(method, () => ({}));
  }
}

const described = (description: string) => ({ description }) as const;

function registerPrompts(server: McpServer): void {
  const says = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;
  server.registerPrompt('test_simple_prompt', described('Says something'), () => ({
    messages: [says('This is a simple prompt for testing.')],
  }));
  const complete = (value: string): string[] =>
    ['testing', 'tested'].filter((known) => known.startsWith(value));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      ...described('Says two things'),
      argsSchema: z.object({ arg1: completable(z.string(), complete), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => ({ messages: [says(`arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described('Shows a resource'), argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => {
      const resource = { uri, mimeType: 'text/plain', text: 'embedded' };
      const content = { type: 'resource', resource } as const;
      return { messages: [{ role: 'user', content }, says('Look at that.')] };
    },
  );
  server.registerPrompt('test_prompt_with_image', described('Shows a picture'), () => {
    const content = { type: 'image', data: pixel, mimeType: 'image/png' } as const;
    return { messages: [{ role: 'user', content }, says('Look at that.')] };
  });
}

// `legacy`: a server that has never heard of the modern era.
if (process.argv.includes('legacy')) {
  void fullServer({ era: 'legacy' }).connect(new StdioServerTransport());
} else {
  serveStdio(fullServer, { transport: new TaskTransport() });
}
