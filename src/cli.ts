import { version } from '../package.json';
import { UserError } from './base/errors';
import { type Output, commands, failureJson } from './terminal/commands';
import { connectAgent } from './terminal/connectAgent';
import { errorLines } from './terminal/listServers';
import { serveMock } from './terminal/mock';
import { givenInputs, readOptions, usage, UsageError, wantsJson } from './terminal/options';
import { readConfigs } from './terminal/readConfigs';
import { reasonText, terminalText } from './terminal/terminalText';
import { openTerminal } from './terminal/terminalWindow';

const output: Output = {
  result: (text) => console.log(terminalText(text)),
  raw: (bytes) => void process.stdout.write(bytes),
  message: (text) => console.error(terminalText(text)),
};

/** Ends this process when nobody reads its output any more. */
let leave = (): void => process.exit(1);
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && stream === process.stdout) output.message(String(error));
    leave();
  });
}

async function run(argv: readonly string[]): Promise<number> {
  const words = readOptions(argv);
  if (words === 'help' || words === 'version') {
    output.result(words === 'help' ? usage : version);
    return 0;
  }
  if (words.command === 'mock') {
    const { stdin: input, stdout } = process;
    return serveMock(words.operands[0] ?? '', { input, output: stdout });
  }
  const stdin = words.command === 'connect' ? undefined : process.stdin;
  const options = { ...words, inputs: await givenInputs(words.inputs, stdin) };
  const configs = await readConfigs(options.config);
  // The others print all problems with their results.
  if (options.command !== 'list' && options.command !== 'doctor')
    for (const line of errorLines(configs)) output.message(line);
  if (options.command === 'connect') {
    const { stdin: input, stdout } = process;
    const say = (text: string): void => output.message(text);
    // It ends with its client, and does so itself.
    leave = () => undefined;
    const code = await connectAgent(options, configs, { input, output: stdout, say });
    // The client is gone, so anything still open is not awaited.
    setTimeout(() => process.exit(code), 100).unref();
    return code;
  }
  const window = await openTerminal(options, configs);
  const end = (): void => void window.end().then(() => process.exit(1));
  process.on('SIGINT', end).on('SIGTERM', end);
  leave = end;
  try {
    return (await commands[options.command]?.(window, options, configs, output)) ?? 2;
  } finally {
    await window.end();
  }
}

/** Prints why a command failed, as JSON too with `--json`, and returns the exit code. */
function fail(error: unknown, argv: readonly string[]): number {
  if (wantsJson(argv)) output.result(failureJson(error));
  if (error instanceof UsageError) output.message(`${error.message}\n\n${usage}`);
  else output.message(error instanceof UserError ? reasonText(error.reason) : String(error));
  return error instanceof UsageError ? 2 : 1;
}

const argv = process.argv.slice(2);
// The exit code is set without exiting, so that pending output reaches a slow pipe.
void run(argv)
  .catch((error: unknown) => fail(error, argv))
  .then((code) => {
    process.exitCode = code;
  });
