/** A program that a command needs, and how it tells its version. */
export interface Runtime {
  /** What it is called. */
  readonly name: string;
  /** As it is looked for on the `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
}

const asksItself = ['--version'];
const node: Runtime = { name: 'Node.js', command: 'node', args: asksItself };
const uv: Runtime = { name: 'uv', command: 'uv', args: asksItself };

/** The engine answers only where it runs; its client alone would tell a version, too. */
const engine = (name: string, command: string): Runtime => ({
  name,
  command,
  args: ['version', '--format', '{{.Server.Version}}'],
});

const runtimes: Readonly<Record<string, Runtime>> = {
  node,
  npx: node,
  npm: node,
  pnpm: node,
  pnpx: node,
  yarn: node,
  uv,
  uvx: uv,
  bun: { name: 'Bun', command: 'bun', args: asksItself },
  bunx: { name: 'Bun', command: 'bun', args: asksItself },
  deno: { name: 'Deno', command: 'deno', args: asksItself },
  dotnet: { name: '.NET', command: 'dotnet', args: asksItself },
  dnx: { name: '.NET', command: 'dotnet', args: asksItself },
  java: { name: 'Java', command: 'java', args: asksItself },
  go: { name: 'Go', command: 'go', args: ['version'] },
  ruby: { name: 'Ruby', command: 'ruby', args: asksItself },
  php: { name: 'PHP', command: 'php', args: asksItself },
  docker: engine('Docker', 'docker'),
  podman: engine('Podman', 'podman'),
  nerdctl: engine('containerd', 'nerdctl'),
};

/**
 * What a command needs to run; `undefined` where it is a program of its own. One that is named by its
 * path is asked itself, since another of its name may stand on the `PATH`.
 */
export function runtimeOf(command: string, args: readonly string[]): Runtime | undefined {
  const name = programName(command);
  // On Windows, `cmd /c npx …` is how scripts are written.
  const inner = name === 'cmd' && /^\/[cd]$/i.test(args[0] ?? '') ? args[1] : undefined;
  if (inner !== undefined) return runtimeOf(inner, args.slice(2));
  const isPython = /^(?:python|pypy)[\d.]*$/.test(name);
  const known = isPython
    ? { name: 'Python', command: name, args: asksItself }
    : Object.hasOwn(runtimes, name)
      ? runtimes[name]
      : undefined;
  const isItself = known?.command === name && /[\\/]/.test(command);
  return known && isItself ? { ...known, command } : known;
}

/** Without its folder, and without the ending that Windows wants. */
function programName(command: string): string {
  const name = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1);
  return name.replace(/\.(?:exe|cmd|bat)$/i, '').toLowerCase();
}
