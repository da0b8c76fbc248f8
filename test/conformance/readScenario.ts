import type { McpObject } from '../../src/ipc/state';
import type { AuthorizationContext } from './headlessAuthorizer';

/** What a scenario tells its client beyond the address, see `MCP_CONFORMANCE_CONTEXT`. */
export interface ScenarioContext extends AuthorizationContext {
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: McpObject }[];
}

/** What a suite tells its client by the environment. */
export interface Scenario {
  readonly name: string;
  readonly context: ScenarioContext;
  /** Empty where the suite means none. */
  readonly revision: string;
}

/** What the suite told this process. */
export function readScenario(): Scenario {
  const { env } = process;
  return {
    name: env['MCP_CONFORMANCE_SCENARIO'] ?? '',
    context: JSON.parse(env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ScenarioContext,
    revision: env['MCP_CONFORMANCE_PROTOCOL_VERSION'] ?? '',
  };
}
