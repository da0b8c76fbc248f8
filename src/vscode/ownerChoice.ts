import * as vscode from 'vscode';
import type { Reason } from '../base/errors';
import { giveBack, takeOver, type OwnerOutcome } from '../hostClient/owner';
import type { OwnerLayer, Runner } from '../hostClient/ownerPlan';
import type { WorkspaceModel } from '../hostClient/workspaceModel';
import { chatStrings } from '../views/chatStrings';
import { nextAction, sentence } from '../views/strings';
import { notice } from './notice';
import { copiesOf, ownerPorts } from './ownerPorts';

/**
 * Asks who runs the servers and where to keep the answer, and carries it out; the command
 * `roundhouse.chooseOwner`. `undefined` where the person left the question or it could not be done.
 */
export async function chooseOwner(
  context: vscode.ExtensionContext,
  model: WorkspaceModel,
): Promise<Runner | undefined> {
  const answer = await vscode.window.showInformationMessage(
    chatStrings.ownerQuestion,
    { modal: true, detail: chatStrings.ownerDetail },
    chatStrings.roundhouseRuns,
    chatStrings.editorRuns,
  );
  if (answer === undefined) return undefined;
  const layer = await askLayer();
  if (!layer) return undefined;
  const runner = answer === chatStrings.roundhouseRuns ? 'roundhouse' : 'vscode';
  return (await carryOut(context, model, runner, layer)) ? runner : undefined;
}

/** Makes `runner` the owner and tells what could not be done. False where nothing was changed. */
export async function carryOut(
  context: vscode.ExtensionContext,
  model: WorkspaceModel,
  runner: Runner,
  layer: OwnerLayer,
): Promise<boolean> {
  const ports = ownerPorts(context, model);
  const { failed }: OwnerOutcome =
    runner === 'roundhouse'
      ? await takeOver(ports, layer, copiesOf(model))
      : await giveBack(ports, layer);
  tell(failed);
  return failed.every(({ code }) => code !== 'ownerNotWritten');
}

/** Shows reasons as one warning; none, nothing. */
export function tell(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  const sentences = reasons.flatMap((reason) => [sentence(reason), nextAction(reason)?.text ?? '']);
  void notice('warning', sentences.filter(Boolean).join(' '));
}

async function askLayer(): Promise<OwnerLayer | undefined> {
  if (!vscode.workspace.workspaceFolders?.length) return 'user';
  const { userLayer, userLayerNote, userLayerDetail } = chatStrings;
  const picked = await vscode.window.showQuickPick(
    [
      { label: userLayer, description: userLayerNote, detail: userLayerDetail, layer: 'user' },
      {
        label: chatStrings.workspaceLayer,
        detail: chatStrings.workspaceLayerDetail,
        layer: 'workspace',
      },
    ] as const,
    { placeHolder: chatStrings.layerQuestion, ignoreFocusOut: true },
  );
  return picked?.layer;
}
