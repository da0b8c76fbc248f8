import MiniSearch, { type SearchOptions } from 'minisearch';
import { stemmer } from 'stemmer';
import { BoundedMap, BoundedSet } from '../base/bounded';
import { forEachYielding } from '../base/forEachYielding';
import { asText, isObject } from '../base/json';
import { publicName } from '../protocol/publicNames';
import { Sequencer } from '../base/sequencer';
import type { FoundTool } from '../ipc/contract';
import type { Tool } from '../ipc/state';

/** A server with its tools as models get them; without a catalog while those are unknown. */
export interface SearchedServer {
  readonly id: string;
  readonly name: string;
  readonly modelCatalog: { peek(): { readonly tools: readonly Tool[] } | undefined };
}

/**
 * Fields of a tool with their weights: a word of the name outweighs any description. `names` holds whole names as
 * single terms, so that an exact name comes first.
 */
const boost = { names: 20, name: 5, title: 2, server: 3, lead: 2, description: 1, schema: 1 };
type Field = keyof typeof boost;
type Document = Readonly<Record<Field, string>> & { readonly id: number };

/** Bounds of read texts, because servers and models may write books. */
const longestQuery = 2_000;
const mostWords = 40;
/** Words of two letters, of scripts without spaces. */
const mostPairs = 120;
const longestText = 4_000;
const mostSchemaParts = 300;
const mostChoices = 50;
const mostTerms = 100_000;
/** Letters of a first sentence; a shorter one is a heading. */
const shortestLead = 15;
/** Results below this share of the best score are left out. */
const leastShare = 0.1;
/** Characters of a server's name that the editor puts before its tools. */
const editorPrefix = 13;

/**
 * Searches the tools of servers by words. The first search after a change indexes the lists that changed. It has no
 * synonyms, because models write the queries and the tool's description asks for other words. It uses no vectors: alone
 * they answered little more than half of the measured queries.
 */
export class ToolSearch {
  /** The terms of the index: similar ones stand in only for unknown ones. */
  readonly #terms = new BoundedSet<string>(mostTerms);
  readonly #index = new MiniSearch<Document>({
    fields: Object.keys(boost),
    autoVacuum: false,
    tokenize: (text, field) => (field === 'names' ? text.split(' ') : wordsOf(text)),
    processTerm: (word, field) => {
      const term = indexedTerm(word, field as Field | undefined);
      if (term !== undefined) this.#terms.add(term);
      return term;
    },
  });
  readonly #servers = new Map<string, IndexedServer>();
  readonly #tools = new Map<number, FoundTool>();
  readonly #turns = new Sequencer();
  #lastId = 0;

  /** The best matches first, equal ones in their order; all tools in their order for an empty query. */
  async find(
    servers: Iterable<SearchedServer>,
    query: string,
    limit: number,
  ): Promise<FoundTool[]> {
    const all = [...servers];
    if (query.trim() === '') return inOrder(all, limit);
    return this.#turns.run(async () => {
      await this.#update(all);
      return this.#search(query.slice(0, longestQuery), limit);
    });
  }

  #search(query: string, limit: number): FoundTool[] {
    const isUnknown = (term: string): boolean => !this.#terms.has(term) && !isName(term);
    const options: SearchOptions = {
      boost,
      tokenize: queryTerms,
      processTerm: (term) => term,
      prefix: (term) => isUnknown(term) && (term.length > 2 || unspaced.test(term)),
      fuzzy: (term) => isUnknown(term) && term.length > 3 && 0.25,
      maxFuzzy: 2,
    };
    const results = this.#index.search(query, options);
    const least = (results[0]?.score ?? 0) * leastShare;
    return results
      .filter(({ score }) => score >= least)
      .slice(0, limit)
      .flatMap(({ id }) => this.#tools.get(id as number) ?? []);
  }

  async #update(servers: readonly SearchedServer[]): Promise<void> {
    const known = new Map(servers.map((server) => [server.id, server]));
    for (const [id, { name, tools }] of this.#servers) {
      const now = known.get(id);
      if (now?.name !== name || now.modelCatalog.peek()?.tools !== tools) this.#remove(id);
    }
    // Postings of removed tools would distort how rare a word is.
    if (this.#index.dirtCount > 0) await this.#index.vacuum({ batchSize: 1_000, batchWait: 1 });
    const fresh = servers.flatMap(({ id, name, modelCatalog }) => {
      const { tools = [] } = modelCatalog.peek() ?? {};
      return this.#servers.has(id) ? [] : tools.map((tool) => ({ id, name, tools, tool }));
    });
    await forEachYielding(fresh, ({ id, name, tools, tool }) => {
      const server = this.#servers.get(id) ?? { name, tools, ids: [] };
      this.#servers.set(id, server);
      this.#lastId += 1;
      this.#index.add(documentOf(this.#lastId, name, tool));
      this.#tools.set(this.#lastId, { server: id, tool });
      server.ids.push(this.#lastId);
    });
  }

  #remove(server: string): void {
    for (const id of this.#servers.get(server)?.ids ?? []) {
      this.#index.discard(id);
      this.#tools.delete(id);
    }
    this.#servers.delete(server);
  }
}

