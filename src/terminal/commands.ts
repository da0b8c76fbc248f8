import { Buffer, isUtf8 } from 'node:buffer';
import type { ConfigFile } from '../config/definition';
import type { McpObject } from '../ipc/state';
import { reasonOf } from '../base/errors';
import { inexactNumber, isObject } from '../base/json';
import { resourceContent } from '../ui/resources/resourceContent';
import { nextAction, sentence } from '../ui/reasons/sentence';
import { withoutEscapes } from '../ui/serverPage/callForms';
import { t } from '../ui/text/texts';
import { doctor } from './doctor';
import {
  isReadable,
  isWell,
  listProblems,
  listServers,
  problemLines,
  reportRetries,
  type ListedServer,
} from './listServers';
import { UsageError, type Options } from './options';
import type { TerminalWindow } from './terminalWindow';
import { test } from './testCommand';

/** Results go to stdout, everything else to stderr. */
export interface Output {
  result(text: string): void;
  /** A result without escapes. */
  raw(bytes: string | Uint8Array): void;
  message(text: string): void;
}

/** Resolves to the exit code. */
export type Command = (
  window: TerminalWindow,
  options: Options,
  configs: readonly ConfigFile[],
  output: Output,
) => Promise<number>;

const list: Command = async (window, options, configs, output) => {
  const waiting = reportRetries(window, options, output);
  const servers = await listServers(window, options);
  waiting.dispose();
  const problems = listProblems(configs);
  if (options.json) output.result(JSON.stringify({ servers, problems }, undefined, 2));
  else for (const server of servers) output.result(serverLines(server));
  for (const line of problemLines(problems)) output.message(line);
  return servers.every(isWell) && isReadable(problems) ? 0 : 1;
};

const call: Command = async (window, options, _configs, output) => {
  const [server = '', tool = ''] = options.operands;
  const args = readArguments(options.args);
  const result = await window.host.callTool({ server, tool, arguments: args, gesture: true });
  if (options.raw) output.raw(`${textOf(result)}\n`);
  else output.result(options.json ? JSON.stringify(result, undefined, 2) : textOf(result));
  return result['isError'] === true ? 1 : 0;
};

const read: Command = async (window, options, _configs, output) => {
  const [server = '', uri = ''] = options.operands;
  const result = await window.host.read({
    server,
    method: 'resources/read',
    params: { uri },
    gesture: true,
  });
  const { bytes, mimeType = '' } = resourceContent(result, uri);
  const text = isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : undefined;
  const shown = text ?? `[${bytes.length} bytes ${mimeType}; use --raw to have them]`;
  if (options.raw) output.raw(bytes);
  else output.result(options.json ? JSON.stringify(result, undefined, 2) : shown);
  return 0;
};

/** By their names on the command line. */
export const commands: Readonly<Record<string, Command>> = { list, call, read, doctor, test };

function serverLines({ name, state, tools, reason }: ListedServer): string {
  const parts = [state, t('tools', { count: tools.length }), ...(reason ? [reason.message] : [])];
  const head = `${name}: ${parts.join(' · ')}`;
  const rows = tools.map((tool) => `  ${tool.name}${firstLine(tool.description)}`);
  return [head, ...rows].join('\n');
}

function firstLine(description: string | undefined): string {
  const [line] = (description ?? '').split('\n');
  return line ? `  ${line}` : '';
}

function readArguments(written: string): McpObject {
  const text = withoutEscapes(written);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`--args is not JSON: ${String(error)}`);
  }
  if (!isObject(value)) throw new UsageError('--args must be a JSON object.');
  const number = inexactNumber(text);
  if (number === undefined) return value;
  throw new UsageError(`--args has a number of too many digits to be sent exactly: ${number}`);
}

/** The text of a result; other content is named, so that nothing is dropped silently. */
function textOf(result: McpObject): string {
  const content: unknown[] = Array.isArray(result['content']) ? result['content'] : [];
  const blocks = content.map((block) => {
    const { type, text } = block as { type?: unknown; text?: unknown };
    return type === 'text' ? String(text) : `[${String(type)} content; use --json to see it]`;
  });
  if (blocks.length > 0) return blocks.join('\n');
  return JSON.stringify(result['structuredContent'] ?? result, undefined, 2);
}

/** The JSON of a failure: code, message and next step. */
export function failureJson(error: unknown): string {
  return JSON.stringify({ error: failureOf(error) }, undefined, 2);
}

function failureOf(error: unknown): object {
  const reason =
    error instanceof UsageError
      ? { code: 'wrongUsage', args: { message: error.message } }
      : reasonOf(error);
  return { ...reason, message: sentence(reason), next: nextAction(reason, 'terminal')?.text };
}
