import { UserError } from '../base/errors';

/** What the command interpreter takes at most, in characters; it drops what is more. */
const longest = 8_000;
/** A percent sign, and an empty piece of a variable that is always there, so that it begins no other. */
const percent = '%%cd:~,%';
const plain = /^[\w#$*+\-./:?@]+$/;

/**
 * The line behind `cmd.exe /d /e:ON /v:OFF /s /c` that runs a batch file with exactly these arguments.
 * A batch file reads its arguments once more, so carets would not last: everything stands in quotes, a
 * quote is doubled, and no percent sign begins a variable (the rules that CVE-2024-24576 has led to).
 * @throws UserError `argumentUnsafe` {command, position} for a line break or NUL, which nothing can
 * escape; `argumentsTooLong` {command, limit}.
 */
export function batchCommandLine(file: string, args: readonly string[]): string {
  const quoted = args.map((argument, index) => {
    if (/[\0\r\n]/.test(argument))
      throw new UserError('argumentUnsafe', { command: file, position: index + 1 });
    return plain.test(argument) ? argument : quote(argument);
  });
  const line = `"${[quote(file), ...quoted].join(' ')}"`;
  if (line.length > longest)
    throw new UserError('argumentsTooLong', { command: file, limit: longest });
  return line;
}

/** Backslashes count double before a quote, also before the last one. */
function quote(text: string): string {
  const escaped = text
    .replaceAll(/(\\*)"/g, '$1$1""')
    .replace(/\\+$/, '$&$&')
    .replaceAll('%', percent);
  return `"${escaped}"`;
}
