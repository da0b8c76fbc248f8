import type { HostClient } from '../../client/hostConnection/hostClient';
import { isConfirmed } from '../window/notice.editor';
import { t } from './figuresTexts';

/** Clears the figures of a server after a confirmation. */
export async function clearFigures(host: HostClient, id: string, server: string): Promise<void> {
  if (await isConfirmed(t('clearQuestion', { server }), t('clearNow'), t('clearDetail')))
    await host.send('clearFigures', { id });
}
