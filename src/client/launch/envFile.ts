import { createReadStream } from 'node:fs';
import { parseEnv } from 'node:util';
import { UserError } from '../../base/errors';

/** Bytes of a file of values; it may be no file that ends. */
const largest = 1_000_000;

/** The text of a file that an entry names for its values. Rejects where it cannot be read or is too large. */
export async function readText(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) throw new Error(`the file is larger than ${largest} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * The variables of a file of `NAME=value` lines.
 * @throws UserError `envFileUnreadable` (file: `shown`, as the path itself may hold a secret).
 */
export async function readEnvFile(file: string, shown: string): Promise<Record<string, string>> {
  let text: string;
  try {
    text = await readText(file);
  } catch (error) {
    throw new UserError('envFileUnreadable', { file: shown }, { cause: error });
  }
  const found: [string, string][] = [];
  for (const [name, value] of Object.entries(parseEnv(text.replace(/^\uFEFF/, '')))) {
    if (value !== undefined) found.push([name, value]);
  }
  return Object.fromEntries(found);
}
