/**
 * The URL that a text is, from `base` on where it is relative; nothing where it is none. `URL.canParse` agrees to very
 * long hosts that the constructor then refuses in some releases of Node.
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
