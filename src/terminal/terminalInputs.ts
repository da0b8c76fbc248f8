import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Input } from '../config/definition';
import type { AskInput } from '../client/inputs';
import type { SecretStore } from '../client/stores';
import { terminalText } from './terminalText';

/** Keeps secrets for the life of this process: a terminal has no secret store of ours. */
export function memorySecrets(): SecretStore {
  const values = new Map<string, string>();
  return {
    get: async (key) => values.get(key),
    store: async (key, value) => void values.set(key, value),
    delete: async (key) => void values.delete(key),
  };
}

/** `--input`, then `ROUNDHOUSE_INPUT_<ID>`, then a question where a person sits at a terminal. */
export function askOnTerminal(
  given: ReadonlyMap<string, string>,
  environment: Readonly<Record<string, string | undefined>>,
): AskInput {
  return async (input, definition, signal) => {
    const name = `ROUNDHOUSE_INPUT_${input.id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
    const known = given.get(input.id) ?? environment[name];
    if (known !== undefined) return known;
    // A terminal has no commands of an editor.
    if (input.type === 'command') return undefined;
    return process.stdin.isTTY ? ask(input, definition.name, signal) : undefined;
  };
}

async function ask(input: Input, server: string, signal: AbortSignal): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: input.password ? silent : process.stderr,
    terminal: true,
  });
  try {
    const choices = input.options?.map(({ value }) => value).join(', ');
    const about = `${input.description ?? input.id}${choices ? ` (${choices})` : ''}`;
    const question = terminalText(`${server}: ${about}: `);
    if (input.password) process.stderr.write(question);
    const answer = await terminal.question(input.password ? '' : question, { signal });
    return answer === '' ? (input.default ?? '') : answer;
  } finally {
    terminal.close();
  }
}
