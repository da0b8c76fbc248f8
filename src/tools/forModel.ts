import type { Reason } from '../base/errors';
import { isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import { outputProblemOf } from '../servers/outputCheck';
import { ModelContent } from './modelContent';
import type { KeptResults } from './results/keptResults';

/** The way of a result to a model. */
export interface ModelRoute {
  /** The raw name of the tool. */
  readonly tool: string;
  /**
   * `content`: the client is the editor's own, which shows a person what models do not take. `texts`: all
   * that has not become text or an image is announced by whoever gets it.
   */
  readonly takes: 'content' | 'texts';
  /** Where what is too long for a model is kept; absent: its middle is left out. */
  readonly results?: KeptResults | undefined;
  readonly describe: (reason: Reason) => string;
}

/**
 * What a model has of a tool's result, by one rule for all routes: its content, and `structuredContent` only where
 * that says nothing. What it cannot take, and what is too long, is announced in its place, and kept where it can be
 * (`KeptResults`). A result that is not the one its tool has promised says so.
 */
export async function forModel(
  result: McpObject,
  route: ModelRoute,
  signal: AbortSignal,
): Promise<McpObject> {
  const { isError } = result;
  const content = new ModelContent(route, signal);
  // The editor's own client tells models nothing of it.
  if (isError === true && route.takes === 'content') content.note({ code: 'toolReportedError' });
  for (const block of blocksOf(result)) await content.add(block);
  const problem = outputProblemOf(result);
  if (problem) content.note(problem);
  return { content: await content.end(), ...(isError !== undefined && { isError }) };
}

function blocksOf({ content, structuredContent }: McpObject): readonly McpObject[] {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  if (structuredContent === undefined || blocks.some(saysSomething)) return blocks;
  return [...blocks, { type: 'text', text: JSON.stringify(structuredContent) }];
}

/** Whether a model learns something of a block ("Content annotations", `audience`). */
function saysSomething({ type, text, annotations }: McpObject): boolean {
  const audience = isObject(annotations) ? annotations['audience'] : undefined;
  const isForModels =
    !Array.isArray(audience) || audience.length === 0 || audience.includes('assistant');
  return isForModels && !(type === 'text' && text === '');
}
