import { textsOf } from '../text/format';

/** Texts of requests from servers, apart from reasons. */
export const t = textsOf({
  statusName: 'MCP Roundhouse: Questions',
  // Forms
  asks: '{server} asks: {what}',
  check: 'Check and Submit',
  submit: 'Submit',
  submitDetail: 'Sends these answers to {server}',
  decline: 'Decline',
  declineDetail: 'Tells {server} that you will not answer',
  declineAll: 'Decline All From This Server',
  declinedAll: 'Whatever {server} asks is declined until it starts anew.',
  askAgain: 'Ask Me Again',
  changeAnswer: 'Pick one to change it',
  yes: 'Yes',
  no: 'No',
  leaveOut: 'Leave It Out',
  leftOut: 'left out',
  hidden: '•••',
  optional: 'Not needed: leave it empty to leave it out',
  withCommas: 'Several, with commas between them',
  pickOne: 'Pick one',
  pickSome: 'Pick any number, then press Enter',
  neverSecrets:
    'Give no passwords, keys or other secrets to a server here: it must not ask for them in a form.',
  email: 'name@example.com',
  uri: 'https://example.com/page',
  date: '2026-11-22',
  'date-time': '2026-11-22T14:30:00Z',

  // Problems with an answer
  needed: 'This is needed.',
  tooShort: 'This needs at least {count} {count|character|characters}.',
  tooLong: 'This may have {count} {count|character|characters} at most.',
  wrongPattern: 'This must fit the pattern {pattern}.',
  wrongFormat: 'This is not of the kind that is asked for, such as {example}.',
  notANumber: 'This is not a number.',
  inexact: 'A number has too many digits to be sent exactly.',
  notWhole: 'This must be a whole number.',
  tooSmall: 'This must be {bound} or more.',
  tooLarge: 'This must be {bound} or less.',
  notOffered: 'This is not among what is offered.',
  tooFew: 'Pick at least {count}.',
  tooMany: 'Pick {count} at most.',

  // Pages
  opensPage: '{server} asks you to open a page',
  pageHost: 'The page is at {host}',
  address: 'Its whole address',
  openPage: 'Open in the Browser',
  copyAddress: 'Copy the Address',
  plainHttp: 'It is not encrypted: others may read or change what you type there',
  punycode: 'Its name is written with letters of other alphabets: {host}',
  ipAddress: 'It has a number in place of a name',
  userinfo: 'What stands before the @ is no part of where it leads',

  // On a terminal
  step: '{number}/{count} · {title}',
  row: '{number}) {label}',
  active: '{label} (current)',
  typeText: 'Enter alone for "{value}".',
  typeNumber: 'Type its number.',
  typeNumbers: 'Type their numbers, with commas.',
  typeCommand: 'Or type {commands}.',
  notUnderstood: 'This is not one of them.',
  openMyself: 'I open it myself',

  // Waiting servers
  waiting: '{servers} {count|asks|ask} you',
  waitingTooltip: 'MCP servers wait for your answer: {servers}',
});
