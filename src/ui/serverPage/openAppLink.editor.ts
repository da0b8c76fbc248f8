import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { McpObject } from '../../ipc/state';
import { untrustedText } from '../text/untrustedText';
import { openPage } from '../window/openPage.editor';
import { t } from './pageTexts';

let isAsking = false;

/**
 * Opens a web page that an app of a server wants to open, if the person agrees. We ask ourselves, because the editor
 * opens addresses of this machine and of domains that it trusts without a question. One question at a time, so that an
 * app cannot pile them up.
 * @throws UserError `appLinkRefused`.
 */
export async function openAppLink(server: string, url: string): Promise<McpObject> {
  if (isAsking || !/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new UserError('appLinkRefused');
  }
  isAsking = true;
  try {
    const detail = untrustedText(new URL(url).href);
    const open = t('open');
    const question = t('appLink', { server: untrustedText(server) });
    const options = { modal: true, detail };
    const picked = await vscode.window.showWarningMessage(question, options, open);
    if (picked === open && (await openPage(url))) return {};
  } finally {
    isAsking = false;
  }
  throw new UserError('appLinkRefused');
}
