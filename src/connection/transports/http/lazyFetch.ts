import type { fetchFor } from './fetchFor';
import type { HttpFetch } from './httpResponse';

/** A `fetch` of {@link fetchFor}, which is loaded with the first request, because many people have no remote server. */
export function lazyFetchFor(...parameters: Parameters<typeof fetchFor>): HttpFetch {
  return async (url, init) => {
    const module = await import('./fetchFor');
    return module.fetchFor(...parameters)(url, init);
  };
}
