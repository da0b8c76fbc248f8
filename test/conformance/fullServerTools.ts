import { setTimeout as delay } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  fromJsonSchema,
  type CallToolResult,
  type ClientCapabilities,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** A picture of one pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** A sound of no length. */
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

/** What the client of a request can do; known in the modern era only. */
export function declaredBy({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  return envelope[CLIENT_CAPABILITIES_META_KEY] ?? {};
}

type Run = (ctx: ServerContext) => CallToolResult | Promise<CallToolResult>;

export const text = (words: string): CallToolResult => ({
  content: [{ type: 'text', text: words }],
});
const picture = { type: 'image', data: pixel, mimeType: 'image/png' } as const;
const embedded = (uri: string): CallToolResult['content'][number] => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'embedded' },
});

/** Tools without arguments, by name. */
const plain: Readonly<Record<string, Run>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [picture] }),
  test_audio_content: () => ({
    content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }],
  }),
  test_embedded_resource: () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Several kinds:' },
      picture,
      embedded('test://mixed-content-resource'),
    ],
  }),
  test_error_handling: () => ({
    ...text('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  test_reconnection: () => text('answered'),
  test_tool_with_logging: logsThrice,
  test_logging_tool: logsThrice,
  test_tool_with_progress: progresses,
};

async function logsThrice({ mcpReq }: ServerContext): Promise<CallToolResult> {
  for (const step of ['started', 'goes on', 'ends']) {
    await mcpReq.log('info', step);
    await delay(20);
  }
  return text('logged');
}

async function progresses({ mcpReq }: ServerContext): Promise<CallToolResult> {
  const progressToken = mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken === undefined) break;
    const params = { progressToken, progress, total: 100 };
    await mcpReq.notify({ method: 'notifications/progress', params });
    await delay(20);
  }
  return text('done');
}

/** The schema that the suite wants to see again as it is. */
const schema2020: Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

const mirroredSchema = {
  type: 'object',
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    priority: { type: 'integer', 'x-mcp-header': 'Priority' },
    query: { type: 'string' },
  },
  required: ['region'],
} as const;

/** Registers what answers by itself. */
export function registerTools(server: McpServer): void {
  for (const [name, run] of Object.entries(plain)) {
    server.registerTool(name, { description: name }, (ctx) => run(ctx));
  }
  const echo = (args: unknown): CallToolResult => text(JSON.stringify(args));
  const schemas = { json_schema_2020_12_tool: schema2020, test_custom_headers: mirroredSchema };
  for (const [name, schema] of Object.entries(schemas)) {
    server.registerTool(name, { description: name, inputSchema: fromJsonSchema(schema) }, echo);
  }
}

/** Registers tools that change what the server offers, or says that it has changed. */
export function registerTriggers(server: McpServer): void {
  let changes = 0;
  server.registerTool('test_trigger_tool_change', { description: 'Adds a tool' }, () => {
    changes += 1;
    const name = `added_${changes}`;
    server.registerTool(name, { description: name }, () => text(name));
    return text(name);
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Adds a prompt' }, () => {
    changes += 1;
    const name = `added_${changes}`;
    server.registerPrompt(name, { description: name }, () => ({ messages: [] }));
    return text(name);
  });
  const uri = 'test://watched-resource';
  server.registerTool('test_trigger_resource_update', { description: uri }, async () => {
    await server.server.sendResourceUpdated({ uri });
    return text(uri);
  });
}
