import type * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import type { SamplingPermission } from '../../client/samplingPermissions';
import type { SamplingRequest } from './samplingRequest';
import { modelStep, samplingStep, type SamplingPick } from './samplingStep';
import type { SamplingPages } from './samplingPages.editor';
import { showStep } from '../questions/showStep.editor';

/** The question to the user. */
export interface AskedSampling {
  readonly server: string;
  readonly request: SamplingRequest;
  /** The request as Markdown. */
  readonly asked: string;
  /** Models that the server may use, preferred one first. */
  readonly models: readonly vscode.LanguageModelChat[];
  readonly count: (model: vscode.LanguageModelChat) => Promise<number>;
  readonly each: boolean;
}

/** Permission for a model; `undefined` refuses this request. */
export type SamplingDecision =
  { readonly model: vscode.LanguageModelChat; readonly permission: SamplingPermission } | undefined;

/** Asks whether a server may use a model. The user can read the request beside the question. */
export async function askSampling(
  asked: AskedSampling,
  pages: SamplingPages,
  signal: AbortSignal,
): Promise<SamplingDecision> {
  let [model] = asked.models;
  let page: Disposable | undefined;
  try {
    while (model) {
      const pick = await pickFor(model, asked, signal);
      if (pick === 'refuse') return undefined;
      if (pick === 'read') page ??= await pages.showAsked(asked.server, asked.asked);
      else if (pick === 'other') model = await anotherModel(model, asked, signal);
      else return { model, permission: pick };
    }
    return undefined;
  } finally {
    page?.dispose();
  }
}

async function pickFor(
  model: vscode.LanguageModelChat,
  { server, request, models, count, each }: AskedSampling,
  signal: AbortSignal,
): Promise<SamplingPick> {
  const tokens = await count(model);
  const hasOthers = models.length > 1;
  const step = samplingStep({ server, model: model.name, request, tokens, hasOthers, each });
  const answer = await showStep(step, signal);
  // A row of the step has a pick as its id.
  return answer.kind === 'picked' ? ((answer.ids[0] ?? 'read') as SamplingPick) : 'refuse';
}

/** The model picked instead; `undefined` if the user refuses. */
async function anotherModel(
  model: vscode.LanguageModelChat,
  { server, models }: AskedSampling,
  signal: AbortSignal,
): Promise<vscode.LanguageModelChat | undefined> {
  const answer = await showStep(modelStep(server, models), signal);
  if (answer.kind === 'back') return model;
  return answer.kind === 'picked' ? models[Number(answer.ids[0])] : undefined;
}
