import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { UserError } from '../../src/base/errors';
import type { ClientFeatures } from '../../src/connection/connection';
import type { McpObject } from '../../src/ipc/state';
import { connect } from '../support/connect';
import { acceptDefaults } from './acceptDefaults';
import { headlessAuthorizer } from './headlessAuthorizer';
import { readScenario } from './readScenario';
import { useEverything } from './useEverything';

const { name, context } = readScenario();

/** The session's own stream. A suite takes the request for it for one to resume the call, if it comes after the call. */
const streamOpened = new Promise<void>((resolve) =>
  subscribe('http.client.response.finish', (message) => {
    if ((message as { request: ClientRequest }).request.method === 'GET') resolve();
  }),
);

/** A person who accepts every form as it is preset, with a scripted model and one folder. */
const features: ClientFeatures = {
  capabilities: { elicitation: { form: {}, url: {} }, roots: { listChanged: true }, sampling: {} },
  answer: async ({ method, params }) => acceptDefaults(method, params),
};

/**
 * The client that the conformance suite tests: our connection, led through what the scenario named
 * in `MCP_CONFORMANCE_SCENARIO` wants to see. The last argument is the address of its mock server, whose
 * era the connection has to find out.
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
      authorizer: headlessAuthorizer(url, name, context),
    },
  );
  try {
    if (name === 'sse-retry') await streamOpened;
    await useEverything(name, context, {
      ...(await connection.readCatalog()),
      request: (method, params) => connection.request(method, params).catch(refusalOf),
    });
  } finally {
    await connection.close();
  }
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
