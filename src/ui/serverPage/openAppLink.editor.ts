import { UserError } from '../../base/errors';
import { untrustedText } from '../text/untrustedText';
import { isConfirmed } from '../window/notice.editor';
import { openPage } from '../window/openPage.editor';
import { t } from './pageTexts';

let isAsking = false;

/**
 * Opens a web page that an app of a server wants to open, if the person agrees; false if not. We ask ourselves, because
 * the editor opens addresses of this machine and of domains that it trusts without a question. One question at a time,
 * so that an app cannot pile them up.
 * @throws UserError `appLinkRefused` where the person is not asked.
 */
export async function openAppLink(server: string, url: string): Promise<boolean> {
  if (isAsking || !/^https?:/i.test(url) || !URL.canParse(url)) {
    throw new UserError('appLinkRefused');
  }
  isAsking = true;
  try {
    const question = t('appLink', { server: untrustedText(server) });
    const isAgreed = await isConfirmed(question, t('open'), untrustedText(new URL(url).href));
    return isAgreed && (await openPage(url));
  } finally {
    isAsking = false;
  }
}
