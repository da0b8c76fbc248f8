import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { raceAbort, settlesWithin } from '../base/abort';
import type { Environment } from '../base/environment';
import { UserError, type Reason } from '../base/errors';
import type { Sequencer } from '../base/sequencer';
import type { Input } from '../config/definition';
import type { SignInOccasion } from '../ipc/authorization';
import type { AskInput } from '../client/inputs';
import type { ServerRequestHandler, ServerRequestHandlers } from '../client/serverRequestHandlers';
import type { SignInContext } from '../client/signIn';
import { loopbackReturn } from '../client/signInReturn';
import type { SecretStore } from '../client/stores';
import { readForm } from '../ui/questions/elicitationForm';
import { readUrlRequest, terminalUrlStep } from '../ui/questions/elicitationUrl';
import { FormDialog } from '../ui/questions/formDialog';
import {
  readStepLine,
  stepLines,
  type QuestionStep,
  type StepAnswer,
} from '../ui/questions/questionStep';
import { sentence } from '../ui/reasons/sentence';
import { hostOf, isSignInAnswer, signInPages, t } from '../ui/signIn/signInTexts';
import { terminalText } from './terminalText';

/** The person's terminal; without a TTY there is nobody to ask. */
interface TerminalStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** Ctrl+C at a question, where the terminal sends no signal. */
  readonly interrupted: () => void;
}

/** Secrets for the life of this process, because a terminal has no secret store. */
export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    store: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
  };
}

/** Milliseconds. */
const lookInterval = 100;

/** Settles as `work` does, but resolves after so many milliseconds, without those of questions (`showing`). */
export async function waitUnasked(
  milliseconds: number,
  work: Promise<unknown>,
  showing: Sequencer,
): Promise<void> {
  for (let left = milliseconds; left > 0; left -= lookInterval) {
    if (await settlesWithin(Math.min(left, lookInterval), work)) return void (await work);
    await Promise.race([work, showing.idle()]);
  }
}

