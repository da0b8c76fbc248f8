import type { FindingKind } from '../../ipc/state';
import { textsOf } from '../text/format';

/** Words about tools that a person has to look at. */
export const t = textsOf({
  // Tree
  heldBack: 'held back',
  heldTip: 'It is not as you have seen it: chat does not get it until you have looked at it.',
  freshNote: 'new',
  suspicious: 'looks suspicious',
  suspiciousTip: 'Its definition holds what looks like a trick: whoever calls it asks you first.',
  suspiciousItem: 'It holds what looks like a trick: look at it before chat gets it.',
  instructions: 'its instructions for models look suspicious',
  pinsProblem: 'what you have seen of its tools is not known',
  heldCount: '{count} held back',
  heldLine: '{count} {count|tool is|tools are} kept from chat until you have seen what changed',
  freshLine: '{count} new {count|tool|tools}',

  // Notification
  announceHeld:
    '{server} changed {count} {count|tool|tools}; {count|it is|they are} kept from chat until you have seen what changed.',
  review: 'Review',
  later: 'Later',

  // The review
  nothing: 'The tools of "{server}" are as you have seen them.',
  accepted: 'Chat now gets {count} {count|tool|tools} of {server} as shown.',
  noBefore: 'How it was before is not known any more.',

  // A tool as lines
  titleLine: 'Title',
  parameters: 'Parameters',
  output: 'Result',
  annotations: 'What it says it does',
  required: 'required',
});

/** Meaning of each kind of finding. */
export const findingText = textsOf<FindingKind>({
  hiddenCharacters: 'characters that you do not see and a model reads',
  lookAlike: 'letters that only look like others',
  hiddenText: 'words that are out of sight where it is shown',
  encoded: 'an instruction in code',
  secrecy: 'something is to be kept from you',
  secrets: 'it asks for files or values that open something',
  conversation: 'it asks for what you said, or what the model knows of itself',
  override: 'other instructions are to be ignored',
  otherTools: 'it says what to do with other tools',
  impersonation: 'it has, or seems to have, the name of a tool of another server',
  fakeRole: 'it speaks as if it were the system, the model or you',
  redirect: 'something is to be sent elsewhere',
  noApproval: 'you are not to be asked',
  persistence: 'it is to count for all that follows',
  deceit: 'you are to be told what is not so',
  overreach: 'it wants more rights, or more work, than you asked for',
  tooLarge: 'too large to be read whole',
});
