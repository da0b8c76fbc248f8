import type { ResultChanges } from '../../ui/serverPage/resultView';
import { t } from '../../ui/serverPage/resultTexts';
import type { ChangeLine } from '../../ui/text/lineChanges';
import './changes.css';

/** The lines that differ. */
export function Changes({
  changes: { added, removed, lines, isCut },
}: {
  readonly changes: ResultChanges;
}) {
  const summary = [
    ...(added > 0 ? [t('addedLines', { count: added })] : []),
    ...(removed > 0 ? [t('removedLines', { count: removed })] : []),
  ];
  return (
    <>
      <p class="result-note">{summary.join(', ') || t('same')}</p>
      {isCut && <p class="result-note">{t('changesCut')}</p>}
      {summary.length > 0 && (
        <div class="result-diff" tabIndex={0} role="region" aria-label={t('changes')}>
          {lines.map((line, at) => (
            <DiffLine key={at} line={line} />
          ))}
        </div>
      )}
    </>
  );
}

/** A line with its sign, and with a word for screen readers. */
function DiffLine({ line }: { readonly line: ChangeLine }) {
  if (line.kind === 'skipped')
    return <div class="result-skipped">{t('unchanged', { count: line.count })}</div>;
  if (line.kind === 'same')
    return (
      <div class="result-diffLine">
        <span class="result-sign"> </span>
        <span>{line.text}</span>
      </div>
    );
  const Element = line.kind === 'added' ? 'ins' : 'del';
  return (
    <Element class={`result-diffLine result-${line.kind}`}>
      <span class="result-sign" aria-hidden="true">
        {line.kind === 'added' ? '+' : '−'}
      </span>
      <span>
        <span class="heard">{t(line.kind)} </span>
        {line.text}
      </span>
    </Element>
  );
}
