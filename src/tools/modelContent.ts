import type { Reason } from '../base/errors';
import { asText, isObject } from '../base/json';
import type { McpObject } from '../ipc/state';
import type { ModelRoute } from './forModel';
import type { KeptText } from './results/keptResults';

/** So many characters of text go to a model where nothing can be kept: more than most have room for. */
const mostText = 1_000_000;
/** So many characters of base64. */
const mostBinary = 4_000_000;
/** Texts of one result that are kept each by itself; all that follows is kept as one. */
const mostKept = 4;

/** So many characters of what a server calls something. */
const mostWords = 200;

/** What a block holds that is not text. */
interface Bytes {
  readonly base64: string;
  readonly mimeType: string;
  /** What a model is told that it is. */
  readonly what: string;
}

/** The content of one result on its way to a model, block after block. */
export class ModelContent {
  readonly #content: McpObject[] = [];
  /** What models do not get: behind all else, as VS Code counts on the others to come first. */
  readonly #forPerson: McpObject[] = [];
  /** Texts for which there was no room, one after another. */
  #waiting: string[] = [];
  #text: number;
  #binary = mostBinary;
  #kept = 0;

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
    this.note({ code: 'bytesLeftOut', args: { what: asText(type).slice(0, mostWords) } });
  }

  /** Says something that is not of the tool, on a line of its own: the agents put texts together as they are. */
  note(reason: Reason): void {
    const before = this.#content.length > 0 ? '\n' : '';
    this.#say(`${before}${this.route.describe(reason)}\n`);
  }

  /** The whole of it. */
  async end(): Promise<readonly McpObject[]> {
    await this.#endText(true);
    return [...this.#content, ...this.#forPerson];
  }

  /** Characters above which a text is kept; 0: none is. */
  get #limit(): number {
    return this.route.results?.limits.limit ?? 0;
  }

  async #addText(text: string, block: McpObject): Promise<void> {
    if (text.length > this.#text || this.#kept === mostKept) return void this.#waiting.push(text);
    // What waits is cut to what is left besides.
    this.#text -= text.length;
    await this.#endText();
    this.#content.push(block);
  }

  /** Tells of the text that waits; `isLast`: also where more would come to it. */
  async #endText(isLast = false): Promise<void> {
    const isFull = this.#kept === mostKept && !isLast;
    if (this.#waiting.length === 0 || isFull) return;
    const text = this.#waiting.join('\n');
    this.#waiting = [];
    const { results, tool } = this.route;
    const kept = this.#limit > 0 ? await results?.keepText(tool, text, this.signal) : undefined;
    if (kept) this.#tellKept(kept);
    else this.#cut(text);
    this.#kept += 1;
  }

  #tellKept({ result, facts }: KeptText): void {
    const { describe } = this.route;
    const { characters, lines, shape, head, tail } = facts;
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
      const isKept = this.#limit > 0 && (await results?.keepBytes(content, this.signal));
      this.note({ code: isKept ? 'bytesKept' : 'bytesLeftOut', args });
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
    return { base64: blob, mimeType: kind, what: `${asText(uri).slice(0, mostWords)} ${kind}` };
  }
  if (typeof data !== 'string') return undefined;
  // What is an image needs no type to be one.
  const kind = type === 'image' && typeof mimeType !== 'string' ? 'image/png' : mimeOf(mimeType);
  return { base64: data, mimeType: kind, what: `${asText(type).slice(0, mostWords)} ${kind}` };
}

function mimeOf(value: unknown): string {
  const isType = typeof value === 'string' && value !== '' && value.length <= mostWords;
  return isType ? value : 'application/octet-stream';
}

/** A block that no model gets ("Content annotations", `audience`). */
function forPerson(block: McpObject): McpObject {
  const annotations = isObject(block['annotations']) ? block['annotations'] : {};
  return { ...block, annotations: { ...annotations, audience: ['user'] } };
}
