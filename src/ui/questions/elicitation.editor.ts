import * as vscode from 'vscode';
import type { McpObject } from '../../ipc/state';
import type { DeclinedServers } from '../../client/declinedServers';
import type { ServerRequestHandler } from '../../client/serverRequestHandlers';
import { notice } from '../window/notice.editor';
import { openPage } from '../window/openPage.editor';
import { readForm } from './elicitationForm';
import { FormDialog } from './formDialog';
import type { StepAnswer } from './questionStep';
import { t } from './questionTexts';
import { urlStep, readUrlRequest, type UrlRequest } from './elicitationUrl';
import type { RequestQueue } from './windowQuestions.editor';
import { showStep } from './questionStep.editor';

/** A result and the user's last answer. */
interface Answered {
  readonly result: McpObject;
  readonly by: StepAnswer['kind'];
}

/**
 * Answers `elicitation/create` with a form or the question whether to open a URL. Requests of servers that are
 * declined altogether are declined unseen, waiting ones too.
 */
export function elicitation(queue: RequestQueue, declined: DeclinedServers): ServerRequestHandler {
  return async ({ server, params }, signal) => {
    // An unreadable request is refused without a question.
    const asked = readQuestion(server.name, params);
    if (declined.has(server.id)) return { action: 'decline' };
    return queue.run(server.name, signal, async (abort) => {
      if (declined.has(server.id)) return { action: 'decline' };
      const { result, by } = await asked(abort);
      if (by === 'declinedAll') declineAll(server, declined);
      return result;
    });
  };
}

function readQuestion(
  server: string,
  params: McpObject,
): (signal: AbortSignal) => Promise<Answered> {
  if (params['mode'] === 'url') {
    const page = readUrlRequest(params);
    return (signal) => askPage(server, page, signal);
  }
  const dialog = new FormDialog(server, readForm(params));
  return (signal) => askForm(dialog, signal);
}

function declineAll(
  { id, name }: { readonly id: string; readonly name: string },
  declined: DeclinedServers,
): void {
  declined.add(id);
  const again = t('askAgain');
  void notice('information', t('declinedAll', { server: name }), again).then((picked) => {
    if (picked === again) declined.delete(id);
  });
}

async function askForm(dialog: FormDialog, signal: AbortSignal): Promise<Answered> {
  for (;;) {
    const answer = await showStep(dialog.step, signal);
    const result = dialog.take(answer);
    if (result) return { result, by: answer.kind };
  }
}

async function askPage(server: string, page: UrlRequest, signal: AbortSignal): Promise<Answered> {
  let isByHand = false;
  for (;;) {
    const answer = await showStep(urlStep(server, page, isByHand), signal);
    const by = answer.kind;
    if (by === 'cancelled') return { result: { action: 'cancel' }, by };
    const picked = by === 'picked' ? answer.ids[0] : 'decline';
    if (picked === 'decline') return { result: { action: 'decline' }, by };
    signal.throwIfAborted();
    if (picked === 'opened') return { result: { action: 'accept' }, by };
    if (picked === 'copy') await vscode.env.clipboard.writeText(page.url);
    // The editor resolves to false also for an address that the person copied in its question.
    else if (picked !== 'open') continue;
    else if (await openPage(page.url)) return { result: { action: 'accept' }, by };
    isByHand = true;
  }
}
