import type { Reason } from '../../base/errors';
import { isObject, asText } from '../../base/json';
import { jsonText } from '../../base/jsonSource';
import type { McpObject } from '../../ipc/state';
import { outputProblemOf } from '../../servers/outputCheck';
import { imageTypeOf } from '../../base/imageType';
import type { StoredResults, StoredText } from './storedResults';

/** The route of a result to a model. */
export interface ModelRoute {
  /** The raw name of the tool. */
  readonly tool: string;
  /**
   * `content`: the editor's own client, which shows content that models do not take to a person. `texts`: the receiver
   * announces content that is neither text nor image.
   */
  readonly takes: 'content' | 'texts';
  /** The store for content that is too long for a model; without one its middle is left out. */
  readonly results?: StoredResults | undefined;
  readonly describe: (reason: Reason) => string;
}

/**
 * Converts a tool's result for a model, by one rule for all routes. It gives the content, and `structuredContent` only
 * where the content says nothing to a model. Content that is unusable or too long is stored where possible
 * (`StoredResults`) and replaced by a note. An error is told as text, because VS Code tells models nothing of
 * `isError`. A thrown error would lose the parts, and advise the model to correct its input. A note tells of a result
 * that breaks its tool's output schema.
 */
export async function resultForModel(
  result: McpObject,
  route: ModelRoute,
  signal: AbortSignal,
): Promise<McpObject> {
  const { isError } = result;
  const content = new ModelContent(route, signal);
  // The editor's own client does not pass `isError` on to models.
  if (isError === true && route.takes === 'content') content.note({ code: 'toolReportedError' });
  for (const block of blocksOf(result)) await content.add(block);
  const problem = outputProblemOf(result);
  if (problem) content.note(problem);
  return { content: await content.end(), ...(isError !== undefined && { isError }) };
}

function blocksOf({ content, structuredContent }: McpObject): readonly McpObject[] {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  if (structuredContent === undefined || blocks.some(saysSomething)) return blocks;
  return [...blocks, { type: 'text', text: jsonText(structuredContent) ?? '' }];
}

/** True if a block tells a model something ("Content annotations", `audience`). */
function saysSomething({ type, text, annotations }: McpObject): boolean {
  const audience = isObject(annotations) ? annotations['audience'] : undefined;
  const isForModels =
    !Array.isArray(audience) || audience.length === 0 || audience.includes('assistant');
  return isForModels && !(type === 'text' && text === '');
}

/** Characters of text for a model where nothing can be stored: more than most models have room for. */
const mostText = 1_000_000;
/** Characters of base64. */
const mostBinary = 4_000_000;
/** Texts of one result that are stored separately; the following ones are stored as one. */
const mostStored = 4;

/** Characters of a server's name for something. */
const longestWord = 200;

/** The bytes of a block. */
interface Bytes {
  readonly base64: string;
  readonly mimeType: string;
  /** Names it for a model. */
  readonly what: string;
}

/** Collects the content of one result for a model, block after block. */
class ModelContent {
  readonly #content: McpObject[] = [];
  /** Blocks that models do not get; they come last, because VS Code expects the others first. */
  readonly #forPerson: McpObject[] = [];
  /** Adjacent texts without room, which are stored together. */
  #waiting: string[] = [];
  #text: number;
  #binary = mostBinary;
  #storedTexts = 0;

  constructor(
    private readonly route: ModelRoute,
    private readonly signal: AbortSignal,
  ) {
    this.#text = this.#limit || mostText;
  }

  async add(block: McpObject): Promise<void> {
    const { type } = block;
    const bytes = bytesOf(block);
    const isTaken = this.route.takes === 'texts' || type === 'resource_link';
    const text = textOf(block) ?? (isTaken && !bytes ? JSON.stringify(block) : undefined);
    if (text !== undefined) return this.#addText(text, block);
    await this.#endText();
    if (bytes) return this.#addBytes(bytes, block);
    this.note({ code: 'bytesLeftOut', args: { what: asText(type).slice(0, longestWord) } });
  }

  /** Adds a note of ours on its own line, because agents concatenate texts. */
  note(reason: Reason): void {
    const before = this.#content.length > 0 ? '\n' : '';
    this.#say(`${before}${this.route.describe(reason)}\n`);
  }

