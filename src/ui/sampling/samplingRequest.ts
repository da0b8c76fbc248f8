import type { UserError } from '../../base/errors';
import { isObject } from '../../base/json';
import { serverRequestRefused } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import { chatParts, type ChatPart } from '../chat/chatResult';
import { t } from './samplingTexts';

/** Part of a message for a model. */
export type SampledPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'image'; readonly base64: string; readonly mimeType: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: McpObject }
  | { readonly kind: 'result'; readonly id: string; readonly parts: readonly ChatPart[] };

export interface SampledMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly SampledPart[];
}

/** A tool of the server, which the model may call and the server runs. */
export interface SampledTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: McpObject;
}

/** Parsed parameters of `sampling/createMessage`. */
export interface SamplingRequest {
  /** The system prompt is the first user message, because the editor's API has no other place for it. */
  readonly messages: readonly SampledMessage[];
  readonly tools: readonly SampledTool[];
  /** The model has to call a tool. */
  readonly mustCall: boolean;
  readonly maxTokens: number;
  readonly stopSequences: readonly string[];
  /** Model names or parts of them, preferred ones first. */
  readonly hints: readonly string[];
}

/** Message parts of a request at most. */
const mostParts = 500;

/**
 * Parses `sampling/createMessage` (2026-07-28, "Sampling"; older revisions are subsets). Ignores temperature and the
 * three priorities, as a client may. Ignores `includeContext`, which is not declared.
 * @throws UserError `questionRefused` with -32602 if a model cannot be given the request.
 */
export function readSampling(params: McpObject): SamplingRequest {
  const { messages, systemPrompt, maxTokens, stopSequences, modelPreferences } = params;
  if (!Array.isArray(messages) || messages.length === 0) throw refused('"messages" is missing.');
  if (typeof maxTokens !== 'number' || !(maxTokens > 0)) throw refused('"maxTokens" is missing.');
  const most = `More than ${mostParts} parts of messages are too many.`;
  if (messages.length > mostParts) throw refused(most);
  const read = messages.map(messageOf);
  if (read.reduce((count, { parts }) => count + parts.length, 0) > mostParts) throw refused(most);
  requireResults(read);
  const system: SampledMessage[] =
    typeof systemPrompt === 'string' && systemPrompt !== ''
      ? [{ role: 'user', parts: [{ kind: 'text', text: systemPrompt }] }]
      : [];
  const choice = isObject(params['toolChoice']) ? params['toolChoice']['mode'] : undefined;
  const tools = choice === 'none' ? [] : listOf(params['tools']).map(toolOf);
  return {
    messages: [...system, ...read],
    tools,
    mustCall: choice === 'required' && tools.length > 0,
    maxTokens,
    stopSequences: listOf(stopSequences).filter(isText),
    hints: isObject(modelPreferences)
      ? listOf(modelPreferences['hints']).flatMap((hint) =>
          isObject(hint) && isText(hint['name']) ? [hint['name']] : [],
        )
      : [],
  };
}

function messageOf(message: unknown): SampledMessage {
  const { role, content } = isObject(message) ? message : {};
  if (role !== 'user' && role !== 'assistant') throw refused('A message has no "role".');
  const parts = (Array.isArray(content) ? content : [content]).map((block) => partOf(role, block));
  if (parts.length === 0) throw refused('A message has no "content".');
  if (parts.some(isResult) && !parts.every(isResult)) {
    throw refused('A message with a "tool_result" may have nothing else.');
  }
  return { role, parts };
}

function partOf(role: SampledMessage['role'], block: unknown): SampledPart {
  const { type, text, data, mimeType, id, name, input, toolUseId } = isObject(block) ? block : {};
  if (type === 'text' && typeof text === 'string') return { kind: 'text', text };
  if (type === 'image' && isText(data) && isText(mimeType)) {
    return { kind: 'image', base64: data, mimeType };
  }
  if (type === 'tool_use' && role === 'assistant' && isText(id) && isText(name)) {
    return { kind: 'call', id, name, input: isObject(input) ? input : {} };
  }
  if (type === 'tool_result' && role === 'user' && isText(toolUseId) && isObject(block)) {
    return { kind: 'result', id: toolUseId, parts: chatParts(block) };
  }
  throw refused(
    `Content of the type ${JSON.stringify(type) ?? 'none'} cannot be given to a model.`,
  );
}

/** Checks that every tool call has its result in the next message ("Tool use and result balance"). */
function requireResults(messages: readonly SampledMessage[]): void {
  for (const [at, { parts }] of messages.entries()) {
    const results = new Set(
      messages[at + 1]?.parts.flatMap((part) => (part.kind === 'result' ? [part.id] : [])),
    );
    const isOpen = parts.some((part) => part.kind === 'call' && !results.has(part.id));
    if (isOpen) throw refused('A "tool_use" has no "tool_result" in the next message.');
  }
}

function toolOf(tool: unknown): SampledTool {
  const { name, description, inputSchema } = isObject(tool) ? tool : {};
  if (!isText(name)) throw refused('A tool has no name.');
  return {
    name,
    description: isText(description) ? description : '',
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
  };
}

function isResult({ kind }: SampledPart): boolean {
  return kind === 'result';
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function refused(message: string): UserError {
  return serverRequestRefused('invalidParams', message);
}

/** A message as text, with a description in place of other content. */
export function messageWords({ parts }: SampledMessage): string {
  return parts.map(partWords).join('\n');
}

/** All text that the model gets, tool definitions included, to count its tokens at once. */
export function requestWords({ messages, tools }: SamplingRequest): string {
  const described = tools.length > 0 ? [JSON.stringify(tools)] : [];
  return [...messages.map(messageWords), ...described].join('\n');
}

/** Images in a request, also in tool results. */
export function imageCount({ messages }: SamplingRequest): number {
  const inParts = (parts: readonly (SampledPart | ChatPart)[]): number =>
    parts.reduce((count, part) => {
      if (part.kind === 'result') return count + inParts(part.parts);
      return part.kind === 'image' ? count + 1 : count;
    }, 0);
  return messages.reduce((count, { parts }) => count + inParts(parts), 0);
}

function partWords(part: SampledPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'image':
      return t('image', { type: part.mimeType, size: part.base64.length });
    case 'call':
      return t('call', { name: part.name, input: JSON.stringify(part.input) });
    case 'result': {
      const said = part.parts.map((one) => (one.kind === 'text' ? one.text : one.otherwise));
      return t('result', { id: part.id, text: said.join('\n') });
    }
  }
}
