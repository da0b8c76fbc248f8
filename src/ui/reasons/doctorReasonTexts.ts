import { openConfiguration, tellOperator, type ReasonTable } from './reasonText';

const showLog = { action: 'showLog' } as const;
const oneNeeded =
  'Send its certificate authority along: set NODE_EXTRA_CA_CERTS to a PEM file before the editor starts.';

/** Findings of the checks of a server. */
export const doctorReasonTexts: ReasonTable = {
  // Any check
  checkTimedOut: {
    says: 'No answer within {seconds} {seconds|second|seconds}.',
    next: 'Try again; where it stays so, look whether a firewall or a proxy is in the way.',
  },
  wrongUsage: { says: '{message}', next: 'See how it is meant with --help.' },
  stillStarting: {
    says: 'The server is still starting after {seconds} {seconds|second|seconds}.',
    next: 'Give it more time (in a terminal with --timeout). Where it never comes up, read its log to see what it is doing.',
    action: 'showLog',
  },
  checkSkipped: { says: 'Not looked at, because a check before it failed.' },

  // The entry
  entryComplete: { says: 'Approved, and every variable has a value[; {file} was read].' },

  // A local server
  commandFound: { says: 'It is {file}.' },
  commandOffPath: { says: 'It is {file}, in a folder that is not on the PATH.' },
  folderThere: { says: 'It is {cwd}.' },
  runtimeAnswers: { says: '{runtime} answers[: {version}].' },
  runtimeMissing: {
    says: 'The command needs {runtime}, but "{command}" is not on the PATH that the server gets.',
    next: 'Install {runtime}, or put its folder on the PATH; then reload the window.',
    terminal: 'Install {runtime}, or put its folder on the PATH.',
    installs: 'command',
  },
  runtimeFails: {
    says: '"{command}" does not tell its version[: {line}].',
    next: 'Run it in a terminal to see what is wrong; a container engine must be started first.',
  },

  // Proxies and certificates of this machine
  proxyUnset: { says: 'No proxy is set. One that only the system knows is not used.' },
  proxyUsed: { says: 'Reached through the proxy {proxy}.' },
  proxyExempt: { says: 'A proxy is set, which is not for this address.' },
  proxyUnsupported: {
    says: 'A proxy of the kind "{kind}" is set, which Roundhouse does not support, so it connects without one.',
    next: 'Where the server is behind the proxy only, set one for HTTP or SOCKS, let VS Code run it, or use a local bridge such as "mcp-remote".',
    terminal:
      'Where the server is behind the proxy only, set one for HTTP or SOCKS, or use a local bridge such as "mcp-remote".',
  },
  extraCertificates: { says: '{count} {count|certificate|certificates} more from {file}.' },
  extraCertificatesUnreadable: {
    says: 'NODE_EXTRA_CA_CERTS names {file}, which cannot be read or holds no certificate; it is passed over.',
    next: 'Correct the variable where the editor is started, or the file.',
    terminal: 'Correct the variable, or the file.',
  },

  // The way to a remote server
  nameKnown: { says: '{host} is {addresses}.' },
  nameUnknown: {
    says: 'There is no host {host}.',
    next: 'Check the spelling of the address. A name of a company network needs its VPN.',
    ...openConfiguration,
  },
  nameServiceFails: {
    says: 'The name {host} could not be looked up ({cause}).',
    next: 'Check that this machine is online and its name server answers.',
  },
  connectionTaken: { says: 'Something answers at {at}.' },
  connectionRefused: {
    says: 'Nothing listens at {host}, port {port}.',
    next: 'Start the server, or correct the port.',
    ...openConfiguration,
  },
  connectionFails: {
    says: 'No connection to {host}, port {port} ({cause}).',
    next: 'Check the network, the VPN and the firewall.',
  },
  tlsGood: { says: 'Certificate for {subject} by {issuer}, until {until}; {protocol}.' },
  tlsEndsSoon: {
    says: 'The certificate for {subject} by {issuer} ends in {days} {days|day|days}, on {until}.',
    next: tellOperator,
  },
  tlsSelfSigned: {
    says: 'The certificate for {subject} is signed by itself (until {until}), so it proves nothing to this machine.',
    next: 'If it is yours, set NODE_EXTRA_CA_CERTS to a PEM file that holds it before the editor starts.',
    terminal: 'If it is yours, set NODE_EXTRA_CA_CERTS to a PEM file that holds it.',
  },
  tlsIssuerUnknown: {
    says: 'The certificate for {subject} comes from {issuer}, whom this machine does not know, or the server leaves out certificates between the two.',
    next: oneNeeded,
    terminal:
      'Set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of the authority, such as that of your company.',
  },
  tlsExpired: {
    says: 'The certificate for {subject} ended on {until}.',
    next: `${tellOperator} If the date is not past, the clock of this machine is wrong.`,
  },
  tlsNotYetValid: {
    says: 'The certificate for {subject} begins only on {from}.',
    next: 'Check the clock of this machine.',
  },
  tlsOtherHost: {
    says: 'The certificate is for {names}, not for {host}.',
    next: 'Use one of these names in the address, if one is the server’s.',
    ...openConfiguration,
  },
  tlsNotTrusted: {
    says: 'The certificate for {subject} by {issuer} is not trusted ({cause}).',
    next: tellOperator,
  },
  tlsNotSpoken: {
    says: 'What answers at {host}, port {port} does not speak TLS.',
    next: 'Check the port; an address of this machine may need "http" in place of "https".',
    ...openConfiguration,
  },
  tlsFails: {
    says: 'No TLS connection to {host}, port {port} ({cause}).',
    next: 'Check whether a proxy or a firewall looks into connections.',
  },
  httpAnswers: { says: 'HTTP {status}, so something answers.' },
  httpWantsCredentials: {
    says: 'HTTP {status} without credentials, as it should be; the entry sends some ({names}).',
  },
  httpWantsSignIn: {
    says: 'The server wants credentials (HTTP {status}), and the entry sends none.',
    next: 'Sign in, or put a token into "headers" by an input.',
    action: 'signIn',
  },
  httpNotFound: {
    says: 'HTTP {status}: there may be no MCP server at this path.',
    next: 'Check the path; many servers have it at /mcp or /sse.',
    ...openConfiguration,
  },
  httpRedirects: {
    says: 'HTTP {status}: the address leads on[ to {to}].',
    next: 'Put the address that it leads to into the entry.',
    ...openConfiguration,
  },
  httpBroken: { says: 'HTTP {status}: the server itself is at fault.', next: tellOperator },
  httpGarbled: {
    says: 'What answers does not speak HTTP ({cause}).',
    next: 'Check the port; the server may speak TLS where the address says "http".',
    ...openConfiguration,
  },

  // How it wants people to sign in
  signInDescribed: { says: 'Described well; people sign in at {issuer}.' },
  signInNotDescribed: {
    says: 'The server does not tell where to sign in.',
    next: 'Read its documentation for a token, and put that into "headers" by an input.',
    ...openConfiguration,
  },
  signInOtherResource: {
    says: 'What describes the sign-in is for another server[: {resource}].',
    next: tellOperator,
  },
  signInNoServer: {
    says: 'The server names no authorization server.',
    next: tellOperator,
  },
  signInServerSilent: {
    says: 'The authorization server {issuer} does not describe itself.',
    next: tellOperator,
  },
  signInIssuerDiffers: {
    says: 'The authorization server {issuer} says it is another one[: {named}].',
    next: tellOperator,
  },
  signInEndpointMissing: {
    says: 'The authorization server {issuer} does not name its "{key}".',
    next: tellOperator,
  },
  signInNoPkce: {
    says: 'The authorization server {issuer} does not offer PKCE with S256, without which no client may sign in.',
    next: tellOperator,
  },

  // The start
  startedUp: { says: '{name}[ {version}] is up with {tools} {tools|tool|tools}.' },
  runsAlready: {
    says: 'It runs already, with {tools} {tools|tool|tools}, and was left as it is.',
    ...showLog,
  },

  // Host processes
  runFolderAbsent: { says: '{folder} is not there yet: no host has run.' },
  runFolderPrivate: { says: '{folder} is yours alone.' },
  hostsNone: { says: 'No host process runs.' },
  hostsAnswer: {
    says: 'Host process {pids} answers.[ Windows of another build have their own: {others}.]',
  },
  hostMute: {
    says: 'The host process {pids} runs but takes no connection.',
    next: 'End it; the next window starts another one.',
  },
};
