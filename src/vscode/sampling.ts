import * as vscode from 'vscode';
import { UserError } from '../base/errors';
import type { Definition } from '../config/definition';
import { questionRefused } from '../contract/questions';
import type { McpObject } from '../contract/state';
import type { AnswerAsked } from '../hostClient/questionPorts';
import type { SamplingBudget } from '../hostClient/samplingBudget';
import type { SamplingPermissions } from '../hostClient/samplingPermissions';
import { preferredModels } from '../views/preferredModels';
import {
  answerText,
  askedText,
  type SamplingOutcome,
  type SamplingRecord,
} from '../views/samplingPage';
import { readSampling, type SamplingRequest } from '../views/samplingRequest';
import type { SamplingSettings } from '../views/samplingSettings';
import { saySampling, type SamplingTextKey } from '../views/samplingTexts';
import { chatMessages, countTokens, runModel } from './modelRequest';
import type { QuestionQueue } from './questionQueue';
import type { SamplingPages } from './samplingPages';
import { askSampling } from './samplingQuestion';

/** What the use of models by servers needs of its window. */
export interface SamplingParts {
  readonly settings: () => SamplingSettings;
  /** False in Restricted Mode. */
  readonly trusted: () => boolean;
  readonly definition: (id: string) => Definition | undefined;
  /** Masks the secrets of a server's launch. */
  readonly mask: (definition: Definition, signal: AbortSignal) => Promise<(text: string) => string>;
  readonly permissions: SamplingPermissions;
  readonly budget: SamplingBudget;
  readonly queue: QuestionQueue;
  readonly pages: SamplingPages;
}

/** Answers `sampling/createMessage` by a model of the person, who permits it; each request is recorded. */
export function sampling(parts: SamplingParts): AnswerAsked {
  return async ({ server, params }, signal) => {
    const request = readSampling(params);
    const definition = parts.definition(server.id);
    if (!definition) throw refusal('toldGone');
    if (!parts.trusted()) throw refusal('toldUntrusted');
    const mask = await parts.mask(definition, signal);
    const record = { at: Date.now(), server, asked: askedText(request, mask) };
    const sample = new Sample(parts, { definition, request, signal, mask, record });
    return sample.run();
  };
}

interface Asked {
  readonly definition: Definition;
  readonly request: SamplingRequest;
  readonly signal: AbortSignal;
  readonly mask: (text: string) => string;
  readonly record: Omit<SamplingRecord, 'outcome'>;
}

/** One request of a server, from the choice of a model to its answer. */
class Sample {
  readonly #messages: readonly vscode.LanguageModelChatMessage[];
  #record: Omit<SamplingRecord, 'outcome'>;

  constructor(
    private readonly parts: SamplingParts,
    private readonly asked: Asked,
  ) {
    this.#messages = chatMessages(asked.request);
    this.#record = asked.record;
  }

  async run(): Promise<McpObject> {
    try {
      const result = await this.#answer();
      this.#end({ kind: result['stopReason'] === 'maxTokens' ? 'cutOff' : 'answered' });
      return result;
    } catch (error) {
      this.#end(outcomeOf(error, this.asked));
      throw error;
    }
  }

  async #answer(): Promise<McpObject> {
    const { request, definition, signal, mask } = this.asked;
    const { budget } = this.parts;
    const model = await this.#permittedModel();
    const input = await this.#count(model);
    const maxTokens = Math.min(request.maxTokens, this.#tokensLeft(input));
    budget.spend({ requests: 1, tokens: input }, Date.now());
    const justification = saySampling('justification', { server: definition.name });
    const limited = { ...request, maxTokens, justification };
    const answer = await runModel(model, this.#messages, limited, signal);
    const { tokens: output, text } = answer;
    budget.spend({ requests: 0, tokens: output }, Date.now());
    this.#record = { ...this.#record, output, answer: answerText(text, mask) };
    return answer.result(model.id);
  }

  /** The model that the server may use for this request. */
  async #permittedModel(): Promise<vscode.LanguageModelChat> {
    const { settings, permissions, queue, pages } = this.parts;
    const { definition, request, signal, record } = this.asked;
    const { models: allowed, confirm } = settings();
    const models = preferredModels(await vscode.lm.selectChatModels(), request.hints, allowed);
    const [best] = models;
    if (!best) throw refusal('toldNoModel');
    this.#record = { ...record, model: best.name };
    const known = permissions.of(definition, keyOf(best));
    if (known === 'never') throw refusal('toldNever');
    // Nobody is asked for what cannot be had anyway.
    this.#tokensLeft(await this.#count(best));
    if (known !== undefined && confirm === 'once') return best;
    const question = {
      server: definition.name,
      request,
      asked: record.asked,
      models,
      count: (model: vscode.LanguageModelChat) => this.#count(model),
      each: confirm === 'each',
    };
    const decision = await queue.put(definition.name, signal, (abort) =>
      askSampling(question, pages, abort),
    );
    if (!decision) throw refusal('toldRefused');
    const { model, permission } = decision;
    await permissions.decide(definition, keyOf(model), permission);
    if (permission === 'never') throw refusal('toldNever');
    return model;
  }

  async #count(model: vscode.LanguageModelChat): Promise<number> {
    const input = await countTokens(model, this.#messages);
    this.#record = { ...this.#record, model: model.name, input };
    return input;
  }

  /** How many tokens an answer may have beside those of the messages. */
  #tokensLeft(input: number): number {
    const { settings, budget } = this.parts;
    const { requestsPerHour, tokensPerHour } = settings();
    const limits = { requests: requestsPerHour, tokens: tokensPerHour };
    const { requests, tokens } = budget.left(limits, Date.now());
    if (requests < 1) throw refusal('toldRequests');
    if (tokens <= input) throw refusal('toldTokens');
    return tokens - input;
  }

  #end(outcome: SamplingOutcome): void {
    this.parts.pages.add({ ...this.#record, outcome });
  }
}

/** Permission is given to a model of a vendor; several vendors may offer one of the same name. */
function keyOf({ vendor, id }: vscode.LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function refusal(key: SamplingTextKey): UserError {
  return questionRefused('rejected', saySampling(key));
}

function outcomeOf(error: unknown, { signal, mask }: Asked): SamplingOutcome {
  if (signal.aborted) return { kind: 'withdrawn' };
  if (error instanceof UserError) {
    return { kind: 'refused', message: String(error.args['message'] ?? error.code) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { kind: 'failed', message: mask(message) };
}
