import { createContext, h, type ComponentChildren } from 'preact';
import { useContext, useEffect, useMemo, useState } from 'preact/hooks';
import {
  cellOf,
  childrenOf,
  cutText,
  rawJson,
  resultChanges,
  resultViews,
  wholeJson,
  type LinkTarget,
  type ResultChanges,
  type Table,
  type View,
} from '../../ui/serverPage/resultView';
import { sizeText, t } from '../../ui/serverPage/resultTexts';
import type { KeyOf } from '../../ui/text/format';
import { escapeDeceptive, escapeDeceptiveLines } from '../../ui/text/untrustedText';
import { Changes } from '../shared/changes';
import { MarkdownView } from './markdownView';
import { copy, openLink, saveResult, type Run } from './pageState';
import './resultView.css';

/** How a result is shown. */
export type ResultForm = 'result' | 'raw' | 'changes';

interface ResultViewProps {
  readonly run: Run;
  /** The result of the run before; `undefined` if there was none. */
  readonly previous: unknown;
  /** What the person chose last; the changes are there only after an earlier run. */
  readonly form: ResultForm;
  readonly onForm: (form: ResultForm) => void;
}

type TextKey = KeyOf<typeof t>;
type ViewOf<Kind extends View['kind']> = View & { readonly kind: Kind };

/** Bytes of the whole result, of which the page has the beginning; absent: it has all. */
const WholeSize = createContext<number | undefined>(undefined);

/** A result as people look at it, as raw JSON, and as changes to the run before. */
export function ResultView({ run, previous, form, onForm }: ResultViewProps) {
  const { result, wholeSize, isRounded } = run;
  const changes = useMemo(
    () => (previous === undefined ? undefined : resultChanges(previous, result)),
    [previous, result],
  );
  const shown = form === 'changes' && !changes ? 'result' : form;
  const forms = [
    { id: 'result', label: t('result') },
    { id: 'raw', label: t('raw') },
    ...(changes ? [{ id: 'changes', label: changesLabel(changes) } as const] : []),
  ] as const;
  const content = (
    <div class="result">
      <div class="result-head">
        <Choice label={t('howShown')} options={forms} chosen={shown} onChoose={onForm} />
        <span class="result-tools">
          <button type="button" class="result-quiet" onClick={() => saveResult(run)}>
            {t('saveResult')}
          </button>
          {wholeSize === undefined && <CopyButton text={() => wholeJson(result)} />}
        </span>
      </div>
      {wholeSize !== undefined && (
        <p class="result-broken" role="status">
          {t('cutResult', { size: sizeText(wholeSize) })}
        </p>
      )}
      {isRounded && (
        <p class="result-broken" role="status">
          {t('roundedResult')}
        </p>
      )}
      {shown === 'result' && <Views result={result} />}
      {shown === 'raw' && <RawJson value={result} />}
      {shown === 'changes' && changes && <Changes changes={changes} />}
    </div>
  );
  // As an element of TSX, a provider has a type that TypeScript refuses.
  return h(WholeSize.Provider, { value: wholeSize }, content);
}

function changesLabel({ added, removed }: ResultChanges): string {
  const summary = added + removed === 0 ? '' : t('changeSummary', { added, removed });
  return t('changes', { summary });
}

function Views({ result }: { readonly result: unknown }) {
  const { isError, views, more } = useMemo(() => resultViews(result), [result]);
  return (
    <>
      {isError && (
        <p class="result-error" role="alert">
          {t('failed')}
        </p>
      )}
      {views.length === 0 && <p class="result-note">{t('empty')}</p>}
      {views.map((view, at) => (
        <ShownView key={`${at} ${view.kind}`} view={view} />
      ))}
      {more > 0 && <p class="result-note">{t('moreBlocks', { count: more })}</p>}
    </>
  );
}

function ShownView({ view }: { readonly view: View }) {
  switch (view.kind) {
    case 'text':
      return <TextBlock view={view} />;
    case 'json':
      return <JsonBlock view={view} />;
    // The kind of one source says nothing about the next.
    case 'image':
      return <ImageBlock key={view.source} view={view} />;
    case 'audio':
      return <AudioBlock key={view.source} view={view} />;
    case 'data':
      return <DataBlock view={view} />;
    case 'link':
      return <LinkBlock view={view} />;
    case 'resource':
      return <ResourceBlock view={view} />;
    case 'message':
      return <MessageBlock view={view} />;
  }
}

