import { urlOf } from '../../network/urlOf';
import type { SignInOccasion } from '../../ipc/authorization';
import { textsOf } from '../text/format';

/** Words of the sign-in. */
export const t = textsOf({
  question: 'The MCP server "{server}" wants you to sign in at {host}.',
  questionDetail:
    'Your browser opens {issuer}. What you allow there lets Roundhouse use {url} in your name; the tokens are kept in the secret store of the editor.',
  insecure: 'The address is not encrypted: whoever is between may read along.',
  allow: 'Sign In',
  waiting: 'Signing in to "{server}" at {host}',
  copyLink: 'Copy Link',
  pasteAddress: 'Paste Address…',
  help: 'The browser shows the sign-in of {host}. If it cannot come back here, copy the address that it ends at and paste it.',
  pasteTitle: 'Sign in at {host}',
  pastePrompt: 'The whole address at which the browser ended',
  pasteInvalid: 'This is not the address that the sign-in ends at.',
  signedOut: 'Signed out of "{server}".',
  openThis: 'Open this address in a browser to sign in at {host}:',
  pasteThis: 'Then paste the address that the browser ends at: ',
  doneTitle: 'Signed in',
  done: 'You can close this page and go back to the editor.',
  refusedTitle: 'Not signed in',
  refused:
    'The sign-in was refused. You can close this page and go back to the editor, which says more.',
});

/** Question before a browser opens. */
export function signInQuestion(
  server: string,
  { server: url, issuer }: Pick<SignInOccasion, 'server' | 'issuer'>,
): { readonly message: string; readonly detail: string; readonly allow: string } {
  const host = hostOf(issuer);
  const warning = isFarAndPlain(issuer) ? ` ${t('insecure')}` : '';
  return {
    message: t('question', { server, host }),
    detail: `${t('questionDetail', { issuer, url })}${warning}`,
    allow: t('allow'),
  };
}

/** The host of an address, in the letters that its certificate is for: look-alikes show. */
export function hostOf(url: string): string {
  return urlOf(url)?.host ?? url;
}

/** True if a pasted text is the redirect URI with an answer. */
export function isSignInAnswer(text: string, redirectUri: string): boolean {
  const [url, agreed] = [urlOf(text.trim()), urlOf(redirectUri)];
  if (!url || !agreed) return false;
  const isSameEndpoint = url.host === agreed.host && url.pathname === agreed.pathname;
  return isSameEndpoint && url.searchParams.has('state');
}

/** The pages at which a browser ends: HTML. */
export function signInPages(): { readonly done: string; readonly refused: string } {
  const style = 'body{font:16px system-ui;margin:20vh auto;max-width:30em;text-align:center}';
  const page = (title: string, text: string): string =>
    `<!doctype html><meta charset="utf-8"><title>${title}</title><style>${style}</style><h1>${title}</h1><p>${text}</p>`;
  return {
    done: page(t('doneTitle'), t('done')),
    refused: page(t('refusedTitle'), t('refused')),
  };
}

function isFarAndPlain(issuer: string): boolean {
  const url = urlOf(issuer);
  if (!url) return false;
  const { protocol, hostname } = url;
  return protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
