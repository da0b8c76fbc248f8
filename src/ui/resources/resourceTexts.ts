import { textsOf } from '../text/format';

/** Texts of resources, prompts and log levels, apart from reasons. */
export const t = textsOf({
  // Resources
  pickResource: 'Which resource do you want to open?',
  noResources: 'No server is known to have resources. Start the servers that should have some.',
  readingResource: 'Reading {uri} from {server}…',
  copied: 'Copied[ {name}]',
  template: 'template',

  // Values that are asked for
  valueTitle: '{subject}: {value}',
  neededValue: '{what}',
  optionalValue: '{what} (optional)',
  asTyped: 'as typed',
  leaveOut: 'Leave It Out',

  // Prompts
  pickPrompt: 'Which prompt do you want to run?',
  noPrompts: 'No server is known to have prompts. Start the servers that should have some.',
  runningPrompt: 'Getting the prompt {prompt} from {server}…',
  promptReady: 'Where should “{prompt}” go?',
  toChat: 'Open in Chat',
  toChatDetail: 'Puts it into the box of the chat, where you can read it before you send it',
  toChatWithout: 'Without {left}, which chat does not take',
  notAttached: '{unread} could not be read, so the text has the address only.',
  toEditor: 'Open in an Editor',
  toEditorDetail: 'Shows it as a new Markdown document',
  user: 'User',
  assistant: 'Assistant',
  image: 'an image ({type}, {size})',
  audio: 'a sound ({type}, {size})',
  otherContent: 'something of the kind {type}',
  leftOut: '*Here is {what}.*',

  // Log levels
  pickLevel: 'From which level on should {server} log?',
  levelOfServer: 'Leave It to the Server',
  currentLevel: 'current',
  levelSet: '{server} is asked to log from the level {level} on.',
  debugHidden:
    'Lines of the level debug are seen once this channel, too, shows them: its gear says so.',
  levelUnset:
    '{server} is asked for no level any more; it keeps the last one until it is restarted.',

  // Tooltip
  offers: 'Offers {what}',
  instructions: 'Its instructions for models: {text}',
});
