import { textsOf } from '../text/format';

/** Texts of finished calls: their list and its commands. */
export const t = textsOf({
  note: 'The latest calls of tools, newest first, and by whom each was let through. Secrets in arguments are masked.[ Only the latest {most} are shown; a saved file has all that are kept.]',
  empty:
    'No tool was called yet. Calls are listed here when they are over: those of chat, of agents, and your own.',
  emptyOf: 'No tool of this server was called yet.',
  refusal: 'refused: {kind}[, {count} times since {first}]',

  // How it ended
  ok: 'done',
  isError: 'the tool failed',
  asks: 'asks for input',
  task: 'goes on as a task',
  cancelled: 'cancelled',
  refused: 'refused[, {count} times]',
  failed: 'failed',

  // By which way
  chat: 'Chat',
  genericTools: 'Chat, by a tool of Roundhouse',
  participant: '@roundhouse',
  person: 'You',
  app: 'An app of the server',
  agent: 'An agent[ that calls itself {client}]',

  // Approval
  'by.rule': 'allowed by the rule {pattern}',
  'by.person': 'you allowed it',
  'by.hints': 'it only reads, says a server whose hints you trust',
  'by.editor': 'VS Code asks as its settings say',
  'by.client': 'the agent asks as it likes',

  // At the gateway
  token: 'wrong token',
  host: 'wrong name of this machine',
  origin: 'a page of another origin',

  // Saving and clearing
  saveTitle: 'Save Calls',
  fileName: 'calls.json',
  clearQuestion: 'Clear the list of calls?',
  clearDetail: 'What was called of the servers of this window is forgotten for good.',
  clear: 'Clear',
});