interface IndexedServer {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly ids: number[];
}

function inOrder(servers: readonly SearchedServer[], limit: number): FoundTool[] {
  const found: FoundTool[] = [];
  for (const { id, modelCatalog } of servers) {
    const { tools = [] } = modelCatalog.peek() ?? {};
    for (const tool of tools.slice(0, limit - found.length)) found.push({ server: id, tool });
  }
  return found;
}

function documentOf(id: number, server: string, tool: Tool): Document {
  const { name, title = tool.annotations?.['title'], description = '', inputSchema } = tool;
  const text = description.slice(0, longestText);
  const end = endOfLead(text);
  return {
    id,
    names: namesOf(server, name),
    name,
    title: asText(title),
    server,
    lead: text.slice(0, end),
    description: text.slice(end),
    schema: schemaText(inputSchema),
  };
}

/** The names by which a query may name a tool: raw, public, and either behind the server's name. */
function namesOf(server: string, name: string): string {
  const own = [name, publicName(name)];
  const prefixed = [server, `mcp_${server.slice(0, editorPrefix)}`].flatMap((before) =>
    own.map((one) => `${before} ${one}`),
  );
  return [...new Set([...own, ...prefixed].map(nameTerm))].join(' ');
}

/** The end of the first sentence. */
function endOfLead(text: string): number {
  const from = shortestLead + text.search(/\S|$/);
  const length = text.slice(from).search(/[.!?](?:\s|$)|\n/) + 1;
  return length === 0 ? text.length : from + length;
}

/** The names, descriptions and choices of parameters, at any depth. */
function schemaText(schema: unknown): string {
  const texts: string[] = [];
  const open: unknown[] = [schema];
  for (let parts = 0; open.length > 0 && parts < mostSchemaParts; parts++) {
    const part = open.pop();
    if (!isObject(part)) continue;
    const { properties, description, enum: choices, items } = part;
    if (parts > 0 && typeof description === 'string') texts.push(description.slice(0, longestText));
    if (Array.isArray(choices)) {
      texts.push(...choices.filter((one) => typeof one === 'string').slice(0, mostChoices));
    }
    if (isObject(properties)) {
      texts.push(...Object.keys(properties).slice(0, mostSchemaParts));
      open.push(...Object.values(properties).slice(0, mostSchemaParts));
    }
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
      const inner = part[key];
      if (Array.isArray(inner)) open.push(...inner.slice(0, mostSchemaParts));
    }
    open.push(items);
  }
  return texts.join(' ');
}

/** Words that tell nothing about a tool. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those of to in on at by for from with without into as is are was were be been ' +
    'it its and or but if then than so not no i we you he she they me us him her them my our your his their ' +
    'what which who whom where when how why do does did can could may might must shall should will would ' +
    'have has had please want need like let there here all any some each use used using tool tools mcp'
  ).split(' '),
);

/** The term of a word in a field; names keep their stop words. */
function indexedTerm(word: string, field: Field | undefined): string | undefined {
  if (field === 'names') return word;
  return field !== 'name' && stopWords.has(word) ? undefined : stemOf(word);
}

/** The stems of a query's words, and everything that may be a name. Stop words stay only if there are no others. */
function queryTerms(query: string): string[] {
  const all = wordsOf(query);
  const words = [
    ...all.filter((word) => !unspaced.test(word)).slice(0, mostWords),
    ...all.filter((word) => unspaced.test(word)).slice(0, mostPairs),
  ];
  const others = words.filter((word) => !stopWords.has(word));
  const names = query.split(/\s+/).filter((word) => /.[-_./].|\p{Ll}\p{Lu}/u.test(word));
  const stems = (others.length > 0 ? others : words).map(stemOf);
  return [...new Set([...stems, ...[query, ...names].map(nameTerm)])];
}

/** A whole name as one term, equal for `create_issue`, `createIssue` and `Create issue`. */
function nameTerm(name: string): string {
  return `=${wordsOf(name).join('')}`;
}

function isName(term: string): boolean {
  return term.startsWith('=');
}

/** Letters of scripts without spaces between words. */
const unspacedLetter = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\u30fc]';
const unspaced = new RegExp(unspacedLetter, 'u');
const unspacedRuns = new RegExp(`${unspacedLetter}+`, 'gu');

/**
 * The words of a text in lower case and without accents. A capital within a word begins another one. Of scripts without
 * spaces each two neighbouring letters are a word.
 */
function wordsOf(text: string): string[] {
  const apart = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const spaced = unspaced.test(apart) ? apart.replaceAll(unspacedRuns, inPairs) : apart;
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function inPairs(run: string): string {
  const [first = '', ...others] = run;
  let before = first;
  const pairs = others.map((letter) => {
    const pair = before + letter;
    before = letter;
    return pair;
  });
  return ` ${pairs.join(' ') || first} `;
}

const stems = new BoundedMap<string, string>(mostTerms);

/** The form that "creates", "created" and "creating" share. */
function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word);
  stems.set(word, stem);
  return stem;
}