/** The values of inputs: `--input`, then `ROUNDHOUSE_INPUT_<ID>`, then a question on a TTY. */
export function askOnTerminal(
  given: ReadonlyMap<string, string>,
  environment: Environment,
  streams: TerminalStreams,
): AskInput {
  return async (input, definition, signal) => {
    const name = `ROUNDHOUSE_INPUT_${input.id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
    const known = given.get(input.id) ?? environment[name];
    if (known !== undefined && !isOffered(input, known)) throw UserError.from(notOffered(input));
    if (known !== undefined) return known;
    // A terminal has no editor commands.
    if (input.type === 'command') return undefined;
    return streams.input.isTTY ? askInput(input, definition.name, streams, signal) : undefined;
  };
}

async function askInput(
  input: Input,
  server: string,
  streams: TerminalStreams,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { id, description, password, default: preset = '' } = input;
  const { output } = streams;
  const choices = choicesOf(input);
  const about = `${description ?? id}${choices ? ` (${choices})` : ''}`;
  const question = terminalText(`${server}: ${about}: `);
  if (password) output.write(question);
  const read = (line: string): string | undefined => {
    // Nobody would see the default of a hidden text.
    const value = line === '' && !password ? preset : line;
    if (isOffered(input, value)) return value;
    output.write(`${terminalText(sentence(notOffered(input)))}\n`);
    return undefined;
  };
  const prompt = { prompt: password ? '' : question, masked: password, signal };
  return promptUntil(streams, prompt, read, true);
}

function isOffered({ options }: Input, value: string): boolean {
  return options === undefined || options.some((option) => option.value === value);
}

function choicesOf({ options = [] }: Input): string {
  return options.map(({ value }) => value).join(', ');
}

/** The reason of a value that is none of the choices. It does not name the value. */
function notOffered(input: Input): Reason {
  return { code: 'inputNotOffered', args: { input: input.id, choices: choicesOf(input) } };
}

/** An output that shows nothing, for typing secrets. */
function silent(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/** Prompts for lines until `read` returns a value; `undefined` if the input ends. */
async function promptUntil<T>(
  { input, output, interrupted }: TerminalStreams,
  { prompt, masked, signal }: { prompt: string; masked?: boolean; signal: AbortSignal },
  read: (line: string) => T | undefined,
  terminal: boolean,
): Promise<T | undefined> {
  const reader = createInterface({ input, output: masked ? silent() : output, terminal });
  reader.on('SIGINT', interrupted);
  const ended = new Promise<undefined>((resolve) => reader.once('close', () => resolve(undefined)));
  try {
    for (;;) {
      const question = reader.question(prompt).catch(() => undefined);
      const line = await raceAbort(Promise.race([question, ended]), signal);
      if (line === undefined) return undefined;
      const value = read(line);
      if (value !== undefined) return value;
    }
  } finally {
    reader.close();
  }
}

/**
 * Handles elicitation on a terminal, one request after another: forms field by field, and pages by printing their
 * URL. Without a TTY everything is declined. There is no model for sampling. All that read the keyboard share
 * `showing`.
 */
export function terminalQuestions(
  streams: TerminalStreams,
  showing: Sequencer,
): ServerRequestHandlers {
  const elicit: ServerRequestHandler = ({ server, params }, signal) =>
    showing.run(async () => {
      signal.throwIfAborted();
      const show = (step: QuestionStep): Promise<StepAnswer> => showStep(step, streams, signal);
      if (params['mode'] === 'url') {
        const answer = await show(terminalUrlStep(server.name, readUrlRequest(params)));
        if (answer.kind === 'cancelled') return { action: 'cancel' };
        const isOpened = answer.kind === 'picked' && answer.ids[0] === 'open';
        return { action: isOpened ? 'accept' : 'decline' };
      }
      const dialog = new FormDialog(server.name, readForm(params));
      for (;;) {
        const result = dialog.take(await show(dialog.step));
        if (result) return result;
      }
    });
  return { elicit: streams.input.isTTY ? elicit : async () => ({ action: 'decline' }) };
}

/** Prompts until the line fits; the end of the input cancels the request. */
async function showStep(
  step: QuestionStep,
  streams: TerminalStreams,
  signal: AbortSignal,
): Promise<StepAnswer> {
  const { output } = streams;
  output.write(terminalText(`\n${stepLines(step).join('\n')}\n`));
  const masked = step.kind === 'text' && step.masked;
  const read = (line: string): StepAnswer | undefined => {
    const result = readStepLine(step, line);
    if (result.kind === 'answer') return result.answer;
    output.write(terminalText(`${result.text}\n`));
    return undefined;
  };
  const answer = await promptUntil(streams, { prompt: '> ', masked, signal }, read, true);
  return answer ?? { kind: 'cancelled' };
}

/**
 * Prints the URL of a sign-in and takes the answer from this machine's browser, or from the person who pastes the URL
 * that another browser was redirected to. Prompts one after another (`showing`), and only on a TTY.
 */
export function terminalSignIn(
  secrets: SecretStore,
  streams: TerminalStreams,
  showing: Sequencer,
): SignInContext {
  return {
    secrets,
    prepare: async (occasion, before) => {
      const { server: url, issuer } = occasion;
      if (!streams.input.isTTY) throw new UserError('signInNeeded', { url, issuer });
      const ask = (page: string, signal: AbortSignal): Promise<string> =>
        showing.run(() =>
          pastedUrl({ page, redirectUri: back.redirectUri, occasion }, streams, signal),
        );
      const back = await loopbackReturn(ask, signInPages(), before);
      return back;
    },
  };
}

interface SignInPage {
  readonly page: string;
  readonly redirectUri: string;
  readonly occasion: SignInOccasion;
}

/** Prompts until a URL fits. @throws UserError `signInCancelled` if the input ends. */
async function pastedUrl(
  { page, redirectUri, occasion: { issuer } }: SignInPage,
  streams: TerminalStreams,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const { output } = streams;
  output.write(`\n${t('openThis', { host: hostOf(issuer) })}\n\n  ${page}\n\n`);
  const read = (line: string): string | undefined => {
    if (isSignInAnswer(line, redirectUri)) return line.trim();
    output.write(`${t('pasteInvalid')}\n`);
    return undefined;
  };
  const url = await promptUntil(streams, { prompt: t('pasteThis'), signal }, read, false);
  if (url === undefined) throw new UserError('signInCancelled', { issuer });
  return url;
}
