/** The URL or socket of a remote server. */
export interface Endpoint {
  /** The URL of requests; its host is ignored if there is a socket. */
  readonly url: URL;
  /** The Unix socket or named pipe used instead of the network. */
  readonly socketPath?: string | undefined;
}

/**
 * Parses a URL as VS Code does: in `unix:///socket#/path` and `pipe:///pipe/name#/path` the socket precedes the `#`
 * and the path of the request follows it.
 * @throws TypeError or URIError for a malformed URL.
 */
export function endpointOf(text: string, platform: NodeJS.Platform = process.platform): Endpoint {
  const url = new URL(text);
  if (url.protocol !== 'unix:' && url.protocol !== 'pipe:') return { url };
  const path = decodeURIComponent(url.pathname);
  const windowsPipe = platform === 'win32' && url.protocol === 'pipe:';
  return {
    url: new URL(`http://localhost/${url.hash.slice(1).replace(/^\//, '')}`),
    socketPath: windowsPipe ? `\\\\.${path.replaceAll('/', '\\')}` : path,
  };
}
