import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { McpObject } from '../../src/ipc/state';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** How an agent starts its servers. */
export interface AgentLaunch {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd?: string;
}

/** What an agent was told by itself. */
export interface Told {
  readonly method: string;
  readonly params?: McpObject | undefined;
}

export type Agent = ClientV1 | ClientV2;

/** `roundhouse connect` as an agent's file has it. */
export function connectLaunch(home: string, cwd: string, ...args: string[]): AgentLaunch {
  return {
    command: process.execPath,
    args: [path.join(root, 'dist/cli.js'), 'connect', ...args],
    env: { ROUNDHOUSE_HOME: path.join(home, 'run'), PATH: process.env['PATH'] ?? '' },
    cwd,
  };
}

const info = { name: 'agent', version: '1' };
const capabilities = { elicitation: { form: {} } };
const form = { action: 'accept', content: { name: 'Alice' } } as const;

/** An unmodified client library of the legacy era. */
export async function agentV1(launch: AgentLaunch, told: Told[] = []): Promise<ClientV1> {
  const client = new ClientV1({ ...info, name: 'agent-v1' }, { capabilities });
  client.setRequestHandler(ElicitRequestSchema, async () => form);
  client.fallbackNotificationHandler = async (one) => void told.push(one);
  await client.connect(new StdioV1({ ...launch, stderr: 'ignore' }));
  return client;
}

/** An unmodified client library of the modern era. */
export async function agentV2(launch: AgentLaunch, told: Told[] = []): Promise<ClientV2> {
  const client = new ClientV2(
    { ...info, name: 'agent-v2' },
    { capabilities, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', async () => form);
  client.fallbackNotificationHandler = async (one) => void told.push(one);
  await client.connect(new StdioV2({ ...launch, stderr: 'ignore' }));
  // It is acknowledged as soon as there is a window.
  client.listen({ toolsListChanged: true }).catch(() => undefined);
  return client;
}

/** The text of a result. */
export function textOf(result: { readonly [key: string]: unknown }): string {
  const { content } = result as { readonly content?: readonly { readonly text?: string }[] };
  return content?.map(({ text }) => text ?? '').join('') ?? '';
}
