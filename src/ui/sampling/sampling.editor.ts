import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Disposable } from '../../base/disposable';
import type { Definition } from '../../config/definition';
import { serverRequestRefused } from '../../ipc/serverRequest';
import type { McpObject } from '../../ipc/state';
import type { DeclinedServers } from '../../client/declinedServers';
import { permittedModel, type ModelDecision } from '../../client/permittedModel';
import type { Workspace } from '../../client/workspace';
import type { ServerRequestHandler } from '../../client/serverRequestHandlers';
import type {
  SamplingBudget,
  SamplingPermissions,
  SamplingPermission,
} from '../../client/sampling';
import type { RequestQueue } from '../questions/windowQuestions.editor';
import { showStep } from '../questions/questionStep.editor';
import { SampledAnswer } from './sampledAnswer';
import {
  answerText,
  requestText,
  failureText,
  wholeRequestText,
  type SamplingOutcome,
  type SamplingRecord,
} from './samplingPage';
import { readSampling, type SamplingRequest } from './samplingRequest';
import { ourConfiguration } from '../window/settings.editor';
import { preferredModels, samplingSettings, type SamplingSettings } from './samplingSettings';
import { t, toServer, type SamplingTextKey } from './samplingTexts';
import { chatMessages, countTokens, requestTokens, runModel } from './modelRequest.editor';
import type { SamplingPages } from './samplingPages.editor';
import { modelStep, samplingStep, type SamplingQuestion } from './samplingStep';

/** Context of the window for sampling. */
export interface SamplingContext {
  readonly workspace: Pick<Workspace, 'entries' | 'trusted'>;
  /** Returns a function that masks the secrets of a server's launch. */
  readonly mask: (definition: Definition, signal: AbortSignal) => Promise<(text: string) => string>;
  readonly permissions: SamplingPermissions;
  readonly declined: Pick<DeclinedServers, 'has'>;
  readonly budget: SamplingBudget;
  readonly queue: RequestQueue;
  readonly pages: SamplingPages;
}

/** Answers `sampling/createMessage` with a model that the user permits, and records each request. */
export function sampling(context: SamplingContext): ServerRequestHandler {
  return ({ server, params }, signal) => new Sample(context, server, signal).run(params);
}

/** A parsed request. */
interface ParsedRequest {
  readonly definition: Definition;
  readonly request: SamplingRequest;
  readonly messages: readonly vscode.LanguageModelChatMessage[];
}

/** One request of a server, from parsing to its answer. */
class Sample {
  #record: Omit<SamplingRecord, 'outcome'>;
  /** Masks secrets; until they are known only own texts are recorded. */
  #mask = (text: string): string => text;
  readonly #tokens = new Map<vscode.LanguageModelChat, Promise<number>>();

  constructor(
    private readonly context: SamplingContext,
    server: SamplingRecord['server'],
    private readonly signal: AbortSignal,
  ) {
    this.#record = { at: Date.now(), server, asked: '' };
  }

  async run(params: McpObject): Promise<McpObject> {
    try {
      const result = await this.#answer(await this.#read(params));
      this.#end({ kind: result['stopReason'] === 'maxTokens' ? 'cutOff' : 'answered' });
      return result;
    } catch (error) {
      this.#end(this.#outcomeOf(error));
      throw error;
    }
  }

  async #read(params: McpObject): Promise<ParsedRequest> {
    const { context, signal } = this;
    const { entries, trusted } = context.workspace;
    const definition = entries.peek().get(this.#record.server.id)?.definition;
    if (!definition) throw refusal('toldGone');
    if (!trusted.peek()) throw refusal('toldUntrusted');
    if (context.declined.has(definition.id)) throw refusal('toldRefused');
    this.#mask = await context.mask(definition, signal);
    const request = readSampling(params);
    this.#record = { ...this.#record, asked: requestText(request, this.#mask) };
    return { definition, request, messages: chatMessages(request) };
  }

