import { askedStem, meaningsOf, type Term } from './meaningsOf';
import { wordsOf } from './words';

/** What is done to things, as far as tools differ by it. */
type Action = 'read' | 'make' | 'change' | 'remove' | 'send' | 'run';
export type Actions = ReadonlySet<Action>;

/** Words of a query that mean something together: where they stand, in ascending order, and their stems. */
export interface Phrase {
  readonly places: readonly number[];
  readonly term: Term;
}

/** Words for them, the clear ones; a word may be for two. */
const verbs: Readonly<Record<Action, string>> = {
  read:
    'get list read show find search view describe lookup query count fetch retrieve check see display look ' +
    'inspect analyze compare export download open save print summarize explain grep browse watch is',
  make:
    'create add new insert make write append generate upload attach register post open draft start build ' +
    'import copy duplicate clone fork store record remember schedule upsert init plan declare draw declare give put save',
  change:
    'update edit change set modify patch rename move replace configure assign mark toggle alter adjust fix ' +
    'reorder merge split resolve close archive restore enable disable upsert put tick give switch transition manage revert ' +
    'approve unapprove reject protect unprotect lock unlock promote toggle optimize repair',
  remove:
    'delete remove drop erase destroy clear purge truncate discard forget throw cancel unassign detach trash empty unlink clean archive',
  run: 'run execute start stop trigger play retry restart cancel pause resume deploy redeploy invoke launch kill abort wait simulate build',
  send: 'send reply forward post publish share notify push tell answer write invite add pass',
};
const questionWords: ReadonlySet<string> = new Set(
  'which what who whom whose where when how why is are was were did does do has have am any'.split(
    ' ',
  ),
);
/** What is left of the points of a tool that does something else, and of one that changes things unasked. */
const other = 0.75;
const unasked = 0.95;
const none: Actions = new Set();

const actionsByStem: ReadonlyMap<string, Actions> = byStem();

function byStem(): Map<string, Set<Action>> {
  const all = new Map<string, Set<Action>>();
  for (const action of ['read', 'make', 'change', 'remove', 'run', 'send'] as const) {
    for (const stem of verbs[action].split(' ').map(askedStem)) {
      all.set(stem, (all.get(stem) ?? new Set()).add(action));
    }
  }
  return all;
}

/** Whether a word, by its stem, says what is done. */
export function isAction(stem: string): boolean {
  return actionsByStem.has(stem);
}

/** What a tool of this name does, by the first verb of it; nothing where none is told. */
export function actionsOfName(name: string): Actions {
  for (const word of wordsOf(name)) {
    const actions = actionsByStem.get(askedStem(word));
    if (actions) return actions;
  }
  return none;
}

/** What is asked for, by the first verb or phrase that tells it; a question asks to read, whatever verbs follow. */
export function requestedActions(words: readonly string[], phrases: readonly Phrase[]): Actions {
  if (questionWords.has(words[0] ?? '')) return new Set(['read']);
  const stems = words.map(askedStem);
  for (const [at, stem] of stems.entries()) {
    const phrase = phrases.find(({ places }) => places[0] === at);
    const meant = phrase
      ? meaningsOf(phrase.term.join('+')).map(({ term }) => term[0] ?? '')
      : [stem];
    const actions = new Set(meant.flatMap((word) => [...(actionsByStem.get(word) ?? none)]));
    if (actions.size > 0) return actions;
  }
  return none;
}

/** What is left, at most 1, of the points of a tool that does this. */
export function otherwise(asked: Actions, done: Actions): number {
  if (done.size === 0) return 1;
  if (asked.size === 0) return done.has('read') ? 1 : unasked;
  for (const action of asked) if (done.has(action)) return 1;
  return other;
}
