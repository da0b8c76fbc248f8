import type { McpObject } from '../../src/ipc/state';
import type { ScenarioContext } from './readScenario';
import { sampleArguments } from './sampleArguments';

/** A server of a suite through some client. */
export interface MockServer {
  readonly tools: readonly { readonly name: string; readonly inputSchema?: unknown }[];
  readonly resources: readonly { readonly uri: string }[];
  readonly prompts: readonly { readonly name: string }[];
  readonly request: (method: string, params: McpObject) => Promise<McpObject>;
}

/** Uses of each kind what a server offers, as a scenario wants to see it. */
export async function useEverything(
  scenario: string,
  { toolCalls }: ScenarioContext,
  { tools, resources, prompts, request }: MockServer,
): Promise<void> {
  const send = async (method: string, params: McpObject): Promise<void> =>
    console.error(method, JSON.stringify(await request(method, params)));
  // A server is asked to give back the schema of another tool as it came.
  const focal = tools.find(({ name }) => name === 'json_schema_2020_12_tool');
  const argumentsFor = (name: string, schema: unknown): McpObject =>
    focal && name === 'json_schema_echo' ? { schema: focal.inputSchema } : sampleArguments(schema);
  const calls =
    toolCalls ??
    tools.map(({ name, inputSchema }) => ({ name, arguments: argumentsFor(name, inputSchema) }));
  for (const call of calls) await send('tools/call', { ...call });
  for (const { uri } of resources.slice(0, 1)) await send('resources/read', { uri });
  for (const { name } of prompts.slice(0, 1)) await send('prompts/get', { name });
  // Skills are listed and not loaded, so there is nothing of them to verify.
  if (scenario === 'sep-2640-client-no-prefetch') await send('skills/list', {});
}
