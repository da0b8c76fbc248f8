import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { messageOf } from '../../base/errors';
import { inexactNumber, isObject, type JsonObject, keyOfStep } from '../../base/json';
import type { TestSubject } from '../../config/serverTests';
import { appOf } from '../../ipc/mcpApp';
import type { McpObject, Tool } from '../../ipc/state';
import { initialArguments } from '../../ui/serverPage/argumentForm';
import type { PagePart, ToolRow } from '../../ui/serverPage/pageMessages';
import { promptSchemaOf } from '../../ui/serverPage/promptSchema';
import { t } from '../../ui/serverPage/pageTexts';
import {
  escapeDeceptive,
  escapeDeceptiveLines,
  escapeDeceptiveWords,
} from '../../ui/text/untrustedText';
import { AppView } from './appView';
import { ArgumentForm, type ArgumentFormProps } from './argumentForm';
import { CallMessages } from './callMessages';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { MarkdownView } from './markdownView';
import {
  call,
  catalog,
  choose,
  chosenTool,
  completionsOf,
  copyCall,
  draftOf,
  edit,
  editAs,
  editingOf,
  isTestable,
  items,
  read,
  replace,
  runningItems,
  runsAsTask,
  runsOf,
  savedCallsOf,
  saveTest,
  send,
  server,
  shownTool,
  unfinishedOf,
  type MadeCall,
  type Run,
} from './pageState';
import { ResultView, type ResultForm } from './resultView';
import { RowList } from '../shared/rowList';
import { SearchBox } from '../shared/searchBox';

/** One line of a list. */
interface Row {
  readonly key: string;
  readonly label: string;
  readonly note: string;
  readonly icon: string;
  readonly marks?: readonly string[];
}

/** The tools of the server, and one of them to try. */
export function ToolsPart() {
  const { tools = [], dropped = [] } = catalog.value ?? {};
  const row = chosenTool();
  const tasks = runningItems();
  const rows = useMemo(
    () => tools.map((tool) => toolRow(tool, tasks.includes(tool.name))),
    [tools, tasks.join('\n')],
  );
  const empty = t(catalog.value ? 'noTools' : 'unknownTools');
  return (
    <Split part="tools" rows={rows} empty={empty} notes={dropped} hint={t('pickTool')}>
      {row ? <Tool key={row.name} row={row} /> : null}
    </Split>
  );
}

export function PromptsPart() {
  const { prompts = [] } = catalog.value ?? {};
  const chosen = items.value['prompts'];
  const prompt = prompts.find(({ name }) => name === chosen);
  const rows = useMemo(
    () =>
      prompts.map(({ name, description = '' }) => ({
        key: name,
        label: escapeDeceptive(name),
        note: escapeDeceptiveWords(description),
        icon: 'comment',
      })),
    [prompts],
  );
  return (
    <Split part="prompts" rows={rows} empty={t('noPrompts')} hint={t('pickPrompt')}>
      {prompt ? (
        <section key={prompt.name}>
          <h2>{escapeDeceptive(prompt.name)}</h2>
          {prompt.description ? (
            <p class="described">{escapeDeceptiveLines(prompt.description)}</p>
          ) : null}
          <Trial
            subject="prompt"
            item={prompt.name}
            schema={promptSchemaOf(prompt)}
            label={t('get')}
            run={(args) => read('prompts/get', prompt.name, args)}
            complete={(pointer, typed) => completionsOf(prompt.name, nameAt(pointer), typed)}
          />
        </section>
      ) : null}
    </Split>
  );
}

