import type { StdioLaunch } from '../definition';

/** Options of `docker run` that stand by themselves; every other takes a value. */
const flags =
  /^(?:-[ditPq]+|--(?:interactive|tty|detach|rm|init|privileged|publish-all|read-only|no-healthcheck|oom-kill-disable|quiet|sig-proxy|disable-content-trust)(?:=.*)?|--help)$/;

/**
 * `docker run` in the form for stdio: input stays open, no terminal, in the foreground, removed at its end. Variables
 * with values move to the environment, because a process list shows arguments. Any other launch stays as it is.
 */
export function dockerRun(launch: StdioLaunch): StdioLaunch {
  const [verb, ...words] = launch.args;
  if (!isDocker(launch.command) || verb !== 'run') return launch;
  const { options, image } = optionsOf(words);
  if (image.length === 0) return launch;
  const env: Record<string, string | null> = { ...launch.env };
  const others = options.flatMap((option) => otherOption(option, env));
  return { ...launch, args: ['run', '-i', '--rm', ...others, ...image], env };
}

/** The launch of an image that speaks MCP over stdio. */
export function imageLaunch(image: string): StdioLaunch {
  return { type: 'stdio', command: 'docker', args: ['run', '-i', '--rm', image], env: {} };
}

/** The image that a launch runs, where it is a `docker run`. */
export function imageOf({
  command,
  args,
}: Pick<StdioLaunch, 'command' | 'args'>): string | undefined {
  return isDocker(command) && args[0] === 'run' ? optionsOf(args.slice(1)).image[0] : undefined;
}

/** The variables that `docker run` hands on without naming their values. */
export function passedVariables({ command, args }: StdioLaunch): readonly string[] {
  if (!isDocker(command) || args[0] !== 'run') return [];
  return optionsOf(args.slice(1)).options.flatMap(([name, value]) =>
    isEnvOption(name) && value !== undefined && /^[A-Za-z_]\w*$/.test(value) ? [value] : [],
  );
}

function isDocker(command: string): boolean {
  return /(?:^|[/\\])(?:docker|podman)(?:\.exe)?$/i.test(command);
}

/** An option with its value where it is a word of its own or joined by `=`. */
type Option = readonly [name: string, value?: string];

function optionsOf(words: readonly string[]): {
  options: readonly Option[];
  image: readonly string[];
} {
  const options: Option[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] ?? '';
    if (!word.startsWith('-')) break;
    const [, name, value] = /^(--?[\w-]+)=([^]*)$/.exec(word) ?? [];
    if (flags.test(word)) options.push([word]);
    else if (name !== undefined) options.push([name, value ?? '']);
    else if (/^-[ev]./.test(word)) options.push([word.slice(0, 2), word.slice(2)]);
    else options.push([word, words[++at] ?? '']);
  }
  return { options, image: words.slice(at) };
}

function otherOption([name, value]: Option, env: Record<string, string | null>): readonly string[] {
  if (value === undefined) {
    // Grouped flags such as `-it`; what is always set is put in anew.
    const letters = /^-([ditPq]+)$/.exec(name)?.[1]?.replaceAll(/[dit]/g, '');
    if (letters !== undefined) return letters === '' ? [] : [`-${letters}`];
    return /^--(?:interactive|tty|detach|rm)\b/.test(name) ? [] : [name];
  }
  if (!isEnvOption(name)) return [name, value];
  const equals = value.indexOf('=');
  if (equals === -1) return ['-e', value];
  const variable = value.slice(0, equals);
  env[variable] = value.slice(equals + 1);
  return ['-e', variable];
}

function isEnvOption(name: string): boolean {
  return name === '-e' || name === '--env';
}
