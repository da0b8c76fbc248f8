import type { ReasonArguments } from '../../../src/base/errors';

/** Every reason code of the participant in chat, with the arguments it comes with. */
export const participantReasons: Readonly<Record<string, ReasonArguments>> = {
  modelBlocked: { model: 'Demo', message: 'quota' },
  modelNotAllowed: { model: 'Demo' },
  modelGone: { model: 'Demo' },
  modelFiltered: { model: 'Demo', message: 'off topic' },
  modelFailed: { model: 'Demo', message: 'oops' },
  toolNotOffered: { tool: 'till_add' },
  promptUnclear: { prompt: 'greet', valid: ['till/greet', 'shop/greet'] },
};