  async #answer(parsed: ParsedRequest): Promise<McpObject> {
    const { definition, request, messages } = parsed;
    const model = await this.#permittedModel(parsed);
    const input = await this.#count(model, request);
    const maxTokens = Math.min(request.maxTokens, this.#tokensLeft(input));
    const count = (text: string): Promise<number> => countTokens(model, text);
    const answer = new SampledAnswer({ maxTokens, stopSequences: request.stopSequences, count });
    const settle = this.context.budget.take(input + maxTokens, Date.now());
    const justification = t('justification', { server: definition.name });
    try {
      await runModel(model, messages, { ...request, justification }, answer, this.signal);
    } finally {
      // The output counts, however it ended.
      await answer.end();
      const { tokens: output, text } = answer;
      settle(input + output);
      const said = text === '' ? undefined : answerText(text, this.#mask);
      this.#record = { ...this.#record, output, answer: said };
    }
    return answer.result(model.id);
  }

  /** The model that the server may use for this request. */
  async #permittedModel({ definition, request }: ParsedRequest): Promise<vscode.LanguageModelChat> {
    const { permissions, queue } = this.context;
    const { models: allowed, confirm } = settings();
    const models = preferredModels(await vscode.lm.selectChatModels(), request.hints, allowed);
    const [best, ...others] = models;
    if (!best) throw refusal('toldNoModel');
    this.#record = { ...this.#record, model: best.name };
    const each = confirm === 'each';
    const { name: server } = definition;
    const permitted = await permittedModel({
      models: [best, ...others],
      each,
      permissionOf: (model) => permissions.of(definition, keyOf(model)),
      inTurn: async (task) => {
        // Nobody is asked for what cannot be had anyway.
        this.#tokensLeft(await this.#count(best, request));
        return queue.run(server, this.signal, task);
      },
      ask: (abort) => this.#confirm({ server, request, each }, models, abort),
      decide: ({ model, permission }) => permissions.decide(definition, keyOf(model), permission),
    });
    if (permitted === 'never') throw refusal('toldNever');
    if (!permitted) throw refusal('toldRefused');
    return permitted;
  }

  /**
   * Asks whether the server may use the first model, or which other one; `undefined` refuses this request. The user
   * can read the request beside the question.
   */
  async #confirm(
    question: Pick<SamplingQuestion, 'server' | 'request' | 'each'>,
    models: readonly vscode.LanguageModelChat[],
    signal: AbortSignal,
  ): Promise<ModelDecision<vscode.LanguageModelChat> | undefined> {
    const { server, request } = question;
    const hasOthers = models.length > 1;
    let [model] = models;
    let page: Disposable | undefined;
    try {
      while (model) {
        const tokens = await this.#count(model, request);
        const step = samplingStep({ ...question, model: model.name, tokens, hasOthers });
        const answer = await showStep(step, signal);
        // Each row's id is a pick.
        const pick = answer.kind === 'picked' ? (answer.ids[0] ?? 'read') : 'refuse';
        if (pick === 'refuse') return undefined;
        if (pick === 'read') {
          const whole = wholeRequestText(request, this.#mask);
          page ??= await this.context.pages.showRequest(server, whole);
        } else if (pick === 'other') model = await otherModel(model, server, models, signal);
        else return { model, permission: pick as SamplingPermission };
      }
      return undefined;
    } finally {
      page?.dispose();
    }
  }

  async #count(model: vscode.LanguageModelChat, request: SamplingRequest): Promise<number> {
    const counting = this.#tokens.get(model) ?? requestTokens(model, request);
    this.#tokens.set(model, counting);
    const input = await counting;
    this.#record = { ...this.#record, model: model.name, input };
    return input;
  }

  /** Tokens that the answer may have besides the request's. */
  #tokensLeft(input: number): number {
    const { requestsPerHour, tokensPerHour } = settings();
    const limits = { requests: requestsPerHour, tokens: tokensPerHour };
    const { requests, tokens } = this.context.budget.left(limits, Date.now());
    if (requests < 1) throw refusal('toldRequests');
    if (tokens <= input) throw refusal('toldTokens');
    return tokens - input;
  }

  #end(outcome: SamplingOutcome): void {
    this.context.pages.add({ ...this.#record, outcome });
  }

  #outcomeOf(error: unknown): SamplingOutcome {
    if (this.signal.aborted) return { kind: 'withdrawn' };
    const isRefused = error instanceof UserError;
    const said = isRefused ? (error.args['message'] ?? error.code) : error;
    const text = said instanceof Error ? said.message : String(said);
    const message = failureText(text, this.#mask);
    return { kind: isRefused ? 'refused' : 'failed', message };
  }
}

function settings(): SamplingSettings {
  return samplingSettings(ourConfiguration().get('sampling'));
}

/** Permissions are given per vendor and model, because vendors may use the same ids. */
function keyOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function refusal(key: SamplingTextKey): UserError {
  return serverRequestRefused('rejected', toServer(key));
}

/** The model picked instead; `undefined` if the user refuses. */
async function otherModel(
  model: vscode.LanguageModelChat,
  server: string,
  models: readonly vscode.LanguageModelChat[],
  signal: AbortSignal,
): Promise<vscode.LanguageModelChat | undefined> {
  const answer = await showStep(modelStep(server, models), signal);
  if (answer.kind === 'back') return model;
  return answer.kind === 'picked' ? models[Number(answer.ids[0])] : undefined;
}
