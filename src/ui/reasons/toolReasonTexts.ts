/** The reasons of `reasonTexts.ts` why a tool is kept from models. */
export const toolReasonTexts = {
  toolOff: {
    says: 'The tool "{tool}" of the server "{server}" is switched off by the active tool set.[ Switched on: {valid}.]',
    next: 'Switch it on in the tree of servers, or choose another tool set.',
  },
  toolDenied: {
    says: 'The tool "{tool}" of the server "{server}" is denied by the rule "{rule}".',
    next: 'Change that rule to have it called.',
  },
  callRefused: {
    says: 'The person was asked and did not allow this call of the tool "{tool}" of the server "{server}".',
  },
  askFirst: {
    says: 'A person has to allow this call of the tool "{tool}" of the server "{server}", and nobody could be asked.',
    next: 'Call it where somebody is at the window.',
  },
  toolHeld: {
    says: 'The tool "{tool}" of the server "{server}" is held back until the person has looked at how it is described now.',
    next: 'Look at the changed tools of the server.',
  },
  toolsNotListed: {
    says: 'The server "{server}" has not told its tools yet, so nothing is known of "{tool}".',
    next: 'Start the server. If it runs already, read its log to see why the list of its tools is missing.',
    action: 'showLog',
  },
} as const;
