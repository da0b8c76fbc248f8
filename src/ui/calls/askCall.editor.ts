import { type CallDetails, callStep, type CallPick } from './callQuestion';
import { showStep } from '../questions/questionStep.editor';

/** Asks whether a call may be made this once; cancelling refuses it. */
export async function askCall(call: CallDetails, signal: AbortSignal): Promise<boolean> {
  const answer = await showStep(callStep(call), signal);
  const allowed: CallPick = 'allow';
  return answer.kind === 'picked' && answer.ids[0] === allowed;
}