interface BlockProps {
  readonly title: string;
  /** Facts beside the title: sizes, types, counts. */
  readonly facts?: readonly string[];
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a block: a line with its title, facts and tools above its content. */
function Block({ title, facts = [], tools, children }: BlockProps) {
  return (
    <div class="result-block" role="group" aria-label={title}>
      <div class="result-line">
        <span class="result-title">{title}</span>
        <span class="result-note">{facts.filter(Boolean).join(' · ')}</span>
        <span class="result-tools">{tools}</span>
      </div>
      {children}
    </div>
  );
}

function TextBlock({ view: { text, isMarkdown } }: { readonly view: ViewOf<'text'> }) {
  const [chosen, setForm] = useState<'markdown' | 'plain' | undefined>();
  const wholeSize = useContext(WholeSize);
  const form = chosen ?? (isMarkdown ? 'markdown' : 'plain');
  const tools = (
    <>
      <Choice
        label={t('howBlockShown')}
        options={labelled(['markdown', 'plain'])}
        chosen={form}
        onChoose={setForm}
      />
      <CopyButton text={() => text.text} />
    </>
  );
  return (
    <Block title={t('text')} tools={tools}>
      {form === 'plain' ? (
        <pre class="result-text" tabIndex={0}>
          {text.shown}
        </pre>
      ) : (
        <MarkdownView text={text.shown} />
      )}
      {text.more > 0 && (
        <p class="result-note">{t('cutText', { count: text.more, copy: copyOf(wholeSize) })}</p>
      )}
    </Block>
  );
}

function JsonBlock({ view: { value, table, source, type } }: { readonly view: ViewOf<'json'> }) {
  const [chosen, setForm] = useState<'table' | 'tree' | 'raw' | undefined>();
  const form = chosen === 'table' && !table ? 'tree' : (chosen ?? (table ? 'table' : 'tree'));
  const titles = { text: 'json', structured: 'structured', meta: 'meta' } as const;
  const title =
    source === 'unknown' ? t('unknown', { type: escapeDeceptive(type ?? '') }) : t(titles[source]);
  const tools = (
    <>
      <Choice
        label={t('howBlockShown')}
        options={labelled([...(table ? (['table'] as const) : []), 'tree', 'raw'])}
        chosen={form}
        onChoose={setForm}
      />
      <CopyButton text={() => wholeJson(value)} />
    </>
  );
  return (
    <Block
      title={title}
      facts={[table ? t('rowCount', { count: table.rows.length }) : '']}
      tools={tools}
    >
      {form === 'table' && table && <TableView table={table} />}
      {form === 'tree' && (
        <div class="result-tree">
          <TreeNode value={value} isOpen={source !== 'meta'} />
        </div>
      )}
      {form === 'raw' && <RawJson value={value} />}
    </Block>
  );
}

function ImageBlock({ view: { source, mimeType, bytes } }: { readonly view: ViewOf<'image'> }) {
  /** `undefined` until it is decoded; `null` if it cannot be. */
  const [size, setSize] = useState<{ width: number; height: number } | null>();
  const facts = [mimeType, sizeText(bytes), size ? t('pixels', size) : ''];
  return (
    <Block title={t('image')} facts={facts}>
      {size === null ? (
        <p class="result-broken">{t('notDecoded', { type: mimeType })}</p>
      ) : (
        <img
          class="result-image"
          src={source}
          alt={t('imageAlt', { type: mimeType, size: sizeText(bytes) })}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={() => setSize(null)}
        />
      )}
    </Block>
  );
}

function AudioBlock({ view: { source, mimeType, bytes } }: { readonly view: ViewOf<'audio'> }) {
  const [isBroken, setBroken] = useState(false);
  const size = sizeText(bytes);
  return (
    <Block title={t('audio')} facts={[mimeType, size]}>
      {isBroken ? (
        <p class="result-broken">{t('notDecoded', { type: mimeType })}</p>
      ) : (
        <audio
          controls
          preload="metadata"
          src={source}
          aria-label={t('audioLabel', { type: mimeType, size })}
          onError={() => setBroken(true)}
        />
      )}
    </Block>
  );
}

function DataBlock({ view: { problem, mimeType, size } }: { readonly view: ViewOf<'data'> }) {
  const type = escapeDeceptive(mimeType);
  const isSized = problem === 'empty' || (problem !== 'broken' && size > 0);
  const facts = isSized ? [type, sizeText(size)] : [type];
  const sentences = {
    broken: t('brokenData', { count: size }),
    empty: t('emptyData'),
    large: t('tooLarge'),
    type: t('notShown', { type: type || t('noType') }),
  };
  return (
    <Block title={t('data')} facts={facts}>
      <p class={problem === 'broken' ? 'result-broken' : 'result-note'}>{sentences[problem]}</p>
    </Block>
  );
}

function LinkBlock({ view }: { readonly view: ViewOf<'link'> }) {
  const { uri, name, description, mimeType, target } = view;
  return (
    <Block
      title={t('link')}
      facts={[escapeDeceptive(mimeType)]}
      tools={<OpenButton uri={uri} target={target} />}
    >
      <p class="result-words">
        <strong>{escapeDeceptive(name)}</strong>
        {description && <span class="described">{escapeDeceptiveLines(description)}</span>}
        {name !== uri && <code>{escapeDeceptive(uri)}</code>}
        {!target && <span class="result-note">{t('notOpened')}</span>}
      </p>
    </Block>
  );
}

function ResourceBlock({
  view: { uri, mimeType, content, target },
}: {
  readonly view: ViewOf<'resource'>;
}) {
  const facts = [escapeDeceptive(uri), escapeDeceptive(mimeType)];
  return (
    <Block title={t('resource')} facts={facts} tools={<OpenButton uri={uri} target={target} />}>
      <ShownView view={content} />
    </Block>
  );
}

function MessageBlock({ view: { role, views } }: { readonly view: ViewOf<'message'> }) {
  const known = { user: t('user'), assistant: t('assistant') };
  const title =
    role === 'user' || role === 'assistant'
      ? known[role]
      : t(role ? 'role' : 'noRole', { role: escapeDeceptive(role) });
  return (
    <Block title={title}>
      {views.map((view, at) => (
        <ShownView key={`${at} ${view.kind}`} view={view} />
      ))}
    </Block>
  );
}

/** Rows or children that are shown at first, and that each press of a button adds. */
const atOnce = 200;

function TableView({ table: { columns, rows, facts } }: { readonly table: Table }) {
  const [most, setMost] = useState(atOnce);
  const more = rows.length - most;
  return (
    <>
      {facts.length > 0 && (
        <dl class="result-facts">
          {facts.map(([key, value]) => (
            <div key={key}>
              <dt>{escapeDeceptive(key)}</dt>
              <dd>
                <Cell value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div class="result-table" tabIndex={0} role="region" aria-label={t('table')}>
        <table>
          <thead>
            <tr>
              {columns.map(({ name, isNumeric }) => (
                <th key={name} scope="col" class={isNumeric ? 'result-right' : undefined}>
                  {escapeDeceptive(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row, at) => (
              <tr key={at}>
                {columns.map(({ name, isNumeric }) => (
                  <td key={name} class={isNumeric ? 'result-right' : undefined}>
                    <Cell value={cellOf(row, name)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <MoreButton text="showMoreRows" more={more} onMore={() => setMost(most + atOnce)} />
      )}
    </>
  );
}

/** A cell reads as words: strings without quotes, and nothing where there is no value. */
function Cell({ value }: { readonly value: unknown }) {
  if (value === undefined) return null;
  if (typeof value === 'string') return <Words text={value} />;
  if (typeof value === 'object' && value !== null) return <NestedCell value={value} />;
  return <span class={`result-${typeOf(value)}`}>{JSON.stringify(value)}</span>;
}

function NestedCell({ value }: { readonly value: object }) {
  const shown = useMemo(() => cutText(wholeJson(value), 200).shown, [value]);
  return <code>{shown}</code>;
}

/** Characters of a string in a cell or a tree. */
const mostWords = 2_000;

function Words({ text }: { readonly text: string }) {
  const { shown, more } = cutText(text, mostWords);
  return (
    <>
      {shown.split(/\r?\n/).map(escapeDeceptive).join('\n')}
      {more > 0 && <span class="result-note"> {t('cut', { count: more })}</span>}
    </>
  );
}

/** True for a value whose children a person sees without opening it. */
function isSmall(value: unknown): boolean {
  return typeof value !== 'object' || value === null || childrenOf(value, 11).children.length <= 10;
}

interface TreeNodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly isOpen?: boolean;
}

/** A value in a tree. Children are made when a person opens it, because a large value has too many for a page. */
function TreeNode({ name, value, isOpen = false }: TreeNodeProps) {
  const [open, setOpen] = useState(isOpen);
  const [most, setMost] = useState(atOnce);
  const key = name !== undefined && <span class="result-key">{escapeDeceptive(name)}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="result-leaf">
        {key}
        <Scalar value={value} />
      </div>
    );
  const isList = Array.isArray(value);
  const { children, more } = childrenOf(value, most);
  const count = children.length + more;
  const counted = t(isList ? 'itemCount' : 'keyCount', { count });
  const brackets = isList ? '[ ]' : '{ }';
  if (count === 0)
    return (
      <div class="result-leaf">
        {key}
        <span class="result-bracket">{brackets}</span>
      </div>
    );
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {key}
        <span class="result-bracket">{brackets}</span> <span class="result-note">{counted}</span>
      </summary>
      {open && (
        <div class="result-children">
          {children.map(([inner, child]) => (
            <TreeNode key={inner} name={inner} value={child} isOpen={isOpen && isSmall(child)} />
          ))}
          {more > 0 && (
            <MoreButton text="showMore" more={more} onMore={() => setMost(most + atOnce)} />
          )}
        </div>
      )}
    </details>
  );
}

function Scalar({ value }: { readonly value: unknown }) {
  if (typeof value !== 'string')
    return <span class={`result-${typeOf(value)}`}>{JSON.stringify(value)}</span>;
  const { shown, more } = cutText(value, mostWords);
  return (
    <>
      <span class="result-string">{escapeDeceptive(JSON.stringify(shown))}</span>
      {more > 0 && <span class="result-note"> {t('cut', { count: more })}</span>}
    </>
  );
}

function typeOf(value: unknown): 'number' | 'boolean' | 'null' {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'null';
}

/** The word for copying, where that takes what is not shown; empty where the page does not have it either. */
function copyOf(wholeSize: number | undefined): string {
  return wholeSize === undefined ? t('copy') : '';
}

function RawJson({ value }: { readonly value: unknown }) {
  const wholeSize = useContext(WholeSize);
  const { text, isCut } = useMemo(() => rawJson(value), [value]);
  return (
    <>
      <pre class="result-text" tabIndex={0}>
        {text}
      </pre>
      {isCut && <p class="result-note">{t('cutJson', { copy: copyOf(wholeSize) })}</p>}
    </>
  );
}

interface Option<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly Option<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** Buttons of which one is pressed. */
function Choice<Id extends string>({ label, options, chosen, onChoose }: ChoiceProps<Id>) {
  return (
    <span class="result-choice" role="group" aria-label={label}>
      {options.map(({ id, label }) => (
        <button key={id} type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          {label}
        </button>
      ))}
    </span>
  );
}

function labelled<Id extends TextKey>(ids: readonly Id[]): Option<Id>[] {
  return ids.map((id) => ({ id, label: t(id) }));
}

function CopyButton({ text }: { readonly text: () => string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      class="result-quiet"
      aria-live="polite"
      onClick={() => {
        copy(text());
        setCopied(true);
      }}
    >
      {t(isCopied ? 'copied' : 'copy')}
    </button>
  );
}

function OpenButton({ uri, target }: { readonly uri: string; readonly target: LinkTarget }) {
  if (!target) return null;
  return (
    <button
      type="button"
      class="result-quiet"
      title={escapeDeceptive(uri)}
      onClick={() => openLink(uri)}
    >
      {t(target === 'browser' ? 'openInBrowser' : 'openResource')}
    </button>
  );
}

interface MoreButtonProps {
  readonly text: 'showMore' | 'showMoreRows';
  readonly more: number;
  readonly onMore: () => void;
}

function MoreButton({ text, more, onMore }: MoreButtonProps) {
  return (
    <button type="button" class="result-quiet" onClick={onMore}>
      {t(text, { next: Math.min(atOnce, more), count: more })}
    </button>
  );
}
