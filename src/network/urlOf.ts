/**
 * Parses a URL, relative to `base`; `undefined` if it is malformed. `URL.canParse` would not do, because some
 * releases of Node accept very long hosts there that the constructor refuses.
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** A URL without user, query and fragment, which may hold secrets. */
export function publicUrl(url: string | URL): string {
  const { origin, protocol, pathname } = typeof url === 'string' ? new URL(url) : url;
  // Only addresses on the network have an origin.
  return origin === 'null' ? `${protocol}//${pathname}` : origin + pathname;
}

/** True for an `http:` or `https:` URL. */
export function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(urlOf(text)?.protocol ?? '');
}

/** True if a server can be reached at this URL: over HTTP, a Unix socket or a named pipe. */
export function isServerUrl(text: string): boolean {
  if (isHttpUrl(text)) return true;
  if (!/^(?:unix|pipe):\/\/\//i.test(text)) return false;
  return (urlOf(text)?.pathname ?? '').length > 1;
}
