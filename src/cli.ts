import { UserError } from './base/errors';
import type { Output } from './terminal/command';
import { commands, failureText } from './terminal/commands';
import { connectAgent } from './terminal/connectAgent';
import { readOptions, usage, UsageError } from './terminal/options';
import { readConfigs } from './terminal/readConfigs';
import { openTerminal } from './terminal/terminalWindow';
import { version } from '../package.json';

const output: Output = {
  result: (text) => console.log(text),
  message: (text) => console.error(text),
};

async function run(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  if (options === 'help' || options === 'version') {
    output.result(options === 'help' ? usage : version);
    return 0;
  }
  const configs = await readConfigs(options.configs);
  if (options.command === 'connect') {
    const { stdin: input, stdout } = process;
    return connectAgent(options, configs, {
      input,
      output: stdout,
      say: (text) => output.message(text),
    });
  }
  const window = await openTerminal(options, configs);
  const end = (): void => void window.end().then(() => process.exit(1));
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    return (await commands[options.command]?.(window, options, configs, output)) ?? 2;
  } finally {
    await window.end();
  }
}

// The exit code is set, not forced, so that what was written reaches a slow pipe.
run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.exitCode = error instanceof UsageError ? 2 : 1;
    if (error instanceof UsageError) output.message(`${error.message}\n\n${usage}`);
    else output.message(error instanceof UserError ? failureText(error) : String(error));
  },
);
