import type { ReasonArguments } from '../../base/errors';
import type { AppliedRule } from '../../config/settings/toolRules';
import { textsOf } from '../text/format';

/** Texts about the tools that chat gets, and about rules for calls. */
export const t = textsOf({
  allTools: 'All Tools',

  // Tree
  off: 'off',
  deny: 'denied',
  ask: 'asks first',
  allow: 'allowed',
  someOn: '{on} of {count} in chat',
  offTip: 'Switched off: chat does not get it.',
  denyTip: 'The rule "{rule}" ({layer}) denies it: chat does not get it, and nobody can call it.',
  askTip: 'The rule "{rule}" ({layer}) has you asked before every call.',
  allowTip: 'The rule "{rule}" ({layer}) lets it be called without a question of Roundhouse.',
  hintTip:
    'It says that it only reads. Chat asks all the same, until you trust what this server says of its tools.',
  boxOn: 'Chat gets it; untick it to switch it off',
  boxOff: 'Chat does not get it; tick it to switch it on',

  // Where rules stand
  session: 'for this session',
  choice: 'for this workspace',
  user: 'in your settings',
  workspace: 'in the settings of the workspace',
  folder: 'in the settings of the folder',

  // Status bar and the choice of a set
  statusName: 'MCP Roundhouse: Tools in Chat',
  changed: '{set} *',
  statusTip:
    'Tools in chat: {set}[, {changed}], {on} of {count} {count|tool|tools}. Click to choose others.',
  withChanges: 'changed by hand',
  pickSet: 'Which tools does chat get?',
  setCount: '{on} of {count} {count|tool|tools}',
  isActive: 'active',
  save: 'Save Selection as Set...',
  undo: 'Undo Changes by Hand',
  edit: 'Edit Sets...',
  nameSet: 'A name for what is switched on now',
  namePrompt: 'A set of this name is replaced.',
  saveWhere: 'Where should the set "{set}" be kept?',
  saveUser: 'My User Settings',
  saveUserDetail: 'For you, in every workspace.',
  saveWorkspace: 'This Workspace',
  saveWorkspaceDetail: 'In the settings of this workspace, which others may share.',

  // The choice of a rule
  pickEffect: 'What happens when chat calls {what}?',
  allOf: 'tools of {server}',
  effectAllow: 'Allow in Chat',
  effectAllowDetail: 'Roundhouse asks nothing; VS Code still does as its own settings say.',
  effectAsk: 'Ask in Chat',
  effectAskDetail: 'You are asked before every call.',
  effectDeny: 'Deny in Chat',
  effectDenyDetail: 'Chat does not get it, and nobody can call it.',
  effectNone: 'No Rule of Mine',
  effectNoneDetail: 'What you said of it is taken back.',
  pickSpan: 'For how long?',
  spanSession: 'This Session',
  spanSessionDetail: 'Until this window closes or reloads.',
  spanWorkspace: 'This Workspace',
  spanWorkspaceDetail: 'Kept for this workspace, in none of its files.',
  spanAlways: 'Always',
  spanAlwaysDetail: 'In your user settings.',
  stricter: 'The rule "{rule}" ({layer}) is stricter, so it counts.',
  stillCounts: 'The rule "{rule}" ({layer}) still counts.',
  hintsTrusted:
    'Chat takes from now on what {server} says of its tools: those that say they only read may run without a question.',
});

/** Arguments of a text that names a rule. */
export function ruleWords({ pattern, layer }: AppliedRule): ReasonArguments {
  return { rule: pattern, layer: t(layer) };
}
