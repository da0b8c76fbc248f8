import { expect, test, vi } from 'vitest';
import { UserError } from '../../../src/base/errors';
import { agentTurn, type TurnTools } from '../../../src/participant/agentTurn';
import { textMessage, type Message } from '../../../src/participant/messages';
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

function resultsIn(message: Message | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) => (part.kind === 'result' ? part.id : []));
}

test('an answer is shown as it comes, and kept', async () => {
  const model = scriptedModel([[says('Three '), says('coins.')]]);
  const shown: string[] = [];
  const tools = quickTools(async () => []);
  const { end, messages } = await agentTurn(
    { model, tools, say: (text) => shown.push(text), rounds: 5 },
    question,
    never,
  );
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
  const turn = agentTurn({ model, tools, say: () => undefined, rounds: 5 }, question, never);
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
  const { end, messages } = await agentTurn(
    { model, tools: quickTools(call), say: () => undefined, rounds: 3 },
    question,
    never,
  );
  expect(end).toEqual({ kind: 'capped' });
  expect(call).toHaveBeenCalledTimes(3);
  expect(messages).toHaveLength(6);
  expect(messages.at(-1)?.parts).toEqual([
    { kind: 'result', id: 'look', parts: [{ kind: 'text', text: 'a coin' }] },
  ]);
});

test('cancelled, every call ends, none begins, and no call is kept without its result', async () => {
  const model = scriptedModel([[wants('look'), wants('peek'), wants('put')]]);
  const { tools, running } = heldTools(['look', 'peek']);
  const abort = new AbortController();
  const turn = agentTurn({ model, tools, say: () => undefined, rounds: 5 }, question, abort.signal);
  await vi.waitFor(() => expect(running).toEqual(['look', 'peek']));
  abort.abort();
  expect(await turn).toEqual({ end: { kind: 'cancelled' }, messages: [] });
  expect(running).not.toContain('put');
  expect(model.sent).toHaveLength(1);
});

test('a model that fails after some rounds is told of, and the rounds are kept', async () => {
  const failure = new UserError('modelBlocked', { model: 'Demo', message: 'quota' });
  const model = scriptedModel([[wants('look')], failure]);
  const tools = quickTools(async () => [{ kind: 'text', text: 'a coin' }]);
  const { end, messages } = await agentTurn(
    { model, tools, say: () => undefined, rounds: 5 },
    question,
    never,
  );
  expect(end).toEqual({ kind: 'failed', reason: failure.reason });
  expect(messages).toHaveLength(2);
});

test('old results give way where a request would be too long', async () => {
  const model = scriptedModel([[wants('look')], [wants('look')], [says('Done.')]], 40_000);
  const tools = quickTools(async () => [{ kind: 'text', text: 'coin '.repeat(4_000) }]);
  await agentTurn({ model, tools, say: () => undefined, rounds: 5 }, question, never);
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
