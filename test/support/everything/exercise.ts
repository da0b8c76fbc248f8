import type { McpObject } from '../../../src/ipc/state';
import type { McpUser, UseOptions } from './mcpUser';

/** What an exercise gets. */
export interface Practice {
  readonly user: McpUser;
  readonly call: (name: string, args?: McpObject, options?: UseOptions) => Promise<McpObject>;
}

/** One thing that the reference server can do. */
export interface Exercise {
  readonly name: string;
  run(practice: Practice): Promise<unknown>;
}

/** An exercise as the user of a route does it. */
export function practise(exercise: Exercise, user: McpUser): Promise<unknown> {
  const call: Practice['call'] = (name, args = {}, options) =>
    user.request('tools/call', { name, arguments: args }, options);
  return exercise.run({ user, call });
}

/** The content of a tool's result. */
export function contentOf({ content }: McpObject): McpObject[] {
  return content as McpObject[];
}

/** All text of a tool's result. */
export function textOf(result: McpObject): string {
  return contentOf(result)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}
