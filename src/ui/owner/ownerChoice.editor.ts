import type * as vscode from 'vscode';
import type { Reason } from '../../base/errors';
import {
  giveBack,
  takeOver,
  type OwnerOutcome,
  type OwnerLayer,
  type ChosenOwner,
} from '../../client/owner';
import type { Workspace } from '../../client/workspace';
import { nextAction, sentence } from '../reasons/sentence';
import { notice } from '../window/notice.editor';
import { copiesOf, ownerPorts } from './ownerPorts.editor';

/** Makes `runner` the owner and tells what could not be done. False where nothing was changed. */
export async function carryOut(
  context: vscode.ExtensionContext,
  model: Workspace,
  runner: ChosenOwner,
  layer: OwnerLayer,
): Promise<boolean> {
  const ports = ownerPorts(context, model);
  const { failed }: OwnerOutcome =
    runner === 'roundhouse'
      ? await takeOver(ports, layer, copiesOf(model))
      : await giveBack(ports, layer);
  showReasons(failed);
  return failed.every(({ code }) => code !== 'ownerNotWritten');
}

/** Shows reasons as one warning; none, nothing. */
export function showReasons(reasons: readonly Reason[]): void {
  if (reasons.length === 0) return;
  const sentences = reasons.flatMap((reason) => [sentence(reason), nextAction(reason)?.text ?? '']);
  void notice('warning', sentences.filter(Boolean).join(' '));
}