  async end(): Promise<readonly McpObject[]> {
    await this.#endText(true);
    return [...this.#content, ...this.#forPerson];
  }

  /** Characters above which a text is stored; 0 means never. */
  get #limit(): number {
    return this.route.results?.limits.limit ?? 0;
  }

  async #addText(text: string, block: McpObject): Promise<void> {
    if (text.length > this.#text || this.#storedTexts === mostStored)
      return void this.#waiting.push(text);
    // Waiting texts share the room that is left.
    this.#text -= text.length;
    await this.#endText();
    this.#content.push(block);
  }

  /** Stores or cuts the waiting text; with `isLast` also where later texts would join it. */
  async #endText(isLast = false): Promise<void> {
    const isFull = this.#storedTexts === mostStored && !isLast;
    if (this.#waiting.length === 0 || isFull) return;
    const text = this.#waiting.join('\n');
    this.#waiting = [];
    const { results, tool } = this.route;
    const stored = this.#limit > 0 ? await results?.storeText(tool, text, this.signal) : undefined;
    if (stored) this.#addStored(stored);
    else this.#cut(text);
    this.#storedTexts += 1;
  }

  #addStored({ result, preview }: StoredText): void {
    const { describe } = this.route;
    const { characters, lines, shape, head, tail } = preview;
    const args = { result, characters, ...(lines !== undefined && { lines }) };
    const pieces = [describe({ code: 'resultKept', args })];
    if (shape) pieces.push(describe({ code: 'resultShape' }), shape);
    pieces.push(describe({ code: 'resultBeginning' }), head);
    if (tail) pieces.push(describe({ code: 'resultEnd' }), tail);
    this.#say(`${pieces.join('\n')}\n`);
  }

  #cut(text: string): void {
    const half = Math.floor(this.#text / 2);
    this.#text = 0;
    if (half > 0) this.#say(text.slice(0, half));
    this.note({ code: 'textLeftOut', args: { characters: text.length - 2 * half } });
    if (half > 0) this.#say(text.slice(-half));
  }

  async #addBytes(bytes: Bytes, block: McpObject): Promise<void> {
    const { base64, mimeType, what } = bytes;
    const isSmall = base64.length <= this.#binary;
    const isImage = mimeType.startsWith('image/');
    const isShown = isSmall && this.route.takes === 'content';
    if (isSmall && (isImage || isShown)) this.#binary -= base64.length;
    if (isSmall && isImage) return void this.#content.push(block);
    const { results, tool } = this.route;
    const args = { what, kilobytes: Math.ceil((base64.length * 3) / 4_000) };
    if (isShown) {
      this.note({ code: 'bytesShown', args });
      this.#forPerson.push(forPerson(block));
    } else {
      const content = { tool, mimeType, base64 };
      const isStored = this.#limit > 0 && (await results?.storeBytes(content, this.signal));
      this.note({ code: isStored ? 'bytesKept' : 'bytesLeftOut', args });
    }
  }

  #say(text: string): void {
    this.#content.push({ type: 'text', text });
  }
}

function textOf({ type, text, resource }: McpObject): string | undefined {
  if (type === 'text' && typeof text === 'string') return text;
  const inner = type === 'resource' && isObject(resource) ? resource['text'] : undefined;
  return typeof inner === 'string' ? inner : undefined;
}

function bytesOf({ type, data, mimeType, resource }: McpObject): Bytes | undefined {
  if (type === 'resource' && isObject(resource) && typeof resource['blob'] === 'string') {
    const { blob, uri } = resource;
    const kind = mimeOf(resource['mimeType']);
    return { base64: blob, mimeType: kind, what: `${asText(uri).slice(0, longestWord)} ${kind}` };
  }
  if (typeof data !== 'string') return undefined;
  // An image needs no MIME type.
  const isUnnamed = type === 'image' && typeof mimeType !== 'string';
  const kind = mimeOf(isUnnamed ? imageTypeOf(data) : mimeType);
  return { base64: data, mimeType: kind, what: `${asText(type).slice(0, longestWord)} ${kind}` };
}

function mimeOf(value: unknown): string {
  const isType = typeof value === 'string' && value !== '' && value.length <= longestWord;
  return isType ? value : 'application/octet-stream';
}

/** A block that no model gets ("Content annotations", `audience`). */
function forPerson(block: McpObject): McpObject {
  const annotations = isObject(block['annotations']) ? block['annotations'] : {};
  return { ...block, annotations: { ...annotations, audience: ['user'] } };
}
