/** What a command is about: a server, a file, or nothing in particular. */
export interface Target {
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  /** What of the server: the URI of a resource, a template, the name of a prompt. */
  readonly item?: string | undefined;
}

/** The target of a command's first argument: a server id, or a node of the tree. */
export function targetOf(argument: unknown): Target {
  if (typeof argument === 'string') return { server: argument };
  if (typeof argument !== 'object' || argument === null) return {};
  const text = (name: 'server' | 'file' | 'item'): string | undefined => {
    const value: unknown =
      name in argument ? (argument as Record<string, unknown>)[name] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { server: text('server'), file: text('file'), item: text('item') };
}
