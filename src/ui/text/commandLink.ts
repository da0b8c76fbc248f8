/** Markdown of a link to one of our commands with its arguments. `label` is Markdown already. */
export function commandLink(label: string, command: string, ...args: readonly unknown[]): string {
  const query = args.length === 0 ? '' : `?${encodeURIComponent(JSON.stringify(args))}`;
  const address = query.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${label}](command:roundhouse.${command}${address})`;
}
