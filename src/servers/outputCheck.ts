import type { ReadonlySignal } from '@preact/signals-core';
import type { Reason } from '../base/errors';
import { isObject } from '../base/json';
import { once } from '../base/lazy';
import type { CheckValue } from '../connection/schemaValidator';
import type { Catalog, McpObject, Tool } from '../ipc/state';
import type { ServerLog } from './serverLog';

const problems = new WeakMap<McpObject, Reason>();

/** The way in which a result does not fit the schema of its tool. */
export function outputProblemOf(result: McpObject): Reason | undefined {
  return problems.get(result);
}

/**
 * Compares the results of tools with their `outputSchema` ("Tools", output schema: clients SHOULD).
 * A tool whose results do not fit is noted once in the log. They are passed on as they are, because a result is
 * worth more than its schema.
 */
export class OutputCheck {
  /** Loaded for the first schema, because most servers have none. */
  readonly #validator = once(async () => {
    const { SchemaValidator } = await import('../connection/schemaValidator');
    return new SchemaValidator();
  });
  readonly #checks = new WeakMap<McpObject, CheckValue>();
  readonly #noted = new WeakSet<Tool>();

  constructor(
    private readonly server: {
      readonly catalog: ReadonlySignal<Catalog | undefined>;
      readonly log: Pick<ServerLog, 'add'>;
    },
  ) {}

  /** Checks the result of a request; `undefined` where there is nothing to check. */
  take(method: string, params: McpObject, result: McpObject): Promise<void> | undefined {
    if (method !== 'tools/call' || !('content' in result) || result['isError'] === true)
      return undefined;
    const { name } = params;
    const tool = this.server.catalog.peek()?.tools.find((one) => one.name === name);
    const schema = tool?.['outputSchema'];
    return tool && isObject(schema) ? this.#check(tool, schema, result) : undefined;
  }

  async #check(tool: Tool, schema: McpObject, result: McpObject): Promise<void> {
    const problem = await this.#problemOf(schema, result);
    if (problem === undefined) return;
    const reason = { code: 'outputInvalid', args: { tool: tool.name, problem } };
    problems.set(result, reason);
    if (this.#noted.has(tool)) return;
    this.#noted.add(tool);
    this.server.log.add({ level: 'warning', text: '', reason });
  }

  async #problemOf(schema: McpObject, result: McpObject): Promise<string | undefined> {
    // Any JSON value counts as present, even null.
    if (!('structuredContent' in result)) return 'structuredContent is missing';
    const validator = await this.#validator();
    let check = this.#checks.get(schema);
    if (!check) {
      check = validator.compile(schema);
      this.#checks.set(schema, check);
    }
    return check(result['structuredContent']);
  }
}
