import { callStep, type CallPick } from '../views/callStep';
import type { AskedCall } from '../views/chatInvocation';
import { showStep } from './showStep';

/** Asks whether chat may call a tool this once; leaving the question is a no. */
export async function askCall(call: AskedCall, signal: AbortSignal): Promise<boolean> {
  const answer = await showStep(callStep(call), signal);
  const allowed: CallPick = 'allow';
  return answer.kind === 'picked' && answer.ids[0] === allowed;
}
