import { randomUUID } from 'node:crypto';
import type { Question } from '../../ipc/questions';
import type { Handshake } from '../../ipc/state';

/** Whoever can answer this can go on with an error that leads to pages (2025-11-25, "Elicitation"). */
export const anyPage: Question = { method: 'elicitation/create', params: { mode: 'url' } };

/**
 * A question as clients of an era have it: that for a page has an `elicitationId` in the legacy era, and none
 * in the modern one (2026-07-28, changelog).
 */
export function questionIn(era: Handshake['era'], question: Question): Question {
  const { elicitationId, ...params } = question.params;
  if (question.method !== 'elicitation/create' || params['mode'] !== 'url') return question;
  if (era === 'modern') return { ...question, params };
  return { ...question, params: { ...params, elicitationId: elicitationId ?? randomUUID() } };
}
