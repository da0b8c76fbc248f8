import type { Fact } from '../../ui/page/pageSchemas';
import { Button } from './button';
import { timeText } from './times';

/** Facts below a title; nothing without facts. `onOpen` opens the entry to which a value leads. */
export function FactSection({
  title,
  facts,
  onOpen,
}: {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly onOpen?: (entry: string) => void;
}) {
  if (facts.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <FactList facts={facts} onOpen={onOpen} />
    </section>
  );
}

/** Facts, one a line. */
export function FactList({
  facts,
  onOpen,
}: {
  readonly facts: readonly Fact[];
  readonly onOpen?: ((entry: string) => void) | undefined;
}) {
  return (
    <dl>
      {facts.map(({ label, value, at, entry }, index) => (
        <div key={`${label} ${index}`}>
          <dt>{label}</dt>
          <dd>
            {at === undefined ? null : `${timeText(at)} · `}
            {entry === undefined || !onOpen ? (
              value
            ) : (
              <Button look="link" onClick={() => onOpen(entry)}>
                {value}
              </Button>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
