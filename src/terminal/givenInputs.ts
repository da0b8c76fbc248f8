import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from './options';

/**
 * The values of `--input`: `@FILE` stands for what the file holds, `-` for what comes on standard input, and `@@…`
 * for a value that begins with an `@`. One line break at the end is none of the value.
 * @throws UsageError where a file cannot be read, or standard input is not there to be read.
 */
export async function givenInputs(
  inputs: ReadonlyMap<string, string>,
  stdin: NodeJS.ReadableStream | undefined,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  let isRead = false;
  for (const [id, given] of inputs) {
    if (given === '-') {
      if (!stdin) throw new UsageError(`--input ${id}=-: standard input is the agent's here.`);
      if (isRead) throw new UsageError('Only one --input can come from standard input.');
      isRead = true;
      values.set(id, withoutBreak(await text(stdin)));
    } else if (given.startsWith('@@')) values.set(id, given.slice(1));
    else values.set(id, given.startsWith('@') ? await contentOf(id, given.slice(1)) : given);
  }
  return values;
}

async function contentOf(id: string, file: string): Promise<string> {
  try {
    return withoutBreak(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--input ${id}=@${file}: ${(error as Error).message}`);
  }
}

function withoutBreak(value: string): string {
  return value.replace(/\r?\n$/, '');
}