export function ResourcesPart() {
  const { resources = [], resourceTemplates = [] } = catalog.value ?? {};
  const chosen = items.value['resources'];
  const rows = useMemo(
    () => [
      ...resources.map(({ uri, name = uri }) => ({
        key: uri,
        label: escapeDeceptive(name),
        note: escapeDeceptive(uri),
        icon: 'file',
      })),
      ...resourceTemplates.map(({ uriTemplate, name = uriTemplate }) => ({
        key: uriTemplate,
        label: escapeDeceptive(name),
        note: escapeDeceptive(uriTemplate),
        icon: 'symbol-parameter',
      })),
    ],
    [resources, resourceTemplates],
  );
  const isTemplate = resourceTemplates.some(({ uriTemplate }) => uriTemplate === chosen);
  return (
    <Split part="resources" rows={rows} empty={t('noResources')} hint={t('pickResource')}>
      {chosen === undefined ? null : (
        <section key={chosen}>
          <h2 class="uri">{escapeDeceptive(chosen)}</h2>
          {isTemplate ? (
            <Button
              look="primary"
              onClick={() => send({ kind: 'run', command: 'openTemplate', item: chosen })}
            >
              {t('open')}
            </Button>
          ) : (
            <Trial
              subject="resource"
              item={chosen}
              label={t('read')}
              run={() => read('resources/read', chosen, {})}
              more={
                <Button
                  onClick={() => send({ kind: 'run', command: 'openResource', item: chosen })}
                >
                  {t('open')}
                </Button>
              }
            />
          )}
        </section>
      )}
    </Split>
  );
}

function toolRow(
  { name, title, summary, hints, isFlagged, note }: ToolRow,
  isRunning: boolean,
): Row {
  return {
    key: name,
    label: escapeDeceptive(name),
    note: summary || title,
    icon: isFlagged ? 'warning' : 'tools',
    marks: [...(isRunning ? [t('taskRuns')] : []), ...(note === undefined ? [] : [note]), ...hints],
  };
}

/** A list with a filter, and beside it what was chosen from it. */
function Split({
  part,
  rows,
  empty,
  notes = [],
  hint,
  children,
}: {
  readonly part: PagePart;
  readonly rows: readonly Row[];
  readonly empty: string;
  readonly notes?: readonly string[];
  readonly hint: string;
  readonly children: ComponentChildren;
}) {
  const [filter, setFilter] = useState('');
  const found = useMemo(() => {
    const wanted = filter.toLowerCase();
    return rows.filter(({ label, note }) => `${label} ${note}`.toLowerCase().includes(wanted));
  }, [rows, filter]);
  const chosen = items.value[part];
  const list = useMemo(
    () => (
      <RowList rows={found} keyOf={({ key }) => key} chosen={chosen}>
        {({ key, label, note, icon, marks = [] }, tabIndex) => (
          <button
            type="button"
            aria-current={key === chosen ? 'true' : undefined}
            tabIndex={tabIndex}
            onClick={() => choose(part, key)}
          >
            <Icon name={icon} />
            <span class="label">{label}</span>
            {marks.map((mark) => (
              <span class="mark" key={mark}>
                {mark}
              </span>
            ))}
            <span class="note">{note}</span>
          </button>
        )}
      </RowList>
    ),
    [found, chosen],
  );
  // A chosen item need not be listed, such as a resource that a result leads to.
  if (rows.length === 0 && !children) return <p class="empty">{empty}</p>;
  return (
    <div class="split">
      <nav aria-label={t(part)}>
        <SearchBox label={t('filterItems')} text={filter} onSearch={setFilter} />
        {found.length === 0 ? (
          <p class="empty">{rows.length === 0 ? empty : t('noMatch')}</p>
        ) : null}
        {list}
        {notes.map((note) => (
          <p class="warning" key={note}>
            {note}
          </p>
        ))}
      </nav>
      <div class="chosen">{children ?? <p class="empty">{hint}</p>}</div>
    </div>
  );
}

