import { open } from 'node:fs/promises';

/** More than any system reads of the line that names an interpreter, in bytes. */
const longestLine = 512;

/** What a script says of the program that runs it. */
export interface Shebang {
  /** The program as written: an absolute path. */
  readonly interpreter: string;
  /** The program that `/usr/bin/env` is to look for on the `PATH`, where that is the interpreter. */
  readonly program?: string | undefined;
  /** The line ends as on Windows, which POSIX takes for a part of the name. */
  readonly windowsLineEnd: boolean;
}

/** The first line of a script; `undefined` where the file is none or cannot be read. */
export async function readShebang(file: string): Promise<Shebang | undefined> {
  const [line = '', ...more] = (await firstBytes(file)).split('\n');
  const [interpreter, ...words] = line.replace(/^#!/, '').trim().split(/\s+/);
  if (!line.startsWith('#!') || !interpreter) return undefined;
  const isEnv = interpreter.endsWith('/env');
  const program = isEnv ? words.find((word) => !/^-|=/.test(word)) : undefined;
  return { interpreter, program, windowsLineEnd: more.length > 0 && line.endsWith('\r') };
}

async function firstBytes(file: string): Promise<string> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestLine), 0, longestLine, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } catch {
    return '';
  }
}
