/** A codicon; `color` is the id of a theme colour. It says nothing that its neighbours do not. */
export function Icon({
  name,
  color,
}: {
  readonly name: string;
  readonly color?: string | undefined;
}) {
  const style = color === undefined ? {} : { color: `var(--vscode-${color.replaceAll('.', '-')})` };
  return <span class={`codicon codicon-${name}`} style={style} aria-hidden="true" />;
}
