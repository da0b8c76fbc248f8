import { untrustedText } from '../text/untrustedText';
import type { PickStep, StepRow } from '../questions/questionStep';
import type { SamplingRequest } from './samplingRequest';
import { t } from './samplingTexts';

/** Facts by which the user decides. */
export interface SamplingQuestion {
  readonly server: string;
  /** Name of the model that would be used. */
  readonly model: string;
  readonly request: SamplingRequest;
  /** Tokens of all messages. */
  readonly tokens: number;
  /** Other models could be used instead. */
  readonly hasOthers: boolean;
  /** The user confirms each request, so lasting permissions are not offered. */
  readonly each: boolean;
}

/** Choices; `refuse` applies to this request only. */
export type SamplingPick = 'read' | 'once' | 'session' | 'always' | 'other' | 'refuse' | 'never';

/** Characters quoted of the last message; the page shows all. */
const quoted = 200;

/** Step that asks whether a server may use a model. Enter alone allows nothing. */
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
    row('session', 'history', t('session'), t('sessionDetail')),
    row('always', 'check-all', t('always'), t('alwaysDetail', { server })),
  ];
  return {
    kind: 'pick',
    title: t('wants', { server, model: untrustedText(question.model) }),
    prompt: t('asked', {
      messages: request.messages.length,
      tokens,
      maxTokens: request.maxTokens,
      tools: request.tools.map(({ name }) => untrustedText(name)),
      start: start(request),
    }),
    placeholder: t('mayIt'),
    back: false,
    decline: t('refuse'),
    many: false,
    active: 'read',
    rows: [
      row('read', 'eye', t('read'), t('readDetail')),
      row('once', 'check', t('once')),
      ...(each ? [] : lasting),
      ...(hasOthers ? [row('other', 'arrow-swap', t('other'))] : []),
      row('refuse', 'circle-slash', t('refuse'), t('refuseDetail')),
      row('never', 'error', t('never')),
    ],
  };
}

/** Step that picks another model. */
export function modelStep(
  server: string,
  models: readonly { readonly name: string; readonly vendor: string; readonly family: string }[],
): PickStep {
  return {
    kind: 'pick',
    title: t('pickModel', { server: untrustedText(server) }),
    prompt: '',
    placeholder: t('pickModel', { server: untrustedText(server) }),
    back: true,
    decline: t('refuse'),
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
