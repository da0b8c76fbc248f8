/** Where a remote server is reached. */
export interface Endpoint {
  /** The address for HTTP; its host is of no account where a socket is named. */
  readonly url: URL;
  /** The Unix socket or named pipe that requests go over instead of the network. */
  readonly socketPath?: string | undefined;
}

/**
 * Takes an address apart as VS Code does: of `unix:///socket#/path` and `pipe:///pipe/name#/path` the
 * socket stands before the `#` and the path of the request after it.
 * @throws TypeError or URIError where the text is no address.
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
