import { askedStem, meaningsOf, type Term } from './synonyms';
import { wordsOf } from './words';

/** What is done to things, as far as tools differ by it. */
type Deed = 'read' | 'make' | 'change' | 'remove' | 'send';
export type Deeds = ReadonlySet<Deed>;

/** Words for them, the clear ones; a word may be for two. */
const verbs: Readonly<Record<Deed, string>> = {
  read:
    'get list read show find search view describe lookup query count fetch retrieve check see display look ' +
    'inspect analyze compare export download print summarize explain grep browse watch is',
  make:
    'create add new insert make write append generate upload attach register post open draft start build ' +
    'import copy duplicate clone fork store record remember schedule upsert init plan declare draw declare give put save',
  change:
    'update edit change set modify patch rename move replace configure assign mark toggle alter adjust fix ' +
    'reorder merge split resolve close archive restore enable disable upsert put tick give switch transition manage revert',
  remove: 'delete remove drop erase destroy clear purge truncate discard forget throw cancel unassign detach trash empty unlink clean archive',
  send: 'send reply forward post publish share notify push tell answer write invite add pass',
};
const deedsByStem = new Map<string, Set<Deed>>();
for (const [deed, words] of Object.entries(verbs)) {
  for (const word of words.split(' ')) {
    const known = deedsByStem.get(askedStem(word)) ?? new Set();
    deedsByStem.set(askedStem(word), known.add(deed as Deed));
  }
}
const questionWords = new Set('which what who whom whose where when how why is are was were did does do has have am any'.split(' '));
const none: Deeds = new Set();

/** What a tool of this name does, by the first verb of it; nothing where none is told. */
export function deedsOfName(name: string): Deeds {
  for (const word of wordsOf(name)) {
    const deeds = deedsByStem.get(askedStem(word));
    if (deeds) return deeds;
  }
  return none;
}

/** What is asked for: a question asks to read, whatever verbs follow. */
export function deedsAsked(words: readonly string[], phrases: readonly { at: number; length: number }[]): Deeds {
  if (questionWords.has(words[0] ?? '')) return deedsByStem.get('read') ?? none;
  for (const [at, word] of words.entries()) {
    const phrase = phrases.find((one) => one.at === at);
    const terms: Term[] = phrase
      ? meaningsOf(words.slice(at, at + phrase.length).map(askedStem).join('+')).map(({ term }) => term)
      : [[askedStem(word)]];
    const deeds = new Set(terms.flatMap(([first = '']) => [...(deedsByStem.get(first) ?? [])]));
    if (deeds.size > 0) return deeds;
  }
  return none;
}

/** Whether a tool does something else than what is asked for. */
export function isOther(asked: Deeds, done: Deeds): boolean {
  if (asked.size === 0 || done.size === 0) return false;
  for (const deed of asked) if (done.has(deed)) return false;
  return true;
}

export function isDeed(stem: string): boolean {
  return deedsByStem.has(stem);
}
