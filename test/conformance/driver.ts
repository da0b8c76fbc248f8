import { UserError } from '../../src/base/errors';
import type { ClientFeatures, Connection } from '../../src/connection/connection';
import type { Handshake, McpObject } from '../../src/contract/state';
import { connect } from '../support/connect';
import { acceptDefaults } from './acceptDefaults';
import { headlessAuthorizer, type AuthorizationContext } from './headlessAuthorizer';
import { sampleArguments } from './sampleArguments';

/** What a scenario tells its client beyond the address, see `MCP_CONFORMANCE_CONTEXT`. */
interface Context extends AuthorizationContext {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: McpObject }[];
}

const { env } = process;
const context = JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as Context;
const scenario = env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const revision = env['MCP_CONFORMANCE_PROTOCOL_VERSION'];

/** A person who accepts every form as it is preset, with a scripted model and one folder. */
const features: ClientFeatures = {
  capabilities: { elicitation: { form: {}, url: {} }, roots: { listChanged: true }, sampling: {} },
  answer: async ({ method, params }) => acceptDefaults(method, params),
};

/**
 * The servers of the suites know the era of the revision they are run at and nothing of the other: they are
 * met as servers that were known before.
 */
function knownServer(): Handshake | undefined {
  if (!revision?.startsWith('2')) return undefined;
  const era = revision >= '2026-07-28' ? 'modern' : 'legacy';
  return { era, protocolVersion: revision, serverInfo: {}, capabilities: {} };
}

/**
 * The client that the conformance suite tests: our connection, led through what the scenario named
 * in `MCP_CONFORMANCE_SCENARIO` wants to see. The last argument is the address of its mock server.
 */
async function drive(url: string): Promise<void> {
  const connection = await connect(
    { type: 'http', url, headers: {} },
    {
      signal: AbortSignal.timeout(60_000),
      initializeTimeout: 20_000,
      onStep: () => undefined,
      onLog: ({ text }) => console.error(text),
      client: features,
      authorizer: headlessAuthorizer(url, scenario, context),
      known: knownServer(),
    },
  );
  try {
    await useEverything(connection);
  } finally {
    await connection.close();
  }
}

/** Lists everything, and uses of each kind what the server offers. */
async function useEverything(connection: Connection): Promise<void> {
  const send = async (method: string, params: McpObject): Promise<void> => {
    const result = await connection.request(method, params).catch(refusalOf);
    console.error(method, JSON.stringify(result));
  };
  const { tools, resources, prompts } = await connection.readCatalog();
  // A server is asked to give back the schema of another tool as it came.
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  const argumentsFor = (name: string, schema: unknown): McpObject =>
    focal && name === 'json_schema_echo' ? { schema: focal.inputSchema } : sampleArguments(schema);
  const calls =
    context.toolCalls ??
    tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(name, inputSchema) }));
  for (const call of calls) await send('tools/call', { ...call });
  for (const { uri } of resources.slice(0, 1)) await send('resources/read', { uri });
  for (const { name } of prompts.slice(0, 1)) await send('prompts/get', { name });
  // Skills are listed and not loaded, so there is nothing of them to verify.
  if (scenario === 'sep-2640-client-no-prefetch') await send('skills/list', {});
}

/** Some servers offer tools that they do not have. */
function refusalOf(error: unknown): McpObject {
  if (error instanceof UserError && error.code === 'serverError') return { refused: error.args };
  throw error;
}

drive(process.argv.at(-1) ?? '').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
