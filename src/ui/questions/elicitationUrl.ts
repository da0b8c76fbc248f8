import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import { isHttpUrl } from '../../network/urlOf';
import { serverRequestRefused } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import { untrustedText, escapeDeceptive } from '../text/untrustedText';
import type { PickStep } from './questionStep';
import { t } from './questionTexts';

/** Facts about a URL that the user should know before opening it. */
type UrlWarning = 'plainHttp' | 'punycode' | 'ipAddress' | 'userinfo';

/** A URL that a server asks to open. */
export interface UrlRequest {
  /** Untrusted text of the server. */
  readonly message: string;
  /** Exactly as it is opened. */
  readonly url: string;
  /** Host with port, in ASCII, so that look-alike letters are visible. */
  readonly host: string;
  readonly warnings: readonly UrlWarning[];
}

/**
 * Parses `elicitation/create` in URL mode (2026-07-28, "Elicitation", URL mode).
 * @throws UserError `questionRefused` with -32602 if the URL is not http or https.
 */
export function readUrlRequest({ message, url }: McpObject): UrlRequest {
  if (typeof message !== 'string')
    throw serverRequestRefused('invalidParams', '"message" is missing.');
  if (typeof url !== 'string' || !isHttpUrl(url)) {
    throw serverRequestRefused(
      'invalidParams',
      '"url" must be an address that begins with http: or https:.',
    );
  }
  const page = new URL(url);
  return { message, url: page.href, host: page.host, warnings: warningsOf(page) };
}

function warningsOf({ protocol, hostname, username, password }: URL): readonly UrlWarning[] {
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  const found: Readonly<Record<UrlWarning, boolean>> = {
    plainHttp: protocol === 'http:' && !isHere,
    punycode: hostname.split('.').some((label) => label.startsWith('xn--')),
    ipAddress: isIP(hostname.replaceAll(/[[\]]/g, '')) > 0,
    userinfo: username !== '' || password !== '',
  };
  return (Object.keys(found) as UrlWarning[]).filter((warning) => found[warning]);
}

/**
 * Step that asks whether to open the URL. Enter alone opens nothing. `isByHand`: the person may have copied the address,
 * and can say that they open it themselves.
 */
export function urlStep(server: string, page: UrlRequest, isByHand = false): PickStep {
  const { host, warnings, url, message } = page;
  const name = untrustedText(server);
  const host_ = { host: untrustedText(domainToUnicode(new URL(url).hostname)) };
  return {
    kind: 'pick',
    title: t('opensPage', { server: name }),
    prompt: untrustedText(message),
    placeholder: t('pageHost', { host }),
    back: false,
    decline: t('decline'),
    declineAll: t('declineAll'),
    many: false,
    active: 'host',
    rows: [
      { id: 'host', icon: 'globe', label: host },
      ...warnings.map((warning) => ({ icon: 'warning', label: t(warning, host_) })),
      { heading: true, label: t('address') },
      ...addressLines(url).map((label) => ({ label })),
      { heading: true, label: '' },
      { id: 'open', icon: 'link-external', label: t('openPage'), description: host },
      { id: 'copy', icon: 'copy', label: t('copyAddress') },
      ...(isByHand ? [{ id: 'opened', icon: 'check', label: t('openMyself') }] : []),
      {
        id: 'decline',
        icon: 'circle-slash',
        label: t('decline'),
        description: t('declineDetail', { server: name }),
      },
    ],
  };
}

/** The step for a terminal, where the user opens the URL themselves. */
export function terminalUrlStep(server: string, page: UrlRequest): PickStep {
  const { rows, ...step } = urlStep(server, page);
  const warnings = rows.filter(({ icon }) => icon === 'warning');
  return {
    ...step,
    active: undefined,
    rows: [
      { label: escapeDeceptive(page.url) },
      ...warnings,
      { id: 'open', label: t('openMyself') },
      ...rows.filter(({ id }) => id === 'decline'),
    ],
  };
}

/** Characters of a URL that surely fit into a row. */
const lineLength = 64;

/** The whole URL in rows that are not cut off. */
function addressLines(url: string): readonly string[] {
  return escapeDeceptive(url).match(new RegExp(`.{1,${lineLength}}`, 'gu')) ?? [];
}
