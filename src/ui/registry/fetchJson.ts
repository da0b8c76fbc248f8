import { UserError } from '../../base/errors';

export interface FetchOptions {
  readonly signal?: AbortSignal | undefined;
  /** Defaults to the window's `fetch`, which knows the editor's proxy settings. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds for the whole response; 15,000 by default. */
  readonly timeout?: number | undefined;
}

/** Response with its parsed body; the body is `undefined` unless the status is 2xx. */
export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

const defaultTimeout = 15_000;
/** Largest response in bytes. */
const sizeLimit = 10 * 1024 * 1024;

/**
 * Gets JSON from a registry without credentials; follows redirects.
 * @throws UserError `registryUnreachable` {url, cause}, `registryTimedOut` {url, seconds}, `registryTooLarge` {url,
 * megabytes} or `registryNotJson` {url}; the signal's reason if the caller aborted.
 */
export async function fetchJson(url: URL, options: FetchOptions): Promise<JsonAnswer> {
  const { signal, fetch = globalThis.fetch, timeout = defaultTimeout } = options;
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeout);
  const stop = signal ? AbortSignal.any([signal, late]) : late;
  // What a person searched for is no part of an error.
  const shown = `${url.origin}${url.pathname}`;
  try {
    const response = await fetch(url, {
      signal: stop,
      credentials: 'omit',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { status: response.status, body: undefined };
    }
    return { status: response.status, body: parse(await readText(response, shown), shown) };
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted)
      throw new UserError('registryTimedOut', { url: shown, seconds: timeout / 1000 });
    if (error instanceof UserError) throw error;
    throw new UserError(
      'registryUnreachable',
      { url: shown, cause: causeOf(error) },
      { cause: error },
    );
  }
}

async function readText(response: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > sizeLimit) {
      throw new UserError('registryTooLarge', { url, megabytes: sizeLimit / 1024 / 1024 });
    }
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string, url: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UserError('registryNotJson', { url }, { cause: error });
  }
}

/** The actual error, which `fetch` hides in `cause`. */
function causeOf(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(inner instanceof Error)) return String(inner);
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message;
}
