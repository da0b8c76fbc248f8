import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { SignInOccasion } from '../../ipc/authorization';
import {
  answerInTime,
  editorRedirect,
  isAnswerTo,
  loopbackReturn,
  returnedUrl,
} from '../../client/signInReturn';
import type { SignInContext, SignInReturn } from '../../client/signIn';
import { untrustedText } from '../text/untrustedText';
import { notice } from '../window/notice.editor';
import { openPage } from '../window/openPage.editor';
import { hostOf, isSignInAnswer, signInPages, signInQuestion, t } from './signInTexts';
import type { WindowContext } from '../window/windowContext.editor';

type SignInWindow = Pick<WindowContext, 'extensionContext' | 'workspace' | 'onSignInReturned'>;

/** Asks, opens the browser and takes the answer; a browser elsewhere comes back through the editor. */
export function windowSignIn(window: SignInWindow): Pick<SignInContext, 'prepare'> {
  return {
    prepare: async (occasion, before, signal) => {
      await confirm(window, occasion);
      signal.throwIfAborted();
      const isDesktop = vscode.env.uiKind === vscode.UIKind.Desktop;
      const lead = { window, occasion };
      if (vscode.env.remoteName !== undefined || !isDesktop)
        return uriReturn(lead, before, isDesktop);
      const back = await loopbackReturn(
        (url, cut) => browse(lead, { url, redirectUri: back.redirectUri, cut }),
        signInPages(),
        before,
      );
      return back;
    },
  };
}

interface Lead {
  readonly window: SignInWindow;
  readonly occasion: SignInOccasion;
}

/** Name by which a person knows the server. */
function nameOf({ workspace }: SignInWindow, { id }: SignInOccasion): string {
  return workspace.entries.peek().get(id)?.definition.name ?? id;
}

async function confirm(window: SignInWindow, occasion: SignInOccasion): Promise<void> {
  const { message, detail, allow } = signInQuestion(nameOf(window, occasion), occasion);
  const picked = await vscode.window.showInformationMessage(
    message,
    { modal: true, detail },
    allow,
  );
  if (picked !== allow) throw new UserError('signInCancelled', { issuer: occasion.issuer });
}

async function uriReturn(
  lead: Lead,
  before: string | undefined,
  isDesktop: boolean,
): Promise<SignInReturn> {
  const { onSignInReturned, extensionContext } = lead.window;
  const own = vscode.Uri.parse(
    `${vscode.env.uriScheme}://${extensionContext.extension.id}/callback`,
  );
  const external = await vscode.env.asExternalUri(own);
  const both = { own: own.toString(true), external: external.toString(true) };
  const redirectUri = editorRedirect(both, before, isDesktop);
  let subscription: Disposable | undefined;
  return {
    redirectUri,
    answer: (url, signal) => {
      const answered = new Promise<string>((resolve) => {
        subscription = onSignInReturned((query) => {
          // Other sign-ins come back here, too.
          const answer = returnedUrl(redirectUri, query);
          if (isAnswerTo(url, answer)) resolve(answer.href);
        });
      });
      const ask = (cut: AbortSignal): Promise<string> => {
        const page = { url, redirectUri, cut };
        return Promise.race([browse(lead, page), pasteByHand(lead, page)]);
      };
      return answerInTime(answered, ask, signal);
    },
    dispose: () => subscription?.dispose(),
  };
}

interface Page {
  readonly url: string;
  readonly redirectUri: string;
  /** Aborts when nobody waits any more. */
  readonly cut: AbortSignal;
}

/** Shows the page, and that it is waited for. @throws UserError `signInCancelled`. */
async function browse({ window, occasion }: Lead, { url, cut }: Page): Promise<never> {
  const { issuer } = occasion;
  const host = hostOf(issuer);
  // The editor resolves to false also for a link that the person copied, to open it themselves.
  await openPage(url);
  cut.throwIfAborted();
  const title = untrustedText(t('waiting', { server: nameOf(window, occasion), host }));
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title, cancellable: true };
  const waiting = (_progress: unknown, token: vscode.CancellationToken): Promise<never> =>
    new Promise((_resolve, reject) => {
      token.onCancellationRequested(() => reject(new UserError('signInCancelled', { issuer })));
      cut.addEventListener('abort', () => reject(cut.reason as Error), { once: true });
    });
  return vscode.window.withProgress(options, waiting);
}

/** For a browser that cannot come back; resolves only with an address. */
async function pasteByHand({ occasion }: Lead, { url, redirectUri, cut }: Page): Promise<string> {
  const host = hostOf(occasion.issuer);
  const gone = new vscode.CancellationTokenSource();
  cut.addEventListener('abort', () => gone.cancel(), { once: true });
  const copy = t('copyLink');
  const paste = t('pasteAddress');
  for (;;) {
    const picked = await notice('information', t('help', { host }), copy, paste);
    if (cut.aborted || picked === undefined) break;
    if (picked === copy) await vscode.env.clipboard.writeText(url);
    else {
      const asked: vscode.InputBoxOptions = {
        title: t('pasteTitle', { host }),
        prompt: t('pastePrompt'),
        ignoreFocusOut: true,
        validateInput: (value) =>
          isSignInAnswer(value, redirectUri) ? undefined : t('pasteInvalid'),
      };
      const text = await vscode.window.showInputBox(asked, gone.token);
      if (text !== undefined) return text.trim();
    }
  }
  return new Promise(() => undefined);
}
