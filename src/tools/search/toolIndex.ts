import { isObject } from '../../base/json';
import { publicNames } from '../../base/publicNames';
import type { Tool } from '../../ipc/state';
import { actionsOfName, type Actions } from './requestedActions';
import { isStopWord, pairOf, squashed, stemOf, wordsOf, written } from './words';

/**
 * How much a word counts by where it stands, how much less in a long text, and how long such a text
 * usually is, in words. What repeats counts little, so that a word of the name outweighs any description.
 */
const fields = {
  name: { weight: 10, length: 3, shortens: 0.45 },
  title: { weight: 5, length: 3, shortens: 0.4 },
  firstSentence: { weight: 3, length: 8, shortens: 0.35 },
  description: { weight: 1.1, length: 40, shortens: 0.3 },
  parameter: { weight: 1.45, length: 6, shortens: 0.3 },
  said: { weight: 0.7, length: 40, shortens: 0.3 },
  choice: { weight: 0.9, length: 10, shortens: 0.3 },
} as const;
type Field = keyof typeof fields;

/** How much it counts that two words stand side by side in a name. */
const pairStrength = 20;
/** How much the second place of a word adds in a field. */
const again = 0.85;
/** What is read of a tool; servers write books at times. */
const longestDescription = 4_000;
const mostSchemaParts = 300;
/** In letters; what is shorter is a heading. */
const shortestSentence = 15;

/** The words of one server's tools. */
export interface ToolIndex {
  readonly tools: readonly Tool[];
  /** By the stem of a word: the positions of tools, each followed by how much it counts there. */
  readonly strengths: ReadonlyMap<string, readonly number[]>;
  /** By position: what the tool does. */
  readonly actions: readonly Actions[];
  /** Positions of tools by their names, raw and public, squashed. */
  readonly names: ReadonlyMap<string, readonly number[]>;
}

/** Reads the words of tools; costs about 20 µs for each. */
export function indexTools(tools: readonly Tool[]): ToolIndex {
  const strengths = new Map<string, number[]>();
  const names = new Map<string, number[]>();
  const shown = publicNames(tools);
  for (const [at, tool] of tools.entries()) {
    for (const [stem, strength] of strengthsOf(tool)) push(strengths, stem, at, strength);
    for (const name of new Set([tool.name, shown.of(tool.name)].map(squashed)))
      push(names, name, at);
  }
  return { tools, strengths, actions: tools.map(({ name }) => actionsOfName(name)), names };
}

function strengthsOf(tool: Tool): Map<string, number> {
  const all = new Map<string, number>();
  for (const [field, texts] of textsOf(tool)) {
    const counts = new Map<string, number>();
    let length = 0;
    for (const text of texts) {
      for (const word of wordsOf(text)) {
        if (isStopWord(word) && field !== 'name') continue;
        length += 1;
        const stem = stemOf(word);
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
        if (field === 'name') counts.set(written(word), 1);
      }
    }
    const { weight, length: usual, shortens } = fields[field];
    const factor = weight / (1 - shortens + (shortens * length) / usual);
    for (const [stem, count] of counts) {
      all.set(stem, (all.get(stem) ?? 0) + (factor * (1 + again) * count) / (count + again));
    }
  }
  const named = wordsOf(tool.name).map(stemOf);
  for (const [at, stem] of named.slice(1).entries())
    all.set(pairOf(named[at] ?? '', stem), pairStrength);
  return all;
}

function textsOf(tool: Tool): Iterable<readonly [Field, readonly string[]]> {
  const { name, title, description = '', annotations } = tool;
  const text = description.slice(0, longestDescription);
  const end = endOfSentence(text);
  const { parameter, said, choice } = schemaTexts(tool.inputSchema);
  const titles = [title, annotations?.['title']].filter((one) => typeof one === 'string');
  return [
    ['name', [name]],
    ['title', titles.slice(0, 1)],
    ['firstSentence', [text.slice(0, end)]],
    ['description', [text.slice(end)]],
    ['parameter', parameter],
    ['said', said],
    ['choice', choice],
  ];
}

/** Where the first sentence ends that is one, and no heading. */
function endOfSentence(text: string): number {
  const from = shortestSentence + text.search(/\S|$/);
  const length = text.slice(from).search(/[.!?](?:\s|$)|\n/) + 1;
  return length === 0 ? text.length : from + length;
}

/** What a schema names and says, as deep as it goes. */
function schemaTexts(schema: unknown): Readonly<Record<'parameter' | 'said' | 'choice', string[]>> {
  const texts = { parameter: [] as string[], said: [] as string[], choice: [] as string[] };
  const open: unknown[] = [schema];
  for (let parts = 0; open.length > 0 && parts < mostSchemaParts; parts++) {
    const part = open.pop();
    if (!isObject(part)) continue;
    const { properties, description, enum: choices } = part;
    if (parts > 0 && typeof description === 'string') {
      texts.said.push(description.slice(0, longestDescription));
    }
    if (Array.isArray(choices)) {
      texts.choice.push(...choices.filter((one) => typeof one === 'string').slice(0, 50));
    }
    if (isObject(properties)) {
      texts.parameter.push(...Object.keys(properties));
      open.push(...Object.values(properties));
    }
    for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
      const inner = part[key];
      if (Array.isArray(inner)) open.push(...inner);
    }
    open.push(part['items']);
  }
  return texts;
}

function push<T>(map: Map<string, T[]>, key: string, ...values: readonly T[]): void {
  const list = map.get(key);
  if (list) list.push(...values);
  else map.set(key, [...values]);
}
