import type { Reason } from '../../base/errors';
import { format } from '../text/format';
import { sentence } from './sentence';

/**
 * Reasons in a few words after the state, short enough for a side bar of usual width. Empty if the state says it all;
 * a missing code has its whole sentence.
 */
export const briefReasonTexts: Readonly<Record<string, string>> = {
  notFound: 'not found: {command}',
  windowsCommand: 'not found: {command}',
  notExecutable: 'not executable: {file}',
  interpreterMissing: 'not found: {interpreter}',
  windowsLineEnds: 'Windows line ends in {file}',
  cwdNotFound: 'no folder {cwd}',
  spawnFailed: 'cannot be run: {command}',
  exited: '[exit code {exit}][signal {signal}][: {said}]',
  timedOut: 'no answer to {what} in {seconds} s[: {said}]',
  unreachable: 'nothing answers there',
  proxyUnreachable: 'no proxy at {proxy}',
  proxyRefused: 'refused by the proxy, HTTP {status}',
  unauthorized: 'credentials refused, HTTP {status}',
  httpError: 'HTTP {status}',
  protocolError: 'not the protocol: {message}',
  serverError: 'error {code}: {message}',
  connectionClosed: 'connection closed',
  crashLoop: '{count} {count|time|times}',
  silent: 'silent for {seconds} s',
  hung: 'hung for {seconds} s',
  frozeHost: 'froze the host',
  crashedHost: 'crashed the host',
  notReading: 'does not read what it is sent[: {said}]',
  listFailed: 'lists are missing',
  invalidUrl: 'the address is none',
  notApproved: '',
  signInNeeded: '{issuer}',
  signInEnded: '{issuer}',
  signInMoreRights: 'more rights: {scope}',
  signInCancelled: 'cancelled',
  signInTimedOut: 'nobody came back',
  signInRefused: 'refused: {error}',
  signInNoClient: 'no client id',
  inputMissing: '{input}',
  undefinedInput: 'unknown input {input}',
  variableUnset: 'no value for ${{variable}}',
  unknownVariable: 'unknown ${{variable}}',
  workspaceUntrusted: 'Restricted Mode',
  overridden: '{by} counts instead',
  disabledBySettings: 'by the {layer} settings',
  disabledInFile: 'in its file',
  runsElsewhere: 'runs in {where} windows',
  chatStopped: 'not in chat: stopped in VS Code',
  chatNotConnected: 'not in chat: VS Code does not connect',
  chatOff: 'not in chat: "chat.mcp.access" is "none"',
  chatOffByPolicy: 'not in chat: by a policy',
  chatNoGateway: 'not in chat: no way to it',
};

/** The reason and what brought it about in a few words; empty where the state says it already. */
export function brief(reason: Reason): string {
  const text = briefReasonTexts[reason.code];
  if (text === undefined) return sentence(reason);
  const words = format(text, reason.args);
  if (!reason.cause) return words;
  const cause = brief(reason.cause);
  // That it was given up shows; what counts is why.
  return reason.code === 'crashLoop' ? `${cause} · ${words}` : `${words} · ${cause}`;
}
