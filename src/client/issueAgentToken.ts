import { createHash, randomBytes } from 'node:crypto';
import { numbered } from '../base/uniqueNames';
import type { AgentToken, AgentTokens } from './agentTokens';

/** A new token under a unique name, and the record of it that is stored. */
export async function issueAgentToken(
  tokens: AgentTokens,
  wanted: string,
  set?: string,
): Promise<{ readonly token: string; readonly issued: AgentToken }> {
  const isTaken = (name: string): boolean => tokens.all.some((one) => one.name === name);
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('base64url');
  const issued = { name: numbered(wanted, isTaken), hash, ...(set !== undefined && { set }) };
  await tokens.add(issued);
  return { token, issued };
}
