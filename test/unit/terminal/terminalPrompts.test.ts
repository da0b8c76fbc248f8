import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { Sequencer } from '../../../src/base/sequencer';
import type { Definition } from '../../../src/config/definition';
import {
  askOnTerminal,
  memorySecrets,
  terminalQuestions,
  terminalSignIn,
  waitUnasked,
} from '../../../src/terminal/terminalPrompts';

const server = { id: 'user/till', name: 'till' };
const never = new AbortController().signal;
const params = {
  message: 'Book a table',
  requestedSchema: {
    type: 'object',
    properties: { guests: { type: 'integer', maximum: 9 } },
    required: ['guests'],
  },
};

/** A terminal at which a person types, or none. */
function person(isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  let shown = '';
  output.on('data', (data) => (shown += String(data)));
  const showing = new Sequencer();
  const interrupted = vi.fn();
  const streams = { input, output, interrupted };
  const { elicit, sample } = terminalQuestions(streams, showing);
  const signIn = terminalSignIn(memorySecrets(), streams, showing);
  if (!elicit) throw new Error('nobody is asked');
  const sees = (text: string) => vi.waitFor(() => expect(shown).toContain(text));
  return { input, streams, interrupted, elicit, sample, showing, signIn, sees, shown: () => shown };
}

/** The definition of a server, as far as a question names it. */
const definition = { name: 'till' } as Definition;

it('asks field by field until the answers fit', async () => {
  const { input, elicit, sees } = person();
  const answer = elicit({ server, params }, never);
  await sees('1/2 · till asks: guests');
  input.write('12\n');
  await sees('This must be 9 or less.');
  input.write('4\n');
  await sees('2/2 · till asks: Check and Submit');
  input.write('1\n');
  expect(await answer).toEqual({ action: 'accept', content: { guests: 4 } });
});

it('puts one question after another', async () => {
  const { input, elicit, sees, shown } = person();
  const first = elicit({ server, params }, never);
  const second = elicit({ server: { ...server, name: 'mail' }, params }, never);
  await sees('till asks');
  expect(shown()).not.toContain('mail asks');
  input.write('/decline\n');
  expect(await first).toEqual({ action: 'decline' });
  await sees('mail asks');
  input.end();
  expect(await second).toEqual({ action: 'cancel' });
});

it('shows a page and believes the person', async () => {
  const { input, elicit, sees } = person();
  const page = { mode: 'url', message: 'Sign in', url: 'https://pay.example/x' };
  const answer = elicit({ server, params: page }, never);
  await sees('https://pay.example/x');
  input.write('1\n');
  expect(await answer).toEqual({ action: 'accept' });
  const refused = elicit({ server, params: { ...page, url: 'file:///etc' } }, never);
  await expect(refused).rejects.toMatchObject({ code: 'questionRefused' });
});

it('takes a question back', async () => {
  const { elicit, sees } = person();
  const abort = new AbortController();
  const answer = elicit({ server, params }, abort.signal);
  await sees('till asks');
  abort.abort();
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
});

it('tells of Ctrl+C at a question of a server and of a launch', async () => {
  const asked = person();
  const abort = new AbortController();
  const form = asked.elicit({ server, params }, abort.signal);
  await asked.sees('till asks');
  asked.input.write('\x03');
  await vi.waitFor(() => expect(asked.interrupted).toHaveBeenCalledTimes(1));
  abort.abort();
  await expect(form).rejects.toMatchObject({ name: 'AbortError' });
  const launched = person();
  const ask = askOnTerminal(new Map(), {}, launched.streams);
  const input = { id: 'key', type: 'promptString', password: true } as const;
  const ended = new AbortController();
  const value = ask(input, definition, ended.signal);
  await launched.sees('till: key: ');
  launched.input.write('\x03');
  await vi.waitFor(() => expect(launched.interrupted).toHaveBeenCalledTimes(1));
  ended.abort();
  await expect(value).rejects.toMatchObject({ name: 'AbortError' });
});

it('declines where nobody sits, and has no models', async () => {
  const { elicit, sample, shown } = person(false);
  expect(await elicit({ server, params }, never)).toEqual({ action: 'decline' });
  expect(shown()).toBe('');
  expect(sample).toBeUndefined();
});

it('shares the keyboard with a sign-in and with questions of launches', async () => {
  const { input, elicit, showing, signIn, sees, shown } = person();
  let answered = (): void => undefined;
  const launch = showing.run(() => new Promise<void>((resolve) => (answered = resolve)));
  const form = elicit({ server, params }, never);
  const occasion = {
    id: server.id,
    server: 'https://mcp.example/',
    issuer: 'https://issuer.example/',
  };
  const back = await signIn.prepare(occasion, undefined, never);
  const abort = new AbortController();
  const url = back.answer('https://issuer.example/authorize?state=1', abort.signal);
  const isOver = expect(url).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toBe('');
  answered();
  await launch;
  await sees('till asks');
  expect(shown()).not.toContain('authorize');
  input.write('/decline\n');
  expect(await form).toEqual({ action: 'decline' });
  await sees('authorize?state=1');
  abort.abort();
  await isOver;
  back.dispose();
});

it('takes only a choice that is offered, typed or given', async () => {
  const { input, streams, sees } = person();
  const options = ['dev', 'live'].map((value) => ({ label: value, value }));
  const stage = { id: 'stage', type: 'pickString', options } as const;
  const ask = askOnTerminal(new Map(), { ROUNDHOUSE_INPUT_STAGE: 'live' }, streams);
  expect(await ask(stage, definition, never)).toBe('live');
  const wrong = askOnTerminal(new Map([['stage', 'prod']]), {}, streams);
  await expect(wrong(stage, definition, never)).rejects.toMatchObject({
    code: 'inputNotOffered',
    args: { input: 'stage', choices: 'dev, live' },
  });
  const typed = askOnTerminal(new Map(), {}, streams)(stage, definition, never);
  await sees('till: stage (dev, live): ');
  input.write('\n');
  await sees('The input "stage" must be one of dev, live.');
  input.write('live\n');
  expect(await typed).toBe('live');
  const preset = askOnTerminal(new Map(), {}, streams);
  const usual = preset({ ...stage, default: 'dev' }, definition, never);
  input.write('\n');
  expect(await usual).toBe('dev');
});

it('waits for a start without counting the time at questions', async () => {
  vi.useFakeTimers();
  try {
    const showing = new Sequencer();
    let answered = (): void => undefined;
    const wait = vi.fn();
    void waitUnasked(1_000, new Promise(() => undefined), showing).then(wait);
    await vi.advanceTimersByTimeAsync(500);
    const question = showing.run(() => new Promise<void>((resolve) => (answered = resolve)));
    await vi.advanceTimersByTimeAsync(60_000);
    answered();
    await question;
    await vi.advanceTimersByTimeAsync(300);
    expect(wait).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    expect(wait).toHaveBeenCalled();
    await waitUnasked(1_000, Promise.resolve(), showing);
    const failed = waitUnasked(1_000, Promise.reject(new Error('no')), showing);
    await expect(failed).rejects.toThrow('no');
  } finally {
    vi.useRealTimers();
  }
});
