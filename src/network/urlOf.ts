/**
 * Parses a URL, relative to `base`; `undefined` if it is malformed. `URL.canParse` accepts very long hosts
 * that the constructor refuses in some releases of Node.
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether a server can be reached at this address. */
export function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(urlOf(text)?.protocol ?? '');
}

/** True if a server can be reached at this URL: over */
export function isServerUrl(text: string): boolean {
  if (isHttpUrl(text)) return true;
  if (!/^(?:unix|pipe):\/\/\//i.test(text)) return false;
  return (urlOf(text)?.pathname ?? '').length > 1;
}
