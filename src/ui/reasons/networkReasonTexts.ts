/** The reasons of `reasonTexts.ts` that come of what stands between this machine and a server. */
export const networkReasonTexts = {
  proxyUnreachable: {
    says: 'Nothing answers at the proxy {proxy}[: {cause}].',
    next: 'Check "http.proxy" in the settings of the editor, or HTTPS_PROXY and HTTP_PROXY where it is started; NO_PROXY names hosts that need none.',
  },
  proxyRefused: {
    says: 'The proxy {proxy} does not let the connection through (HTTP {status}).',
    next: 'Check the name and the password in the address of the proxy, and whether it allows this host; NO_PROXY names hosts that need none.',
  },
} as const;
