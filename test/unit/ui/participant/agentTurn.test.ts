import { expect, test, vi } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import {
  agentTurn,
  type TurnContext,
  type TurnModel,
  type TurnOutcome,
  type TurnTools,
} from '../../../../src/ui/participant/agentTurn';
import { textMessage, type Message } from '../../../../src/ui/participant/messages';
import { offered, says, scriptedModel, wants } from './scriptedTurn';

const question = [textMessage('user', 'What is in the till?')];
const never = new AbortController().signal;

/** Tools whose calls end when they are told to. */
function heldTools(readers: readonly string[]) {
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const tools: TurnTools = {
    offer: async () => ({
      system: 'Be brief.',
      tools: ['look', 'peek', 'put', 'take'].map((name) =>
        offered(name, { onlyReads: readers.includes(name) }),
      ),
    }),
    call: async ({ id, name }, signal) => {
      running.push(id);
      await new Promise<void>((resolve, reject) => {
        ends.set(id, resolve);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      running.splice(running.indexOf(id), 1);
      return [{ kind: 'text', text: `${name} is done` }];
    },
  };
  const finish = async (id: string): Promise<void> => {
    await vi.waitFor(() => expect(running).toContain(id));
    ends.get(id)?.();
    await vi.waitFor(() => expect(running).not.toContain(id));
  };
  return { tools, running, finish };
}

function quickTools(call: TurnTools['call']): TurnTools {
  return { offer: async () => ({ system: 'Be brief.', tools: [offered('look')] }), call };
}

/** A turn that answers the question, with five rounds unless said otherwise. */
function turnOf(
  about: Pick<TurnContext, 'model' | 'tools'> & Partial<TurnContext>,
  signal = never,
): Promise<TurnOutcome> {
  return agentTurn({ say: () => undefined, rounds: 5, ...about }, question, signal);
}

function resultsIn(message: Message | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) => (part.kind === 'result' ? part.id : []));
}

test('an answer is shown as it comes, and kept', async () => {
  const model = scriptedModel([[says('Three '), says('coins.')]]);
  const shown: string[] = [];
  const tools = quickTools(async () => []);
  const { end, messages } = await turnOf({ model, tools, say: (text) => shown.push(text) });
  expect(end).toEqual({ kind: 'answered' });
  expect(shown).toEqual(['Three ', 'coins.']);
  expect(messages).toEqual([textMessage('assistant', 'Three coins.')]);
  expect(model.sent).toEqual([
    { messages: [textMessage('user', 'Be brief.'), ...question], tools: ['look'] },
  ]);
});

test('what only reads runs at once, all else alone and in order; results are in the order of the calls', async () => {
  const calls = ['look', 'peek', 'put', 'take', 'look'].map((name, at) =>
    wants(name, {}, `${name} ${at}`),
  );
  const model = scriptedModel([calls, [says('Done.')]]);
  const { tools, running, finish } = heldTools(['look', 'peek']);
  const turn = turnOf({ model, tools });
  await vi.waitFor(() => expect(running).toEqual(['look 0', 'peek 1']));
  await finish('peek 1');
  expect(running).toEqual(['look 0']);
  await finish('look 0');
  await finish('put 2');
  await vi.waitFor(() => expect(running).toEqual(['take 3']));
  await finish('take 3');
  await finish('look 4');
  const { end, messages } = await turn;
  expect(end).toEqual({ kind: 'answered' });
  expect(resultsIn(messages[1])).toEqual(['look 0', 'peek 1', 'put 2', 'take 3', 'look 4']);
  expect(model.sent[1]?.messages.at(-1)).toEqual(messages[1]);
});

test('after the last round it stops, and what was found out is kept', async () => {
  const model = scriptedModel([[says('Looking.'), wants('look')]]);
  const call = vi.fn<TurnTools['call']>(async () => [{ kind: 'text', text: 'a coin' }]);
  const { end, messages } = await turnOf({ model, tools: quickTools(call), rounds: 3 });
  expect(end).toEqual({ kind: 'capped' });
  expect(call).toHaveBeenCalledTimes(3);
  expect(messages).toHaveLength(6);
  expect(messages.at(-1)?.parts).toEqual([
    { kind: 'result', id: 'look', parts: [{ kind: 'text', text: 'a coin' }] },
  ]);
});

