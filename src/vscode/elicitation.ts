import * as vscode from 'vscode';
import type { AnswerAsked } from '../hostClient/questionPorts';
import { readForm } from '../views/elicitationForm';
import { FormDialog } from '../views/formDialog';
import { pageStep, readPage, type AskedPage } from '../views/urlStep';
import type { McpObject } from '../contract/state';
import { openPage } from './openPage';
import type { QuestionQueue } from './questionQueue';
import { showStep } from './showStep';

/** Answers `elicitation/create`: a form step by step, or the question whether a page may be opened. */
export function elicitation(queue: QuestionQueue): AnswerAsked {
  return async ({ server, params }, signal) => {
    // What cannot be asked is refused without a question.
    if (params['mode'] === 'url') {
      const page = readPage(params);
      return queue.put(server.name, signal, (abort) => askPage(server.name, page, abort));
    }
    const dialog = new FormDialog(server.name, readForm(params));
    return queue.put(server.name, signal, (abort) => askForm(dialog, abort));
  };
}

async function askForm(dialog: FormDialog, signal: AbortSignal): Promise<McpObject> {
  for (;;) {
    const result = dialog.take(await showStep(dialog.step, signal));
    if (result) return result;
  }
}

async function askPage(server: string, page: AskedPage, signal: AbortSignal): Promise<McpObject> {
  for (;;) {
    const answer = await showStep(pageStep(server, page), signal);
    if (answer.kind === 'cancelled') return { action: 'cancel' };
    const picked = answer.kind === 'picked' ? answer.ids[0] : 'decline';
    if (picked === 'decline') return { action: 'decline' };
    if (picked === 'copy') await vscode.env.clipboard.writeText(page.url);
    if (picked !== 'open') continue;
    signal.throwIfAborted();
    return { action: (await openPage(page.url)) ? 'accept' : 'cancel' };
  }
}
