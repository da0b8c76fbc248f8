import {
  Client,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type ElicitResult,
  type PriorDiscovery,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { isToldEra } from '../../scripts/conformance/toldEra.mjs';
import type { McpObject } from '../../src/ipc/state';
import { acceptDefaults } from './acceptDefaults';
import { readScenario } from './readScenario';
import { sdkSignIn } from './sdkSignIn';
import { useEverything } from './useEverything';

/** A server that still wants a sign-in after so many is given up. */
const mostSignIns = 2;

const { name, context, revision } = readScenario();
const asItCame: StandardSchemaV1<unknown, McpObject> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as McpObject }) },
};

const prior: PriorDiscovery | undefined = isToldEra(name)
  ? {
      kind: 'modern',
      discover: {
        resultType: 'complete',
        supportedVersions: [revision],
        capabilities: { tools: {} },
        serverInfo: { name: 'unknown', version: '0' },
        ttlMs: 0,
        cacheScope: 'private',
      },
    }
  : undefined;

/** The SDK's own client as it comes, led through a scenario as ours is: what ours is measured by. */
async function drive(url: string): Promise<void> {
  const { provider, callback } = sdkSignIn(name, context);
  for (let left = mostSignIns; ; left--) {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: provider });
    try {
      return await use(transport);
    } catch (error) {
      const answer = callback();
      if (!(error instanceof UnauthorizedError) || !answer || left === 0) throw error;
      await transport.finishAuth(answer);
    }
  }
}

async function use(transport: StreamableHTTPClientTransport): Promise<void> {
  const client = new Client(
    { name: 'bare', version: '1' },
    {
      capabilities: {
        elicitation: { form: { applyDefaults: true }, url: {} },
      },
      versionNegotiation: { mode: 'auto' },
    },
  );
  client.setRequestHandler(
    'elicitation/create',
    async ({ method, params }) => acceptDefaults(method, { ...params }) as ElicitResult,
  );
  await client.connect(transport, { ...(prior && { prior }) });
  const capabilities = client.getServerCapabilities() ?? {};
  try {
    await useEverything(name, context, {
      tools: capabilities.tools ? (await client.listTools()).tools : [],
      resources: capabilities.resources ? (await client.listResources()).resources : [],
      prompts: capabilities.prompts ? (await client.listPrompts()).prompts : [],
      request: async (method, params) => {
        const result =
          method === 'tools/call'
            ? client.callTool(params as { name: string; arguments: McpObject })
            : client.request({ method, params }, asItCame);
        return result.catch(refusalOf);
      },
    });
  } finally {
    await client.close();
  }
}

/** Some servers offer tools that they do not have; a result without `resultType` is none to this client. */
function refusalOf(error: unknown): McpObject {
  const isRefusal = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
  if (isRefusal || error instanceof ProtocolError) return { refused: error.message };
  throw error;
}

drive(process.argv.at(-1) ?? '').catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
