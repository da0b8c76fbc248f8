import type { HttpExchange, TrafficRecord } from '../../ipc/traffic';
import { textsOf } from '../text/format';
import { tookText } from '../text/texts';
import { escapeDeceptive } from '../text/untrustedText';

/** Texts of a list of traffic. */
export const t = textsOf({
  traffic: 'Traffic',
  searchTraffic: 'Search names and messages',
  loading: 'Loading…',
  noTraffic:
    'No message is kept: none was sent or received since it was started, or the traffic is not recorded.',
  noTrafficOfAll: 'No message is kept: none was sent or received, or the traffic is not recorded.',
  noMatch: 'Nothing matches the filter.',
  pickRecord: 'Choose a message to see it.',
  server: 'Server',
  allServers: 'All servers',
  kinds: 'What is shown',
  allKinds: 'Everything',
  callKinds: 'Calls of tools',
  failedKinds: 'What failed',
  pin: 'Pin',
  unpin: 'Unpin {record}',
  pinned: 'Pinned',
  cannotPin: 'No more messages can be pinned: unpin one of them first.',
  compareWith: 'Compare with',
  compareWithNone: 'Compare with…',
  comparedWith: 'Compared with {record}',
  export: 'Export…',
  exportTitle: 'Export the traffic of the server',
  exportTitleOfAll: 'Export the traffic of all servers',
  exporting: 'Exporting traffic…',
  fromClient: 'to the server',
  fromServer: 'from the server',
  notification: 'notification',
  openRequest: 'waits for its response',
  okResponse: 'answered',
  isErrorResponse: 'the tool failed',
  errorResponse: 'error',
  asksResponse: 'asked for input',
  cancelledRequest: 'cancelled',
  lostRequest: 'the connection ended',
  chatCaller: 'chat',
  agentCaller: 'an agent',
  genericToolsCaller: 'chat, by the generic tools',
  participantCaller: '@roundhouse',
  personCaller: 'you',
  appCaller: 'an app of the server',
  roundhouseCaller: 'Roundhouse',
  request: 'Request',
  notificationMessage: 'Notification',
  response: 'Response',
  droppedMessages: 'Its messages are not kept any more.',
  cutMessage: 'Only the beginning of this message is kept.',
  copy: 'Copy',
  outcome: 'Outcome',
  time: 'Time',
  caller: 'Caller',
  took: 'Took',
  size: 'Size',
  protocol: 'Protocol',
  legacyEra: 'legacy era',
  modernEra: 'modern era',
  session: 'Session',
  http: 'HTTP',
  exchange: 'Status {status}, {body}[, HTTP/{version}], headers after {time}',
  jsonBody: 'JSON',
  eventsBody: 'event stream',
  noneBody: 'no body',
  causedBy: 'Caused by',
  openTurn: 'Show the whole turn',
  closeTurn: 'All messages',
  turnTitle: 'One turn of the chat',
  turnSum:
    '{requests} {requests|request|requests} to {servers} {servers|server|servers}, {time} from the first to the end',
  began: 'Began',
  course: 'Course',
  forRequest: 'for {request}',
  noTurn: 'No request of this turn is kept any more.',
  olderRecords: 'Older messages are found by searching.',
});

/** Icons and texts of the outcomes of a request. */
export const outcomes = {
  notification: { icon: 'bell', text: 'notification', fails: false },
  open: { icon: 'loading', text: 'openRequest', fails: false },
  ok: { icon: 'pass', text: 'okResponse', fails: false },
  asks: { icon: 'question', text: 'asksResponse', fails: false },
  isError: { icon: 'warning', text: 'isErrorResponse', fails: true },
  error: { icon: 'error', text: 'errorResponse', fails: true },
  cancelled: { icon: 'circle-slash', text: 'cancelledRequest', fails: true },
  lost: { icon: 'debug-disconnect', text: 'lostRequest', fails: true },
} as const;

/** The method of a record, and what it is about. */
export function titleOf({ method, subject }: TrafficRecord): string {
  return escapeDeceptive(subject === undefined ? method : `${method} ${subject}`);
}

/** The HTTP exchange of a message. */
export function exchangeText({ status, body, version, waited }: HttpExchange): string {
  const time = tookText(waited);
  return t('exchange', { status, body: t(`${body}Body`), version: version ?? '', time });
}
