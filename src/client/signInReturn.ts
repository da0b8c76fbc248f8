import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { UserError } from '../base/errors';
import { raceAbort } from '../base/abort';
import { enteredRedirect } from '../ipc/authorization';
import { urlOf } from '../network/urlOf';
import type { SignInReturn } from './signIn';

/** True if a URL answers the sign-in that `page` began: it has the same `state`. */
export function isAnswerTo(page: string, answer: URL): boolean {
  const state = new URL(page).searchParams.get('state');
  return state !== null && answer.searchParams.get('state') === state;
}

/**
 * The URL that a person was redirected to through the editor. The editor passes only the query, with `%2B` decoded to
 * a plus.
 */
export function returnedUrl(redirectUri: string, query: string): URL {
  const url = new URL(redirectUri);
  const answer = new URLSearchParams(query.replaceAll('+', '%2B'));
  for (const [name, value] of answer) url.searchParams.set(name, value);
  return url;
}

/** The redirect URIs through the editor. */
interface EditorRedirects {
  /** The address of the extension. */
  readonly own: string;
  /** The address that the editor makes of it. */
  readonly external: string;
}

/**
 * The redirect URI through the editor, where `before` was wanted. A desktop adds the id of the window, which changes. A
 * client that a person has registered therefore gets the extension's own address, which some authorization servers
 * compare exactly.
 */
export function editorRedirect(
  { own, external }: EditorRedirects,
  before: string | undefined,
  isDesktop: boolean,
): string {
  return isDesktop && before === enteredRedirect ? own : external;
}

/** Milliseconds that a person may take to sign in. */
const signInTimeoutMs = 300_000;

const host = '127.0.0.1';
const path = '/callback';

/** HTML pages that the person's browser shows at the end. */
interface ReturnPages {
  readonly done: string;
  /** The authorization server refused. */
  readonly refused: string;
}

/**
 * A redirect to a loopback port (RFC 8252, 7.3) for one answer, if possible the port of `before`. An answer must
 * contain the `state` of the sign-in, because any page or program can send requests. `open` shows the page to the
 * person; it resolves only if it has an answer itself.
 */
export async function loopbackReturn(
  open: (url: string, cut: AbortSignal) => Promise<string>,
  pages: ReturnPages,
  before?: string,
): Promise<SignInReturn> {
  let arrived: (callback: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  let page: string | undefined;
  const server = createServer(({ method, url: target = '' }, response) => {
    const url = urlOf(target, redirectUri);
    const isHere = method === 'GET' && url?.pathname === path;
    if (!isHere || page === undefined || !isAnswerTo(page, url)) {
      return void response.writeHead(404).end();
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      connection: 'close',
    });
    const shown = url.searchParams.has('error') ? pages.refused : pages.done;
    response.end(shown, () => arrived(url.href));
  });
  // Waiting for an answer does not keep the process alive.
  server.unref();
  await listen(server, portOf(before));
  const redirectUri = `http://${host}:${(server.address() as AddressInfo).port}${path}`;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return {
    redirectUri,
    answer: async (url, signal) => {
      page = url;
      return answerInTime(answered, (either) => open(url, either), signal);
    },
    dispose: close,
  };
}

/** The first answer: a redirect, or the result of `ask`, which is aborted then. @throws UserError `signInTimedOut`. */
export async function answerInTime(
  answered: Promise<string>,
  ask: (cut: AbortSignal) => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const limit = AbortSignal.timeout(signInTimeoutMs);
  const done = new AbortController();
  const cut = AbortSignal.any([signal, limit, done.signal]);
  try {
    return await raceAbort(Promise.race([answered, ask(cut)]), cut);
  } catch (error) {
    signal.throwIfAborted();
    throw limit.aborted ? new UserError('signInTimedOut') : error;
  } finally {
    done.abort();
  }
}

async function listen(server: Server, wanted: number): Promise<void> {
  for (const port of wanted === 0 ? [0] : [wanted, 0]) {
    try {
      const listening = once(server, 'listening');
      server.listen(port, host);
      return void (await listening);
    } catch (error) {
      if (port === 0) throw error;
    }
  }
}

function portOf(redirectUri: string | undefined): number {
  const url = urlOf(redirectUri ?? '');
  return url?.hostname === host && url.pathname === path ? Number(url.port) : 0;
}
