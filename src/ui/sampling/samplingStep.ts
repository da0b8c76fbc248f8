import { untrustedText } from '../text/untrustedText';
import type { PickStep, StepRow } from '../questions/questionStep';
import type { SamplingRequest } from './samplingRequest';
import { saySampling } from './samplingTexts';

/** What is asked for, as far as a person decides about it. */
export interface SamplingQuestion {
  readonly server: string;
  /** The name of the model that would be used. */
  readonly model: string;
  readonly request: SamplingRequest;
  /** Of all messages together. */
  readonly tokens: number;
  /** There are other models that could be used instead. */
  readonly hasOthers: boolean;
  /** Each request is asked for, so that nothing can be allowed for longer. */
  readonly each: boolean;
}

/** What a person can pick; `refuse` counts for this request alone. */
export type SamplingPick = 'read' | 'once' | 'session' | 'always' | 'other' | 'refuse' | 'never';

/** Characters of the last message that the question begins to quote; all of it can be read. */
const quoted = 200;

/** How a person is asked whether a server may use a model; Enter alone allows nothing. */
export function samplingStep(question: SamplingQuestion): PickStep {
  const { request, tokens, hasOthers, each } = question;
  const server = untrustedText(question.server);
  const row = (id: SamplingPick, icon: string, label: string, description?: string): StepRow => ({
    id,
    icon,
    label,
    description,
  });
  const lasting = [
    row('session', 'history', saySampling('session'), saySampling('sessionDetail')),
    row('always', 'check-all', saySampling('always'), saySampling('alwaysDetail', { server })),
  ];
  return {
    kind: 'pick',
    title: saySampling('wants', { server, model: untrustedText(question.model) }),
    prompt: saySampling('asked', {
      messages: request.messages.length,
      tokens,
      maxTokens: request.maxTokens,
      tools: request.tools.map(({ name }) => untrustedText(name)),
      start: start(request),
    }),
    placeholder: saySampling('mayIt'),
    back: false,
    decline: saySampling('refuse'),
    many: false,
    active: 'read',
    rows: [
      row('read', 'eye', saySampling('read'), saySampling('readDetail')),
      row('once', 'check', saySampling('once')),
      ...(each ? [] : lasting),
      ...(hasOthers ? [row('other', 'arrow-swap', saySampling('other'))] : []),
      row('refuse', 'circle-slash', saySampling('refuse'), saySampling('refuseDetail')),
      row('never', 'error', saySampling('never')),
    ],
  };
}

/** How a person picks another model. */
export function modelStep(
  server: string,
  models: readonly { readonly name: string; readonly vendor: string; readonly family: string }[],
): PickStep {
  return {
    kind: 'pick',
    title: saySampling('pickModel', { server: untrustedText(server) }),
    prompt: '',
    placeholder: saySampling('pickModel', { server: untrustedText(server) }),
    back: true,
    decline: saySampling('refuse'),
    many: false,
    rows: models.map(({ name, vendor, family }, at) => ({
      id: String(at),
      label: untrustedText(name),
      description: untrustedText(`${vendor}/${family}`),
    })),
  };
}

function start({ messages }: SamplingRequest): string {
  const parts = messages.at(-1)?.parts ?? [];
  const said = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ');
  const words = untrustedText(said);
  return words.length > quoted ? `${words.slice(0, quoted)}…` : words;
}
