import {
  Client as ClientV2,
  StreamableHTTPClientTransport as HttpV2,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import type { McpObject } from '../../../src/ipc/state';

/** How long a bare client waits for one answer, in milliseconds. */
export const patience = 4_000;

/** The SDK's client as it comes, with short limits. */
export interface BareClient extends AsyncDisposable {
  readonly transport: HttpV1 | HttpV2 | StdioV1 | StdioV2;
  /** `timeout`: the milliseconds that the answer may take. */
  call(name: string, args?: McpObject, timeout?: number): Promise<McpObject>;
  listTools(): Promise<readonly { readonly name: string }[]>;
  /** Everything that its `onerror` was told. */
  readonly errors: readonly string[];
  /** Methods of the notifications that it heard. */
  readonly heard: readonly string[];
}

/** One of the two lines of the SDK. */
export interface SdkLine {
  readonly name: string;
  stdio(launch: ResolvedStdio): Promise<BareClient>;
  http(url: string): Promise<BareClient>;
}

const identity = { name: 'bare', version: '1' };
const asItCame: StandardSchemaV1<unknown, McpObject> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value as McpObject }) },
};
/** So that it is soon seen that a stream is given up. */
const reconnectionOptions = {
  initialReconnectionDelay: 50,
  maxReconnectionDelay: 100,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 2,
};
const withLimit = { timeout: patience };

function versionOf(name: string): string {
  const file = path.join(process.cwd(), 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function processOf({ command, args, cwd, env, baseEnv }: ResolvedStdio) {
  return { command, args: [...args], cwd, env: { ...baseEnv, ...env } as Record<string, string> };
}

async function bareV1(transport: HttpV1 | StdioV1): Promise<BareClient> {
  const client = new ClientV1(identity, { capabilities: {} });
  const { errors, heard } = observe(client);
  await connected(client, () => client.connect(transport, withLimit));
  return {
    transport,
    errors,
    heard,
    call: (name, args = {}, timeout = patience) =>
      client.request({ method: 'tools/call', params: { name, arguments: args } }, ResultSchema, {
        timeout,
      }),
    listTools: async () => (await client.listTools({}, withLimit)).tools,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function bareV2(transport: HttpV2 | StdioV2): Promise<BareClient> {
  const client = new ClientV2(identity, { capabilities: {} });
  const { errors, heard } = observe(client);
  await connected(client, () => client.connect(transport, withLimit));
  return {
    transport,
    errors,
    heard,
    call: (name, args = {}, timeout = patience) =>
      client.request({ method: 'tools/call', params: { name, arguments: args } }, asItCame, {
        timeout,
      }),
    listTools: async () => (await client.listTools({}, withLimit)).tools,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** A client that was not greeted does not stay behind. */
async function connected(client: ClientV1 | ClientV2, connect: () => Promise<void>): Promise<void> {
  try {
    await connect();
  } catch (error) {
    await client.close();
    throw error;
  }
}

function observe(client: ClientV1 | ClientV2): { errors: string[]; heard: string[] } {
  const errors: string[] = [];
  const heard: string[] = [];
  client.onerror = (error) => void errors.push(error.message);
  client.fallbackNotificationHandler = async ({ method }) => void heard.push(method);
  return { errors, heard };
}

const httpOptions = { reconnectionOptions };

/** Both lines, as they are installed. */
export const sdkLines: readonly SdkLine[] = [
  {
    name: `@modelcontextprotocol/sdk ${versionOf('@modelcontextprotocol/sdk')}`,
    stdio: (launch) => bareV1(new StdioV1({ ...processOf(launch), stderr: 'pipe' })),
    http: (url) => bareV1(new HttpV1(new URL(url), httpOptions)),
  },
  {
    name: `@modelcontextprotocol/client ${versionOf('@modelcontextprotocol/client')}`,
    stdio: (launch) => bareV2(new StdioV2({ ...processOf(launch), stderr: 'pipe' })),
    http: (url) => bareV2(new HttpV2(new URL(url), httpOptions)),
  },
];

/**
 * Proves that a bare client gets something wrong. `proof` fails where it does not: then the SDK has learned it,
 * and the row that says so goes.
 */
export async function stillWrong({ name }: SdkLine, proof: () => Promise<void>): Promise<void> {
  try {
    await proof();
  } catch (cause) {
    throw new Error(`${name} may be right by now: look, and take the line out of this test`, {
      cause,
    });
  }
}
