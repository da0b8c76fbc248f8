/** Files that hold keys and passwords. */
const secretFile = [
  String.raw`(?:\.|\bdot[ _])?ssh[/\\_ ](?:config|id|private|key|keys|known)\w*`,
  String.raw`\.ssh\b(?![\w.]*\.pub)`,
  String.raw`\bid[_ ](?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)`,
  String.raw`/etc/(?:passwd|shadow|sudoers|master\.passwd)`,
  String.raw`\betc (?:passwd|shadow)\b`,
  String.raw`\.aws\b`,
  String.raw`\baws[/_ ]credentials\b`,
  String.raw`\.(?:netrc|pgpass|git-credentials|gnupg|npmrc|pypirc|bash_history|zsh_history)\b`,
  String.raw`\.(?:kube|docker)/config`,
  String.raw`\.config/(?:gh|gcloud|solana)\b`,
  String.raw`\.(?:cursor|vscode|claude)/[\w./-]{0,60}json\b`,
  String.raw`\bclaude_desktop_config(?:\.json)?`,
  String.raw`\bmcp\.json\b`,
  String.raw`\bwallet\.dat\b`,
  String.raw`\blogin\.keychain(?:-db)?`,
  String.raw`\bcookies\.sqlite\b`,
  String.raw`\bproc/self/environ\b`,
].join('|');

/** Files whose words agents take for orders. */
const ruleFile = [
  String.raw`\b(?:agents|claude|gemini|memory|soul)\.md\b`,
  String.raw`\.(?:cursor|windsurf|cline)rules\b`,
  String.raw`\.cursor/rules\b`,
  String.raw`\bcopilot-instructions\.md\b`,
].join('|');

/** Texts that one word replaces; sentences end at an empty word. An example ends a sentence, because it is no order. */
const kinds = [
  ['', String.raw`\b(?:e\.g\.|i\.e\.|for example|for instance|such as|like so)`],
  ['@file', `(?:${secretFile})[\\w./\\\\-]*`],
  ['@rules', `(?:${ruleFile})`],
  ['@env', String.raw`\.env(?:\.\w+)?\b`],
  ['@url', String.raw`\bhttps?:\/\/[^\s)"'<>]+|\bhxxps?:[^\s)]+`],
  ['@address', String.raw`(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,20}`],
  // A host that is named after something.
  ['@url', String.raw`(?:<[\w -]{1,40}>|\{[\w -]{1,40}\})\.(?:[\w-]{1,63}\.){1,8}[a-z]{2,20}`],
  ['@address', String.raw`\+\d[\d ()-]{7,20}\d`],
  ['@address', String.raw`\b[a-z]{2}\d{2} ?(?:[a-z]{4} ?)?(?:\d{4} ?){2,6}\d{1,4}\b`],
  ['@address', String.raw`\b0x[0-9a-f]{40}\b`],
  [',', ','],
  ['', String.raw`[.!?;](?=[\s"')\]*_]|$)`],
] as const;

const simpleKinds = ['', ','];
const word = "[\\p{L}\\p{N}]+(?:['\u2019]\\p{L}+)?";
const token = new RegExp(`${kinds.map(([, pattern]) => `(${pattern})`).join('|')}|${word}`, 'giu');
/** For texts in which nothing else can be, which are most. */
const simpleToken = new RegExp(`([.!?;](?=[\\s"')\\]*_]|$))|(,)|${word}`, 'gu');
const isSimple = /^(?!.*(?:[@/\\+]|\d{4} ?\d{4}|\.\S|0x|id[_ ]|ssh|etc |aws))/isu;

/** The words of a text, also within names, with placeholders for addresses and files. */
export function wordsOf(text: string): Word[] {
  const simple = isSimple.test(text);
  const words: Word[] = [];
  for (const match of text.matchAll(simple ? simpleToken : token)) {
    const [whole] = match;
    const start = match.index;
    const kind = match.indexOf(whole, 1);
    const special = simple ? simpleKinds[kind - 1] : kinds[kind - 1]?.[0];
    const word = special ?? whole.toLowerCase().replaceAll('\u2019', "'");
    words.push({ word, start, end: start + whole.length });
  }
  return words;
}
/** Words that follow one another in this order, with at most `gap` others between two. */
export interface Phrase<K> {
  readonly kind: K;
  /** Alternatives for each place, separated by spaces. */
  readonly places: readonly string[];
  readonly gap: number;
  /** Only in the description of a tool's input. */
  readonly inInput?: boolean;
  /** A comma ends it as well. */
  readonly inClause?: boolean;
  /** Words that make it harmless, beside it. */
  readonly unless?: string;
}

/** A word in lower case with its offsets; an empty word ends a sentence, a comma a clause. */
export interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface Found<K> {
  readonly kind: K;
  readonly start: number;
  readonly end: number;
}

interface Step {
  readonly phrase: number;
  readonly place: number;
}

/** The progress of a phrase at one of its places. */
interface Reached {
  readonly at: number;
  /** Index of its first word. */
  readonly from: number;
}

/** Words before and after a phrase that may make it harmless. */
const beside = 3;

/**
 * Finds many phrases in one pass over the words. Regular expressions with gaps would let the author of a text decide
 * how long they take.
 */
export class Phrases<K> {
  /** The places that a word may fill; later ones first, so that no word fills two. */
  readonly #steps = new Map<string, Step[]>();
  readonly #clauses: readonly number[];

  constructor(private readonly phrases: readonly Phrase<K>[]) {
    this.#clauses = [...phrases.keys()].filter((at) => phrases[at]?.inClause);
    for (const [phrase, { places }] of phrases.entries()) {
      for (const [place, words] of [...places.entries()].toReversed()) {
        for (const word of new Set(words.split(' '))) {
          const steps = this.#steps.get(word) ?? [];
          steps.push({ phrase, place });
          this.#steps.set(word, steps);
        }
      }
    }
  }

  /** The first place of each kind. */
  find(words: readonly Word[], isInput: boolean): Found<K>[] {
    const found = new Map<K, Found<K>>();
    let reached = new Map<number, (Reached | undefined)[]>();
    for (const [at, { word, end }] of words.entries()) {
      if (word === '') reached = new Map();
      if (word === ',') for (const phrase of this.#clauses) reached.delete(phrase);
      for (const step of this.#steps.get(word) ?? []) {
        const phrase = this.phrases[step.phrase];
        if (!phrase || (phrase.inInput && !isInput) || found.has(phrase.kind)) continue;
        const places = reached.get(step.phrase) ?? [];
        const before = places[step.place - 1];
        const isNear = before !== undefined && at - before.at - 1 <= phrase.gap;
        if (step.place > 0 && !isNear) continue;
        const from = before?.from ?? at;
        const isLast = step.place === phrase.places.length - 1;
        if (isLast && !isUndone(phrase, words, from, at)) {
          found.set(phrase.kind, { kind: phrase.kind, start: words[from]?.start ?? 0, end });
        }
        places[step.place] = { at, from };
        reached.set(step.phrase, places);
      }
    }
    return [...found.values()];
  }
}

function isUndone<K>(
  { unless }: Phrase<K>,
  words: readonly Word[],
  from: number,
  to: number,
): boolean {
  if (unless === undefined) return false;
  const undoing = unless.split(' ');
  const around = [
    ...words.slice(Math.max(0, from - beside), from),
    ...words.slice(to + 1, to + 1 + beside),
  ];
  return around.some(({ word }) => undoing.includes(word));
}
