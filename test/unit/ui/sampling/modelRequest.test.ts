import { expect, test, vi } from 'vitest';
import type { LanguageModelChat } from 'vscode';
import { publicName } from '../../../../src/protocol/publicNames';
import { SampledAnswer } from '../../../../src/ui/sampling/sampledAnswer';
import { readSampling } from '../../../../src/ui/sampling/samplingRequest';

vi.mock('vscode', () => {
  class LanguageModelToolCallPart {
    constructor(
      readonly callId: string,
      readonly name: string,
      readonly input: object,
    ) {}
  }
  return {
    CancellationTokenSource: class {
      readonly token = {};
      cancel = (): void => undefined;
      dispose = (): void => undefined;
    },
    LanguageModelChatMessage: class {
      content: unknown;
    },
    LanguageModelChatMessageRole: { User: 1, Assistant: 2 },
    LanguageModelChatToolMode: { Auto: 1, Required: 2 },
    LanguageModelError: class extends Error {},
    LanguageModelTextPart: vi.fn(),
    LanguageModelToolCallPart,
    LanguageModelToolResultPart: vi.fn(),
    l10n: { t: (said: string) => said },
  };
});

// Files share modules, which have the editor of another one here.
vi.resetModules();
const { LanguageModelToolCallPart: CallPart } = await import('vscode');
const { chatMessages, runModel } = await import('../../../../src/ui/sampling/modelRequest.editor');

test('a model gets tools by names that it takes, and its server the calls by its own', async () => {
  const name = 'files.read/a part';
  const taken = publicName(name);
  const request = readSampling({
    maxTokens: 100,
    tools: [{ name, inputSchema: { type: 'object', properties: { all: { type: 'array' } } } }],
    messages: [
      { role: 'user', content: { type: 'text', text: 'Read it.' } },
      { role: 'assistant', content: { type: 'tool_use', id: '1', name, input: {} } },
      { role: 'user', content: { type: 'tool_result', toolUseId: '1', content: [] } },
    ],
  });
  const messages = chatMessages(request);
  expect(messages[1]?.content).toMatchObject([{ name: taken }]);
  const sendRequest = vi.fn((_messages: unknown, _options: unknown) =>
    Promise.resolve({
      stream: (async function* () {
        yield new CallPart('2', taken, { all: [] });
      })(),
    }),
  );
  const answer = new SampledAnswer({ maxTokens: 100, stopSequences: [], count: async () => 1 });
  const { signal } = new AbortController();
  const model = { sendRequest } as unknown as LanguageModelChat;
  await runModel(model, messages, { ...request, justification: '' }, answer, signal);
  // OpenAI refuses arrays without items.
  const all = { type: 'array', items: {} };
  expect(sendRequest.mock.calls[0]?.[1]).toMatchObject({
    tools: [{ name: taken, inputSchema: { properties: { all } } }],
  });
  await answer.end();
  expect(answer.result('m')).toMatchObject({ content: { type: 'tool_use', id: '2', name } });
});
