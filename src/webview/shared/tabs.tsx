import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

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
  // In a narrow page the tabs are a line that scrolls.
  useEffect(() => {
    const tab = document.getElementById(`tab-${shown}`);
    const list = tab?.parentElement;
    if (!tab || !list || list.scrollWidth <= list.clientWidth) return;
    const [at, seen] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    if (at.left < seen.left) list.scrollLeft += at.left - seen.left;
    else if (at.right > seen.right) list.scrollLeft += at.right - seen.right;
  }, [shown]);
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