test('cancelled, every call ends, none begins, and the next turn knows what may have taken effect', async () => {
  const model = scriptedModel([[says('Well.'), wants('look'), wants('peek'), wants('put')]]);
  const { tools, running } = heldTools(['look', 'peek']);
  const abort = new AbortController();
  const turn = turnOf({ model, tools }, abort.signal);
  await vi.waitFor(() => expect(running).toEqual(['look', 'peek']));
  abort.abort();
  const { end, messages } = await turn;
  expect(end).toEqual({ kind: 'cancelled' });
  expect(messages.map(({ role, parts }) => [role, parts.length])).toEqual([
    ['assistant', 4],
    ['user', 3],
  ]);
  const kept = (messages[1]?.parts ?? []).map((part) => JSON.stringify(part));
  expect(kept).toEqual([
    expect.stringContaining('may have taken effect'),
    expect.stringContaining('may have taken effect'),
    expect.stringContaining('Not called'),
  ]);
  expect(running).not.toContain('put');
  expect(model.sent).toHaveLength(1);
});

test('a model that fails after some rounds is told of, and the rounds are kept', async () => {
  const failure = new UserError('modelBlocked', { model: 'Demo', message: 'quota' });
  const model = scriptedModel([[wants('look')], failure]);
  const tools = quickTools(async () => [{ kind: 'text', text: 'a coin' }]);
  const { end, messages } = await turnOf({ model, tools });
  expect(end).toEqual({ kind: 'failed', reason: failure.reason });
  expect(messages).toHaveLength(2);
});

test('old results give way where a request would be too long', async () => {
  const model = scriptedModel([[wants('look')], [wants('look')], [says('Done.')]], 40_000);
  const tools = quickTools(async () => [{ kind: 'text', text: 'coin '.repeat(4_000) }]);
  await turnOf({ model, tools });
  const last = model.sent.at(-1)?.messages ?? [];
  const texts = last.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'result' ? part.parts : [])),
  );
  expect(texts.map((part) => (part.kind === 'text' ? part.text.length : 0))).toEqual([
    expect.closeTo(2_080, -3),
    20_000,
  ]);
  expect(JSON.stringify(texts[0])).toContain('not repeated here');
});

test('what was said before a stop or a failure is kept, and no call of it', async () => {
  const abort = new AbortController();
  const model: TurnModel = {
    characters: 1_000,
    async *send() {
      yield says('Three ');
      yield wants('look');
      abort.abort();
      throw new Error('stopped');
    },
  };
  const tools = quickTools(async () => []);
  expect(await turnOf({ model, tools }, abort.signal)).toEqual({
    end: { kind: 'cancelled' },
    messages: [textMessage('assistant', 'Three ')],
  });
});

test('a request that may have been too long is sent once more, shorter', async () => {
  const failure = new UserError('modelFailed', { model: 'Demo', message: 'too many tokens' });
  const model = scriptedModel([[wants('look')], failure, [says('Done.')]], 40_000);
  const tools = quickTools(async () => [{ kind: 'text', text: 'coin '.repeat(4_000) }]);
  const { end } = await turnOf({ model, tools });
  expect(end).toEqual({ kind: 'answered' });
  const sizes = model.sent.map(({ messages }) => JSON.stringify(messages).length);
  expect(sizes[1]).toBeGreaterThan(20_000);
  expect(sizes[2]).toBeLessThan(5_000);
});

test('few calls are made at once, and no more than a round may have', async () => {
  const calls = Array.from({ length: 60 }, (_call, at) => wants('look', {}, String(at)));
  const model = scriptedModel([calls, [says('Done.')]]);
  let [running, together] = [0, 0];
  const call = vi.fn<TurnTools['call']>(async () => {
    together = Math.max(together, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return [];
  });
  const tools: TurnTools = {
    offer: async () => ({ system: '', tools: [offered('look', { onlyReads: true })] }),
    call,
  };
  const { messages } = await turnOf({ model, tools });
  expect([call.mock.calls.length, together]).toEqual([50, 8]);
  expect(resultsIn(messages[1])).toHaveLength(60);
  expect(JSON.stringify(messages[1]?.parts.at(-1))).toContain('no more than 50');
});

test('a model that does not stop holds nobody up', async () => {
  const abort = new AbortController();
  const model: TurnModel = {
    characters: 1_000,
    async *send() {
      yield says('Three ');
      yield says('coins');
      setImmediate(() => abort.abort());
      await new Promise(() => undefined);
    },
  };
  const tools = quickTools(async () => []);
  expect(await turnOf({ model, tools }, abort.signal)).toEqual({
    end: { kind: 'cancelled' },
    messages: [textMessage('assistant', 'Three coins')],
  });
});
