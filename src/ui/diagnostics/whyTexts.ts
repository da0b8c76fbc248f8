import { textsOf } from '../text/format';
import { inert } from '../text/markdown';
import { escapeDeceptive } from '../text/untrustedText';

/**
 * Texts of the page that explains one server, without reasons, states and settings. They are Markdown, in which of all
 * arguments only a `link` is one.
 */
export const t = textsOf(
  {
    titleRuns: '{server} is running',
    titleWhyNot: 'Why is {server} not running?',
    says: '{state}. {why}',
    runs: 'It runs[: {counts}][, for {span}].',
    stopped: 'It is stopped, and nothing keeps it from running.',
    starting: 'It is on its way up: {state}.',
    stopping: 'It is on its way down.',
    startIt: 'Start it, or use one of its tools.',
    startByHand: 'Start it: its settings let nothing else do so.',
    waitForIt: 'Wait for it, or read its log.',
    todo: '**What to do:** {next}',
    checkedAt: 'Looked at {time}.',
    now: 'Now',
    comes: 'Where it comes from',
    starts: 'How it is started',
    settings: 'Its settings',
    output: 'Its last lines',

    state: 'State: {state}',
    retry: 'Next try: {time}, in {seconds} {seconds|second|seconds} (attempt {attempt})',
    process: 'Process: {facts}',
    lastFailure: 'Last failure: {time}, {span} ago[. {reason}]',
    toolsNow: 'Offers: {counts}',
    toolsCached: 'Offers: {counts}, as known from last time',
    toolsUnknown: 'Offers: not known yet',
    who: 'Says it is: {server}',
    host: 'Host: {mode}',

    entry: 'Entry: {link}',
    wins: 'Counts over {id} ({link})',
    loses: 'In its place counts {id} ({link})',
    beside: 'Of the same name: {id} ({link})[. {why}]',
    standsAlone: 'Counts: yes',
    standsAside: 'Counts: no. {why}',
    runBy: 'Who runs it: {runner}',
    trusted: 'Workspace: trusted',
    untrusted: 'Workspace: in Restricted Mode',
    approved: 'Entry: approved in its present form',
    notApproved: 'Entry: not approved in its present form',
    inputStored: 'Input {input}: has a value',
    inputMissing: 'Input {input}: no value yet',

    command: 'Command: {command}',
    cwd: 'Working folder: {cwd}',
    refused: 'Not to be started as things stand. {why}',
    found: 'Found: {file}',
    foundAdded: 'Found: {file}, in a folder that is not on the PATH; it was added',
    notFound: 'Found: no',
    searched: 'Looked for in: {folders}',
    searchedMore: 'Looked for in: {folders} and {count} more {count|folder|folders}',
    shellRead: 'Environment: the editor’s, with what the login shell adds',
    shellFailed: 'Environment: the editor’s alone, as the login shell could not be read',
    withheld: 'Kept from it: {names}',
  },
  (text, name) => (name === 'link' ? text : inert(escapeDeceptive(text))),
);
