import { textsOf, type KeyOf } from '../text/format';
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

const labels = textsOf({
  state: 'State',
  retry: 'Next try',
  process: 'Process',
  lastFailure: 'Last failure',
  toolsNow: 'Offers',
  toolsCached: 'Offers',
  toolsUnknown: 'Offers',
  who: 'Says it is',
  host: 'Host',
  entry: 'Entry',
  wins: 'Counts over',
  loses: 'In its place counts',
  beside: 'Of the same name',
  standsAlone: 'Counts',
  standsAside: 'Counts',
  runBy: 'Who runs it',
  trusted: 'Workspace',
  untrusted: 'Workspace',
  approved: 'Approval',
  notApproved: 'Approval',
  inputStored: 'Input',
  inputMissing: 'Input',
  command: 'Command',
  cwd: 'Working folder',
  refused: 'Not to be started',
  found: 'Found',
  foundAdded: 'Found',
  notFound: 'Found',
  searched: 'Looked for in',
  searchedMore: 'Looked for in',
  shellRead: 'Environment',
  shellFailed: 'Environment',
  withheld: 'Kept from it',
});

const values = textsOf<KeyOf<typeof labels>>(
  {
    state: '{state}',
    retry: '{time}, in {seconds} {seconds|second|seconds} (attempt {attempt})',
    process: '{facts}',
    lastFailure: '{time}, {span} ago[. {reason}]',
    toolsNow: '{counts}',
    toolsCached: '{counts}, as known from last time',
    toolsUnknown: 'not known yet',
    who: '{server}',
    host: '{mode}',
    entry: '{place}',
    wins: '{id} ({place})',
    loses: '{id} ({place})',
    beside: '{id} ({place})[. {why}]',
    standsAlone: 'yes',
    standsAside: 'no. {why}',
    runBy: '{runner}',
    trusted: 'trusted',
    untrusted: 'in Restricted Mode',
    approved: 'approved in its present form',
    notApproved: 'not approved in its present form',
    inputStored: '{input} has a value',
    inputMissing: '{input} has no value yet',
    command: '{command}',
    cwd: '{cwd}',
    refused: '{why}',
    found: '{file}',
    foundAdded: '{file}, in a folder that is not on the PATH; it was added',
    notFound: 'no',
    searched: '{folders}',
    searchedMore: '{folders} and {count} more {count|folder|folders}',
    shellRead: 'the editor’s, with what the login shell adds',
    shellFailed: 'the editor’s alone, as the login shell could not be read',
    withheld: '{names}',
  },
  escapeDeceptive,
);

/** A fact about a server; `entry` is the one to whose place it leads. */
export function fact(key: KeyOf<typeof values>, args?: ReasonArguments, entry?: string): Fact {
  return { label: labels(key), value: values(key, args), ...(entry !== undefined && { entry }) };
}
