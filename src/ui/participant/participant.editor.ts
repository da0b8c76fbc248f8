import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/disposable';
import { lazy } from '../../base/lazy';
import type { WindowQuestions } from '../questions/windowQuestions.editor';
import type { WindowContext } from '../window/windowContext.editor';

export interface ParticipantContext extends Pick<
  WindowContext,
  'extensionContext' | 'workspace' | 'settings' | 'costs' | 'inputs'
> {
  /** Asks the user to approve a call. */
  readonly person: Pick<WindowQuestions, 'approve'>;
}

/** Registers `@roundhouse`, which answers in chat with the tools of all servers. */
export function registerParticipant(window: ParticipantContext): Disposable {
  const store = new DisposableStore();
  const turns = lazy(
    async () => (await import('./participantTurns.editor')).participantTurns(window),
    'answer',
    'followups',
  );
  const participant = store.add(vscode.chat.createChatParticipant('roundhouse.chat', turns.answer));
  participant.iconPath = vscode.Uri.joinPath(
    window.extensionContext.extensionUri,
    'media',
    'icon.png',
  );
  participant.followupProvider = { provideFollowups: turns.followups };
  return store;
}