function Tool({ row }: { readonly row: ToolRow }) {
  const shown = shownTool.value;
  const isLoaded = shown?.tool.name === row.name;
  const { description, inputSchema }: Partial<Tool> = isLoaded ? shown.tool : {};
  return (
    <section>
      <h2>{escapeDeceptive(row.name)}</h2>
      <p class="marks">
        {row.title ? <span>{row.title}</span> : null}
        {row.hints.map((hint) => (
          <span class="mark" key={hint}>
            {hint}
          </span>
        ))}
        {row.tokens === undefined ? null : <span>{row.tokens}</span>}
        {row.isOn === undefined ? null : (
          <label>
            <input
              type="checkbox"
              checked={row.isOn}
              onChange={({ currentTarget }) =>
                send({ kind: 'toggle', tool: row.name, isOn: currentTarget.checked })
              }
            />
            {t('inChat')}
          </label>
        )}
        {row.note === undefined ? null : <span class="mark">{row.note}</span>}
      </p>
      {isLoaded ? (
        <>
          <Notes title={t('findings')} lines={shown.findings} isWarning />
          {description === undefined ? null : <MarkdownView text={description} />}
          <Notes title={t('forModels')} lines={shown.forModels} />
          <Trial
            subject="tool"
            item={row.name}
            schema={inputSchema ?? {}}
            label={t('run')}
            run={(args) => call(row.name, args)}
            runAsTask={runsAsTask(shown.tool) ? (args) => call(row.name, args, true) : undefined}
          />
          <Definition tool={shown.tool} />
        </>
      ) : (
        <p class="empty">{t('loading')}</p>
      )}
    </section>
  );
}

/** The rest of a tool's definition. It is made when a person opens it, because it may be long. */
function Definition({ tool }: { readonly tool: Tool }) {
  const [isOpen, setOpen] = useState(false);
  const text = useMemo(() => (isOpen ? definitionText(tool) : ''), [tool, isOpen]);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('definition')}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}

function definitionText({ description: _description, inputSchema, ...rest }: Tool): string {
  return JSON.stringify({ ...rest, inputSchema }, undefined, 2);
}

