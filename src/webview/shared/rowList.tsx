import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { placeAfter, tabStop } from './rowSteps';

/** A list with one stop of the Tab key, along which arrow keys, Home and End move. */
export function RowList<Row>({
  rows,
  keyOf,
  chosen,
  children: contentOf,
}: {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The key of the row that is shown whole; the Tab key leads to it first. */
  readonly chosen: string | undefined;
  /** Makes a row of its button, and of what belongs to that. All of them have the `tabIndex`. */
  readonly children: (row: Row, tabIndex: 0 | -1) => ComponentChildren;
}) {
  const keys = rows.map(keyOf);
  const [focused, setFocused] = useState(chosen);
  useEffect(() => setFocused(chosen), [chosen]);
  const stop = tabStop(keys, focused);
  const move = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const items = [...event.currentTarget.children];
    const at = placeAfter(event.key, placeIn(items, event), items.length);
    if (at === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    event.preventDefault();
    items[at]?.querySelector('button')?.focus();
  };
  return (
    <ul
      onKeyDown={move}
      onFocusCapture={(event) => {
        setFocused(keys[placeIn([...event.currentTarget.children], event)]);
      }}
    >
      {rows.map((row, at) => (
        <li key={keys[at]}>{contentOf(row, keys[at] === stop ? 0 : -1)}</li>
      ))}
    </ul>
  );
}

/** The place of the item in which an event happened. */
function placeIn(items: readonly Element[], { target }: Event): number {
  return items.findIndex((item) => target instanceof Node && item.contains(target));
}
