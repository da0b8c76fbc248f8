import { seeWhetherItRan, type ReasonTable } from './reasonText';

const readLog = { next: 'Read the log to see what happened.', action: 'showLog' } as const;

/** Failures of tools, resources and prompts. */
export const toolReasonTexts: ReasonTable = {
  // Mistakes of models
  argumentsWrong: {
    says: 'The tool {tool} was not called.',
    next: 'Correct the arguments, then call it again.',
    model: 'Correct the arguments, then call it again.',
  },
  argumentMissing: {
    says: '{at} is missing[; it is of the type {types}][; it is one of {choices}].',
  },
  argumentType: { says: '{at} must be of the type {types}, not {given}.' },
  argumentInexact: {
    says: '{at} has a number of too many digits to be passed on exactly: {number}',
  },
  argumentChoice: { says: '{at} must be one of {choices}.' },
  argumentUnknown: {
    says: '{at} is not known[ (did you mean "{meant}"?)][; known are {known}].',
  },

  resourceNotFound: {
    says: 'The server has no resource {uri}[: {message}].',
    next: 'Look at the list of its resources.',
    model: 'Look for the right address; do not ask for this one again.',
  },
  outputInvalid: {
    says: 'What the tool {tool} gave does not fit its own output schema: {problem}. It was passed on as it is.',
    next: 'Tell the authors of the server.',
    model: '',
  },

  cancelled: { says: 'It was cancelled.' },

  // Calls that servers run as tasks
  taskFailed: {
    says: 'The server ran the call as a task, and it failed[: {message}].',
    next: 'Read the log to see what happened.',
    model: 'Where its words do not say what to change, tell the person.',
    action: 'showLog',
  },
  taskCancelled: {
    says: 'The task of the call was cancelled by the server[: {message}].',
  },
  taskGone: {
    says: 'The server no longer knows the task of the call[: {message}]. The call may have run or not.',
    ...seeWhetherItRan,
    action: 'showLog',
  },

  // Tools that models do not get
  toolOff: {
    says: 'The tool "{tool}" of the server "{server}" is switched off by the active tool set.[ Switched on: {valid}.]',
    next: 'Switch it on in the tree of servers, or choose another tool set.',
    model: 'Do without it, or ask the person to switch it on.',
  },
  toolDenied: {
    says: 'The tool "{tool}" of the server "{server}" is denied by the rule "{rule}".',
    next: 'Change that rule to have it called.',
    model: 'Do without it: only the person can change that rule.',
  },
  appAnswerTooLarge: {
    says: 'The answer is too large for an app on the page of its server.',
  },
  appLinkRefused: {
    says: 'The address was not opened.',
  },
  toolNotForApps: {
    says: 'The server "{server}" does not let its apps call the tool "{tool}".',
  },
  callRefused: {
    says: 'The person was asked and did not allow this call of the tool "{tool}" of the server "{server}".',
    model: 'Do not make it again; ask the person what to do instead.',
  },
  askFirst: {
    says: 'A person has to allow this call of the tool "{tool}" of the server "{server}", and nobody could be asked.',
    next: 'Call it where somebody is at the window.',
    model: 'Ask the person to be there, then make it again.',
  },
  toolHeld: {
    says: 'The tool "{tool}" of the server "{server}" is held back until the person has looked at how it is described now.',
    next: 'Look at the changed tools of the server.',
    model: 'Do without it, or ask the person to review the changed tools of the server.',
  },
  toolsNotListed: {
    says: 'The server "{server}" has not told its tools yet, so nothing is known of "{tool}".',
    next: 'Start the server. If it runs already, read its log to see why the list of its tools is missing.',
    model:
      'Call it[ with {callTool}] if you know its arguments: that starts the server, which answers itself.',
    action: 'showLog',
  },

  // Tools compared with what a person has seen
  toolsChangedMeanwhile: {
    says: 'The tools are not as the page showed them any more, so none of them was accepted.',
    next: 'Look at how they are now.',
  },
  pinsUnread: {
    says: 'What you have seen of its tools cannot be read[ ({message})], so all of them count as new.',
    next: 'Look whether the storage of the extension can be read, then reload the window.',
  },
  pinsBroken: {
    says: 'What you have seen of its tools was lost, as the file is broken, so all of them count as new.',
    next: 'Look at the tools, and accept them.',
  },
  pinsLost: {
    says: 'What you may have seen of its tools cannot be found any more, as the key to it was lost, so all of them count as new.',
    next: 'Look at the tools, and accept them.',
  },
  pinsUnwritten: {
    says: 'What you have seen of its tools cannot be kept[ ({message})], so that a later change may go unnoticed.',
    next: 'Look whether the storage of the extension can be written and has room.',
  },

  // Names that lead nowhere
  unknownServer: {
    says: 'There is no server "{server}".[ The most alike: {valid}.]',
    model: 'Take one of these[, or look at all with {listTool}].',
  },
  ambiguousServer: {
    says: 'Several servers are named "{server}".',
    next: 'Name one by its id: {valid}.',
    model: 'Name one by its id: {valid}.',
  },
  unknownTool: {
    says: 'The server "{server}" has no tool "{tool}".[ The most alike it has: {valid}.]',
    model: 'Take one of these[, or look for another one with {searchTool}].',
  },
  toolHidden: {
    says: 'The settings hide the name "{tool}" among the tools of the server "{server}".[ Offered: {valid}.]',
    next: 'Change "tools" of the server in the setting "roundhouse.servers" to offer it.',
    terminal: 'Change what its entry says of tools to offer it.',
    model: 'Do without it.',
  },

  // Resources, prompts and log levels
  resourceEmpty: {
    says: 'The server answered for the resource {uri}, but with nothing in it.',
    ...readLog,
  },
  unknownPrompt: {
    says: '{server} has no prompt "{prompt}".[ It has {valid}.]',
    next: 'Look at the list of its prompts.',
  },
  promptEmpty: {
    says: 'The server answered for the prompt "{prompt}", but without a message.',
    ...readLog,
  },
  noChat: {
    says: 'The editor did not open its chat[: {message}].',
    next: 'Run the prompt again and open it in an editor.',
  },
  noLogLevels: {
    says: '{server} has no log levels that can be set: it does not say that it logs.',
  },

  // Requests of servers
  questionRefused: { says: 'What the server asked was refused: {message}' },

  // Results
  toolReportedError: { says: 'The tool reported an error:' },
  unknownResult: {
    says: 'There is no result "{result}".[ There is {valid}.]',
    next: 'Results are kept for a while only: call the tool again.',
    model: 'Results are kept for a while only: call the tool again.',
  },
  noResults: { says: 'No large result is kept for this window.' },

  // Expectations of tests that are not met
  testError: { says: 'The call failed.' },
  testNoError: { says: 'The call succeeded, but should have failed.' },
  testText: { says: 'The text of the result does not contain what was expected.' },
  testPattern: { says: 'The text of the result does not match /{pattern}/.' },
  testTooLong: {
    says: 'The result could not be compared: that takes more than {seconds} {seconds|second|seconds}, or too much memory.',
  },
  testPatternUnusable: { says: '/{pattern}/ cannot be used as a regular expression: {message}.' },
  testJsonPath: { says: '{path} leads to another value than expected.' },
  testNoJson: { says: 'The result holds no JSON that could be compared.' },
  testSchema: { says: 'The result does not fit the schema of the test: {problem}.' },
  testSnapshot: { says: 'The result differs from the snapshot of the test.' },
  testRounded: {
    says: 'The result has numbers of too many digits (beyond 2^53), so it cannot be a snapshot: another one could pass for it.',
  },
  noSnapshots: {
    says: 'No result differs from its snapshot.',
    next: 'Run the tests first.',
  },
  testsNeedFolder: {
    says: 'Tests of servers stand in {file} of a folder, and no folder is open.',
    next: 'Open a folder.',
  },
  testNotAgreed: {
    says: 'The test calls your own server "{server}", and you have not agreed to that.',
    next: 'Run it again to be asked. Where the call is too long for a question, make it on the page of its server, and save it as a test.',
  },
  testInvalid: { says: 'The test in {file} has mistakes.' },
  schemaUnusable: { says: 'The schema of the test cannot be used: {message}.' },
};
