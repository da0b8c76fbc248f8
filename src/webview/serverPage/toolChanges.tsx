import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReviewedTool } from '../../ui/serverPage/pageMessages';
import { t } from '../../ui/serverPage/pageTexts';
import { changesOfLines } from '../../ui/serverPage/resultView';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { Button } from '../shared/button';
import { Changes } from '../shared/changes';
import { Icon } from '../shared/icon';
import { items, review, send, server, showItem } from './pageState';

/** The tools that a person has to look at, and how the others differ from those of last time. */
export function ToolChanges() {
  const changes = server.value?.changes;
  if (!changes) return null;
  const reviewed = review.value;
  const names = new Set(reviewed.map(({ name }) => name));
  return (
    <section class="changes">
      <h2>{t('changes')}</h2>
      <p>{changes.text}</p>
      {reviewed.length > 1 ? (
        <p>
          <Button look="primary" icon="check-all" onClick={() => accept(reviewed)}>
            {t('acceptAll', { count: reviewed.length })}
          </Button>
        </p>
      ) : null}
      {reviewed.map((tool) => (
        <Review key={tool.name} tool={tool} />
      ))}
      {changes.groups.map(({ kind, title, tools }) => {
        const others = tools.filter(({ name }) => !names.has(name));
        if (others.length === 0) return null;
        return (
          <section key={title}>
            <h3>{title}</h3>
            <ul>
              {others.map(({ name, breaking }) => (
                <li key={name}>
                  {kind === 'removed' ? (
                    escapeDeceptive(name)
                  ) : (
                    <Button look="link" onClick={() => showItem('tools', name)}>
                      {escapeDeceptive(name)}
                    </Button>
                  )}{' '}
                  {breaking.length > 0 ? <span class="mark">{t('breakingChange')}</span> : null}{' '}
                  {breaking.join(' ')}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

/** How a tool differs from what a person saw last; unfolded if it is held back, or was asked for. */
function Review({ tool }: { readonly tool: ReviewedTool }) {
  const { name, isHeld, before, after, findings, breaking } = tool;
  const isWanted = items.value['overview'] === name;
  const [isOpen, setOpen] = useState(isHeld);
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    setOpen(true);
    element.current?.scrollIntoView({ block: 'nearest' });
  }, [isWanted]);
  // The page is drawn anew with every message that comes.
  const changes = useMemo(
    () => (isOpen ? <Changes changes={changesOfLines(before, after)} /> : null),
    [isOpen, before, after],
  );
  return (
    <details
      class="review"
      ref={element}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{escapeDeceptive(name)}</strong>{' '}
        <span class="mark">{t(isHeld ? 'heldBack' : 'newTool')}</span>{' '}
        {breaking.length > 0 ? <span class="mark">{t('breakingChange')}</span> : null}
      </summary>
      {isOpen ? (
        <>
          {findings.length + breaking.length > 0 ? (
            <ul>
              {findings.map((text) => (
                <li key={text}>
                  <Icon name="warning" color="list.warningForeground" /> {text}
                </li>
              ))}
              {breaking.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          ) : null}
          {changes}
          <div class="buttons">
            <Button
              look="primary"
              aria-label={t('acceptNamed', { name: escapeDeceptive(name) })}
              onClick={() => accept([tool])}
              icon="check"
            >
              {t('acceptTool')}
            </Button>
            <Button onClick={() => showItem('tools', name)}>{t('openTool')}</Button>
          </div>
        </>
      ) : null}
    </details>
  );
}

function accept(tools: readonly ReviewedTool[]): void {
  send({ kind: 'accept', tools: tools.map(({ name, hash }) => ({ name, hash })) });
}
