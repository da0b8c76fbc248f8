/** Programs that run files and do not fetch packages. */
const interpreters = new Set(['node', 'python', 'python3', 'deno', 'bun', 'dotnet']);

/** Programs that fetch packages and run them. */
const fetchers = new Set([
  'npx',
  'npm',
  'bunx',
  'pnpm',
  'pnpx',
  'yarn',
  'uvx',
  'uv',
  'pipx',
  'dnx',
]);

const containers = new Set(['docker', 'podman', 'nerdctl']);

/** Arguments with which a program runs code instead of a file or package. */
const codeArguments: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^(?:-(?:e|p|pe)$|--(?:eval|print)(?:=|$))/],
  ['bun', /^(?:-(?:e|p)$|--(?:eval|print)(?:=|$))/],
  ['deno', /^eval$/],
  // Flags stand together in one word, and the code may follow at once.
  ['python', /^-[bBdEhiIOPqRsSuvVx]*c/],
  ['python3', /^-[bBdEhiIOPqRsSuvVx]*c/],
  ['npx', /^(?:-c$|--call(?:=|$))/],
  ['npm', /^(?:-c$|--call(?:=|$))/],
  ['pnpm', /^(?:-c$|--shell-mode(?:=|$))/],
]);

/** True if the program runs files and fetches nothing. */
export function isInterpreter(command: string): boolean {
  return interpreters.has(programName(command));
}

/**
 * True if the publisher's program may run packages of this kind: a known program, by its name alone. A shell, or a
 * program at a path, could run anything.
 */
export function canRun(registryType: string, command: string): boolean {
  const name = programName(command);
  if (containers.has(name)) return true;
  return registryType !== 'oci' && (interpreters.has(name) || fetchers.has(name));
}

/** True if one of the arguments holds code that the program runs. */
export function takesCode(command: string, args: readonly string[]): boolean {
  const shape = codeArguments.get(programName(command));
  return shape !== undefined && args.some((arg) => shape.test(arg));
}

/** Program name without the extension of Windows. */
function programName(command: string): string {
  return command.replace(/\.(?:exe|cmd)$/i, '');
}