function Notes({
  title,
  lines,
  isWarning = false,
}: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly isWarning?: boolean;
}) {
  if (lines.length === 0) return null;
  return (
    <details class={isWarning ? 'warning' : ''} open={isWarning}>
      <summary>{title}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

/** Arguments as a form or as JSON, the button that sends them, and what came of it. */
function Trial({
  subject,
  item,
  schema,
  label,
  run,
  runAsTask,
  more,
  complete,
}: {
  readonly subject: TestSubject;
  readonly item: string;
  /** Absent: it takes no arguments. */
  readonly schema?: unknown;
  readonly label: string;
  readonly run: (args: McpObject) => void;
  readonly runAsTask?: ((args: McpObject) => void) | undefined;
  readonly more?: ComponentChildren;
  readonly complete?: ArgumentFormProps['complete'];
}) {
  const value = draftOf(item) ?? (schema === undefined ? {} : initialArguments(schema));
  const { isJson, text } = editingOf(item);
  const [unreadable, setUnreadable] = useState<readonly string[]>([]);
  const [showsMissing, setShowsMissing] = useState(false);
  const [showsMessages, setShowsMessages] = useState(false);
  const [form, setForm] = useState<ResultForm>('result');
  const runs = runsOf(subject, item);
  const [latest, ...earlier] = runs;
  const saved = savedCallsOf(subject, item);
  const change = (next: McpObject): void => edit(item, next, schema);
  const [replaced, setReplaced] = useState(0);
  const useAgain = (next: McpObject): void => {
    setReplaced(replaced + 1);
    setUnreadable([]);
    replace(item, next, schema);
  };
  const isRunning = latest !== undefined && latest.took === undefined;
  const isCallable = server.value?.isCallable === true;
  const cannotRun = !isCallable || unreadable.length > 0 || text !== undefined;
  const start = (how: (args: McpObject) => void): void => {
    if (isRunning) return;
    setShowsMissing(true);
    how(value);
  };
  return (
    <>
      {schema === undefined ? null : (
        <fieldset class="arguments">
          <legend>{t('arguments')}</legend>
          {saved.length > 0 ? (
            <select
              aria-label={t('savedCalls')}
              value={-1}
              onChange={({ currentTarget }) => {
                const chosen = saved[Number(currentTarget.value)];
                if (chosen) useAgain(chosen.test.arguments ?? {});
                currentTarget.value = '-1';
              }}
            >
              <option value={-1}>{t('savedCalls')}</option>
              {saved.map(({ name }, at) => (
                <option key={at} value={at}>
                  {name}
                </option>
              ))}
            </select>
          ) : null}
          <div class="switch" role="group" aria-label={t('arguments')}>
            {([false, true] as const).map((json) => (
              <Button
                key={String(json)}
                look="link"
                aria-pressed={isJson === json}
                disabled={json ? unreadable.length > 0 : text !== undefined}
                onClick={() => {
                  if (json !== isJson) editAs(item, { isJson: json });
                }}
              >
                {t(json ? 'asJson' : 'asForm')}
              </Button>
            ))}
          </div>
          {isJson ? (
            <JsonArguments
              key={replaced}
              value={value}
              unreadable={text}
              onChange={change}
              onUnreadable={(next) => editAs(item, { isJson, text: next })}
            />
          ) : (
            <ArgumentForm
              key={replaced}
              schema={schema}
              value={value as JsonObject}
              onChange={change}
              complete={complete}
              showsMissing={showsMissing}
              onUnreadable={setUnreadable}
              unfinished={unfinishedOf(item)}
            />
          )}
        </fieldset>
      )}
      {isCallable ? null : <p class="empty">{t('notCallable')}</p>}
      <div class="buttons">
        <Button
          look="primary"
          disabled={cannotRun}
          aria-disabled={isRunning}
          onClick={() => start(run)}
          icon="play"
        >
          {label}
        </Button>
        {runAsTask ? (
          <Button
            disabled={cannotRun}
            aria-disabled={isRunning}
            title={t('runAsTaskNote')}
            onClick={() => start(runAsTask)}
            icon="run-all"
          >
            {t('runAsTask')}
          </Button>
        ) : null}
        {isRunning ? (
          <Button onClick={() => send({ kind: 'cancel', callId: latest.callId })}>
            {t('cancel')}
          </Button>
        ) : null}
        {more}
      </div>
      <div class="buttons ending">
        {/* The element stays, because screen readers announce only changes of regions that they know. */}
        <p role="status" class="progress">
          {latest ? <RunStatus run={latest} /> : null}
        </p>
        {latest && !isRunning ? <CallButtons subject={subject} call={latest} /> : null}
      </div>
      {latest && !isRunning ? (
        <Outcome
          run={latest}
          subject={subject}
          previous={earlier.find(({ result }) => result)}
          form={form}
          onForm={setForm}
        />
      ) : null}
      {latest && !isRunning ? (
        <CallMessages
          key={latest.callId}
          run={latest}
          isOpen={showsMessages}
          onToggle={setShowsMessages}
        />
      ) : null}
      {earlier.length > 0 ? (
        <details>
          <summary>{t('history')}</summary>
          <ul class="history">
            {earlier.map(({ callId, arguments: args, took }) => (
              <li key={callId}>
                <code>{JSON.stringify(args).slice(0, 200)}</code>
                <span>{took === undefined ? t('running') : t('answered', { ms: took })}</span>
                <Button look="link" onClick={() => useAgain(args)}>
                  {t('again')}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** The arguments as text; what is no object yet stays in the box and is not sent. */
function JsonArguments({
  value,
  unreadable,
  onChange,
  onUnreadable,
}: {
  readonly value: McpObject;
  /** The text, where it is no object yet. */
  readonly unreadable: string | undefined;
  readonly onChange: (value: McpObject) => void;
  readonly onUnreadable: (text: string) => void;
}) {
  const written = JSON.stringify(value, undefined, 2);
  const [text, setText] = useState(unreadable ?? written);
  const problem = useMemo(
    () => (unreadable === undefined ? undefined : readObject(unreadable).problem),
    [unreadable],
  );
  // Another value, such as that of a new schema, replaces the text.
  useEffect(() => {
    if (problem === undefined && !isSameJson(text, written)) setText(written);
  }, [written]);
  const input = (next: string): void => {
    setText(next);
    const { value: object } = readObject(next);
    if (object) onChange(object);
    else onUnreadable(next);
  };
  return (
    <>
      <textarea
        rows={Math.min(20, text.split('\n').length + 1)}
        spellcheck={false}
        aria-label={t('argumentsJson')}
        aria-invalid={problem !== undefined}
        value={text}
        onInput={({ currentTarget }) => input(currentTarget.value)}
      />
      {problem === undefined ? null : (
        <p role="alert" class="problem">
          {problem}
        </p>
      )}
    </>
  );
}

/** Where a run is, or how it ended. */
function RunStatus({ run: { took, progress, isTask, failure } }: { readonly run: Run }) {
  if (took !== undefined) return <>{t(failure ? 'failedIn' : 'answered', { ms: took })}</>;
  return (
    <>
      <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true" />
      {isTask ? taskText(progress) : progressText(progress)}
    </>
  );
}

/** What came of a run that has ended. */
function Outcome({
  run,
  subject,
  previous,
  form,
  onForm,
}: {
  readonly run: Run;
  readonly subject: TestSubject;
  readonly previous?: Run | undefined;
  readonly form: ResultForm;
  readonly onForm: (form: ResultForm) => void;
}) {
  const { result, failure } = run;
  const shown = shownTool.value;
  // The page is drawn anew with every message that comes, and a result may be large.
  const view = useMemo(
    () => <ResultView run={run} previous={previous?.result} form={form} onForm={onForm} />,
    [run, previous, form],
  );
  return (
    <section class="outcome">
      {subject === 'tool' && shown && result ? <AppOfRun tool={shown.tool} run={run} /> : null}
      {failure ? (
        <p role="alert" class="problem">
          {failure.text} {failure.next}
        </p>
      ) : (
        view
      )}
    </section>
  );
}

/** The app of a tool, if it has one and the result is whole. */
function AppOfRun({ tool, run }: { readonly tool: Tool; readonly run: Run }) {
  if (tool.name !== run.item || appOf(tool) === undefined) return null;
  if (run.wholeSize !== undefined) return <p class="empty">{t('appTooLarge')}</p>;
  return <AppView key={run.callId} tool={tool} run={run} />;
}

/** What a person does with a call that was made. */
export function CallButtons({
  subject,
  call,
}: {
  readonly subject: TestSubject;
  readonly call: MadeCall;
}) {
  return (
    <>
      {isTestable(call) ? (
        <Button icon="beaker" onClick={() => saveTest(subject, call)}>
          {t('saveAsTest')}
        </Button>
      ) : null}
      <Button icon="copy" onClick={() => copyCall(subject, call)}>
        {t('copyAs')}
      </Button>
    </>
  );
}

/** The words for the statuses of a task that goes on. */
const taskStatuses: ReadonlyMap<string, 'taskWorking' | 'taskAsks'> = new Map([
  ['working', 'taskWorking'],
  ['input_required', 'taskAsks'],
]);

/** A task with its status, and what its server says of it. */
function taskText({ task, message }: Partial<Run['progress']> & {} = {}): string {
  if (!task) return t('taskStarting');
  const known = taskStatuses.get(task.status);
  const status = known ? t(known) : escapeDeceptive(task.status);
  const text = t('taskState', { id: escapeDeceptive(task.id), status });
  return message === undefined ? text : `${text} · ${escapeDeceptiveWords(message)}`;
}

function progressText(progress: Run['progress']): string {
  if (!progress) return t('running');
  const { progress: done, total, message } = progress;
  const count = total === undefined ? String(done) : t('progressOf', { progress: done, total });
  return message === undefined ? count : `${count} · ${escapeDeceptiveWords(message)}`;
}

/** The argument of a prompt at a JSON pointer. */
function nameAt(pointer: string): string {
  return keyOfStep(pointer.slice(1));
}

function readObject(text: string): { readonly value?: McpObject; readonly problem?: string } {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { problem: t('badJson', { message: '{ … }' }) };
    const number = inexactNumber(text);
    return number === undefined ? { value } : { problem: t('inexact', { number }) };
  } catch (error) {
    return { problem: t('badJson', { message: messageOf(error) }) };
  }
}

function isSameJson(one: string, other: string): boolean {
  try {
    return JSON.stringify(JSON.parse(one)) === JSON.stringify(JSON.parse(other));
  } catch {
    return false;
  }
}
