/** A box whose text filters what stands below it. */
export function SearchBox({
  label,
  text,
  onSearch,
}: {
  readonly label: string;
  readonly text: string;
  readonly onSearch: (text: string) => void;
}) {
  return (
    <input
      type="search"
      value={text}
      placeholder={label}
      aria-label={label}
      onInput={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  );
}
