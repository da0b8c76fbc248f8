import { textsOf } from '../text/format';
import type { Fact } from '../page/pageSchemas';
import { escapeDeceptive } from '../text/untrustedText';
import type { ReasonArguments } from '../../base/errors';

/** Texts that explain one server, without reasons, states and settings. */
export const t = textsOf(
  {
    says: '{state}. {why}',
    runs: 'It runs[: {counts}][, for {span}].',
    stopped: 'It is stopped, and nothing keeps it from running.',
    starting: 'It is on its way up: {state}.',
    stopping: 'It is on its way down.',
    startIt: 'Start it, or use one of its tools.',
    startByHand: 'Start it: its settings let nothing else do so.',
    waitForIt: 'Wait for it, or read its log.',
  },
  escapeDeceptive,
);

/** The label and the value of each fact. */
const facts = {
  state: ['State', '{state}'],
  retry: ['Next try', 'attempt {attempt}'],
  process: ['Process', '{facts}'],
  lastFailure: ['Last failure', '{span} ago[. {reason}]'],
  toolsNow: ['Offers', '{counts}'],
  toolsCached: ['Offers', '{counts}, as known from last time'],
  toolsUnknown: ['Offers', 'not known yet'],
  who: ['Says it is', '{server}'],
  host: ['Host', '{mode}'],
  entry: ['Entry', '{place}'],
  wins: ['Counts over', '{id} ({place})'],
  loses: ['In its place counts', '{id} ({place})'],
  beside: ['Of the same name', '{id} ({place})[. {why}]'],
  standsAlone: ['Counts', 'yes'],
  standsAside: ['Counts', 'no. {why}'],
  runBy: ['Who runs it', '{runner}'],
  trusted: ['Workspace', 'trusted'],
  untrusted: ['Workspace', 'in Restricted Mode'],
  approved: ['Approval', 'approved in its present form'],
  notApproved: ['Approval', 'not approved in its present form'],
  inputStored: ['Input', '{input} has a value'],
  inputMissing: ['Input', '{input} has no value yet'],
  command: ['Command', '{command}'],
  cwd: ['Working folder', '{cwd}'],
  refused: ['Not to be started', '{why}'],
  found: ['Found', '{file}'],
  foundAdded: ['Found', '{file}, in a folder that is not on the PATH; it was added'],
  notFound: ['Found', 'no'],
  searched: ['Looked for in', '{folders}'],
  searchedMore: ['Looked for in', '{folders} and {count} more {count|folder|folders}'],
  shellRead: ['Environment', 'the editor’s, with what the login shell adds'],
  shellFailed: ['Environment', 'the editor’s alone, as the login shell could not be read'],
  withheld: ['Kept from it', '{names}'],
} as const;

const labels = textsOf(column(0));
const values = textsOf(column(1), escapeDeceptive);

function column(at: 0 | 1): Record<keyof typeof facts, string> {
  const entries = Object.entries(facts).map(([key, texts]) => [key, texts[at]] as const);
  return Object.fromEntries(entries) as Record<keyof typeof facts, string>;
}

/** A fact about a server; `entry` is the one to whose place it leads. */
export function fact(key: keyof typeof facts, args?: ReasonArguments, entry?: string): Fact {
  return { label: labels(key), value: values(key, args), ...(entry !== undefined && { entry }) };
}
