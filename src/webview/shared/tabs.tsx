import type { ComponentChildren } from 'preact';

/** The tabs of a page's parts, along which arrow keys move, and below them the part that is shown. */
export function Tabs<Part extends string>({
  label,
  parts,
  shown,
  titleOf,
  counts,
  onShow,
  children,
}: {
  readonly label: string;
  readonly parts: readonly Part[];
  readonly shown: Part;
  readonly titleOf: (part: Part) => string;
  /** Behind the title; absent where it is not known. */
  readonly counts: Readonly<Partial<Record<Part, number | undefined>>>;
  readonly onShow: (part: Part) => void;
  readonly children: ComponentChildren;
}) {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = parts.indexOf(shown) + step;
    const next = parts[(at + parts.length) % parts.length];
    if (!next) return;
    onShow(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {parts.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${one}`}
            aria-controls="part"
            aria-selected={one === shown}
            tabIndex={one === shown ? 0 : -1}
            onClick={() => onShow(one)}
          >
            {titleOf(one)}
            {counts[one] === undefined ? null : <span class="count">{counts[one]}</span>}
          </button>
        ))}
      </div>
      <section
        id="part"
        role="tabpanel"
        aria-labelledby={`tab-${shown}`}
        class={`part ${shown}`}
        // It has something to scroll.
        tabIndex={0}
      >
        {children}
      </section>
    </>
  );
}
