import type { PeerCertificate } from 'node:tls';
import { UserError } from '../../base/errors';
import { addressOf, causeOf } from '../../network/sockets';
import { failed, passed, warned, type Verdict } from './check';
import { openTlsPath, type NetworkPath } from './networkPath';

/** Days; a certificate that expires sooner is a warning. */
const soon = 14;
/** Milliseconds. */
const day = 24 * 60 * 60 * 1_000;

/** Checks that the host process would trust the server's certificate. */
export async function checkTls(url: URL, path: NetworkPath, signal: AbortSignal): Promise<Verdict> {
  const address = addressOf(url);
  try {
    const socket = await openTlsPath(url, path, signal);
    const certificate = socket.getPeerCertificate();
    // A code, although its type is Error.
    const fault: unknown = socket.authorizationError;
    const protocol = socket.getProtocol() ?? '';
    socket.destroy();
    if (fault) {
      const verdict = faultVerdict(causeOf(fault), certificate, address.host);
      // The person's settings accept it.
      return path.network.strictTls === false ? { ...verdict, outcome: 'warning' } : verdict;
    }
    return goodVerdict(certificate, protocol);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UserError) throw error;
    const { host, port } = address;
    const cause = causeOf(error);
    // Such an answer is usually plain HTTP.
    const isPlain = /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|EPROTO/.test(cause);
    return isPlain
      ? failed('tlsNotSpoken', { host, port })
      : failed('tlsFails', { host, port, cause });
  }
}

function goodVerdict(certificate: PeerCertificate, protocol: string): Verdict {
  const days = Math.floor((Date.parse(certificate.valid_to) - Date.now()) / day);
  const args = {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    until: dateOf(certificate.valid_to),
  };
  return days < soon
    ? warned('tlsEndsSoon', { ...args, days })
    : passed('tlsGood', { ...args, protocol });
}

function faultVerdict(code: string, certificate: PeerCertificate, host: string): Verdict {
  const { valid_from: from, valid_to: until } = certificate;
  const subject = nameOf(certificate.subject);
  const issuer = nameOf(certificate.issuer);
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return failed('tlsSelfSigned', { subject, until: dateOf(until) });
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return failed('tlsIssuerUnknown', { subject, issuer });
    case 'CERT_HAS_EXPIRED':
      return failed('tlsExpired', { subject, until: dateOf(until) });
    case 'CERT_NOT_YET_VALID':
      return failed('tlsNotYetValid', { subject, from: dateOf(from) });
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return failed('tlsOtherHost', { host, names: namesOf(certificate) });
    default:
      return failed('tlsNotTrusted', { subject, issuer, cause: code });
  }
}

/** The common name, else the organisation. */
function nameOf(name: PeerCertificate['subject'] | undefined): string {
  const found: string | string[] | undefined = name?.CN ?? name?.O;
  return [found ?? '?'].flat().join(', ');
}

/** The hosts that a certificate is for: `DNS:one.example, IP Address:127.0.0.1`. */
function namesOf({ subjectaltname = '', subject }: PeerCertificate): string[] {
  const names = subjectaltname.split(', ').map((one) => one.slice(one.indexOf(':') + 1));
  return subjectaltname === '' ? [nameOf(subject)] : names;
}

/** Only the day. */
function dateOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 10);
}
