import {
  type ComponentChildren,
  createContext,
  h,
  type JSX,
  type TargetedClipboardEvent,
  type TargetedEvent,
  type TargetedInputEvent,
} from 'preact';
import {
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks';
import { isObject, type JsonObject } from '../../base/json';
import {
  addedValue,
  argumentField,
  branchAt,
  branchLabel,
  type Draft,
  type Field,
  fieldFor,
  type FieldOf,
  fieldProblem,
  fits,
  initialValue,
  optionAt,
  ownField,
  type Part,
  partsOf,
  pointerId,
  pointerTo,
  readTyped,
  typedText,
  type Unfinished,
  withLines,
  withPart,
} from '../../ui/serverPage/argumentForm';
import { t } from '../../ui/serverPage/formTexts';
import { escapeDeceptive, escapeDeceptiveLines } from '../../ui/text/untrustedText';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import './argumentForm.css';

export interface ArgumentFormProps {
  /** The input schema of the tool. */
  readonly schema: unknown;
  readonly value: JsonObject;
  readonly onChange: (value: JsonObject) => void;
  /** Shows what is missing before a person has been there. */
  readonly showsMissing?: boolean;
  /** JSON pointers of the fields whose text is not readable yet, and which have no value therefore. */
  readonly onUnreadable?: (pointers: readonly string[]) => void;
  /** What the value does not have yet. The form changes it. */
  readonly unfinished: Unfinished;
  /** Suggests values for the text field at a JSON pointer. */
  readonly complete?: (pointer: string, typed: string) => Promise<readonly string[]>;
}

interface Form {
  /** The ID of the control at a JSON pointer, with which the IDs of what belongs to it begin. */
  readonly idOf: (pointer: string) => string;
  readonly showsMissing: boolean;
  readonly complete: ArgumentFormProps['complete'];
  readonly unfinished: Unfinished;
  readonly setUnreadable: (pointer: string, draft: Draft | undefined) => void;
  /** Moves the focus once the change is shown. */
  focus(pointer: string, suffix?: string): void;
}

const FormContext = createContext<Form | undefined>(undefined);

function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field outside of a form');
  return form;
}

/** A field with its value and what becomes of a change. */
interface FieldProps<F extends Field = Field> {
  readonly field: F;
  readonly value: unknown;
  readonly isRequired: boolean;
  readonly name: string;
  readonly pointer: string;
  readonly onChange: (value: unknown) => void;
  /** True for a part that a person added, which stays until it is removed. */
  readonly isRow?: boolean;
  /** Alternatives directly around it. */
  readonly unions?: number;
  /** Buttons beside the label. */
  readonly actions?: ComponentChildren;
}

/** The form of a tool's arguments. It shows `value`, and what is unfinished. */
export function ArgumentForm(props: ArgumentFormProps): JSX.Element {
  const { schema, value, onChange, showsMissing = false, complete, unfinished } = props;
  const id = useId();
  const field = useMemo(() => argumentField(schema), [schema]);
  const unreadable = useRef(new Set<string>());
  const wanted = useRef<string | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const element =
      document.getElementById(wanted.current) ??
      document.getElementById(`${wanted.current}?union`) ??
      box.current;
    wanted.current = undefined;
    (element?.matches('fieldset, div') ? firstControl(element) : element)?.focus();
  });
  // The form goes before its fields do, whose texts stay then.
  const isGone = useRef(false);
  useLayoutEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const form: Form = {
    idOf: (pointer) => id + pointerId(pointer),
    showsMissing,
    complete,
    unfinished,
    setUnreadable(pointer, draft) {
      if (isGone.current) return;
      const isUnreadable = draft !== undefined;
      if (isUnreadable) unfinished.texts.set(pointer, draft);
      else unfinished.texts.delete(pointer);
      if (unreadable.current.has(pointer) === isUnreadable) return;
      unreadable.current[isUnreadable ? 'add' : 'delete'](pointer);
      props.onUnreadable?.([...unreadable.current]);
    },
    focus(pointer, suffix = '') {
      wanted.current = form.idOf(pointer) + suffix;
    },
  };
  const change = (next: unknown): void => onChange(isObject(next) ? (next as JsonObject) : {});
  const parts = { value, isRequired: true, name: '', pointer: '', onChange: change };
  return h(
    FormContext.Provider,
    { value: form },
    <div class="argument-form" ref={box}>
      {field.kind === 'group' && <Group {...parts} field={field} isRoot />}
      {field.kind === 'union' && <Union {...parts} field={field} />}
      {field.kind !== 'group' && field.kind !== 'union' && <TypedField {...parts} field={field} />}
    </div>,
  );
}

function firstControl(element: Element): HTMLElement | null {
  return element.querySelector('input, textarea, select, .secondary');
}

function AnyField(props: FieldProps): JSX.Element {
  const { value } = props;
  const field = fieldFor(props.field, value);
  if (value === null && field.isNullable && field.kind !== 'choice' && field.kind !== 'json')
    return <NullField {...props} field={field} />;
  switch (field.kind) {
    case 'text':
    case 'number':
    case 'json':
      return <TypedField {...props} field={field} />;
    case 'flag':
      return <Flag {...props} field={field} />;
    case 'choice':
      return <Choice {...props} field={field} />;
    case 'union':
      return <Union {...props} field={field} />;
    case 'list':
      return <List {...props} field={field} />;
    case 'group':
      return value === undefined ? (
        <Absent {...props} field={field} />
      ) : (
        <Group {...props} field={field} />
      );
  }
}

/** Label, description and problem around a control. */
function Labelled(props: {
  readonly of: FieldProps;
  readonly problem?: string | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { field, name, pointer, actions } = props.of;
  const id = useForm().idOf(pointer);
  return (
    <div class="field">
      <div class="field-head">
        <label for={id}>{escapeDeceptive(name)}</label>
        <Marks {...props.of} />
        {actions}
      </div>
      <Hint field={field} id={`${id}?hint`} />
      {props.children}
      <Problem id={`${id}?problem`} text={props.problem} />
    </div>
  );
}

function Marks({
  field,
  isRequired,
  isRow = false,
}: Pick<FieldProps, 'field' | 'isRequired' | 'isRow'>): JSX.Element {
  return (
    <>
      {isRequired && !isRow && <span class="mark">{t('required')}</span>}
      {field.kind === 'json' && <span class="mark">{t('json')}</span>}
    </>
  );
}

function Hint({ field, id }: { readonly field: Field; readonly id: string }): JSX.Element {
  return (
    <div id={id} class="hint">
      {field.description !== undefined && <span>{escapeDeceptiveLines(field.description)}</span>}
      {field.example !== undefined && (
        <span>
          {t('example', { example: escapeDeceptiveLines(typedText(field, field.example)) })}
        </span>
      )}
      {field.preset !== undefined && (
        <span>
          {t('preset', { preset: escapeDeceptiveLines(JSON.stringify(field.preset) ?? '') })}
        </span>
      )}
    </div>
  );
}

function Problem({
  id,
  text,
}: {
  readonly id: string;
  readonly text: string | undefined;
}): JSX.Element {
  // The element stays, because screen readers announce only changes of regions that they know.
  return (
    <div id={id} class="problem" role="alert">
      {text}
    </div>
  );
}

/** Attributes that every control of a field has. */
function useControl(props: FieldProps, problem?: string) {
  const { idOf, showsMissing } = useForm();
  const [wasLeft, setWasLeft] = useState(false);
  const own = fieldProblem(props.field, props.value, props.isRequired);
  const isShown = own?.kind !== 'missing' || wasLeft || showsMissing;
  const text = problem ?? (own && isShown ? t(own.kind, own.args) : undefined);
  const id = idOf(props.pointer);
  const attributes = {
    id,
    'aria-required': props.isRequired,
    'aria-invalid': text !== undefined,
    'aria-describedby': `${id}?hint ${id}?problem`,
    onBlur: () => setWasLeft(true),
  };
  return { attributes, problem: text };
}

const longNames = /^(?:body|code|content|html|markdown|message|prompt|query|script|sql|text)$/i;

/** Text, a number, or JSON. */
function TypedField(
  props: FieldProps<FieldOf<'text' | 'number' | 'json'>> | FieldProps,
): JSX.Element {
  const { field, value, isRequired, isRow = false, pointer, onChange, name } = props;
  const form = useForm();
  const [draft, setDraft] = useState(form.unfinished.texts.get(pointer));
  const shown = typedText(field, value);
  // A draft counts until somebody else changes the value, or the value makes it another field.
  const isTyped = draft?.kind === field.kind && typedText(field, draft.value) === shown;
  const text = isTyped ? draft.text : shown;
  const typed = readTyped(field, text, value, isRequired);
  const isEmptyRow = isRow && typed.problem === undefined && typed.value === undefined;
  const unread = isEmptyRow ? 'missing' : typed.problem;
  const { attributes, problem } = useControl(props, unread && t(unread));
  const unreadable = unread && { kind: field.kind, text, value };
  const { setUnreadable } = form;
  // Before anything else can happen, such as a press of Run.
  useLayoutEffect(() => setUnreadable(pointer, unreadable));
  useLayoutEffect(() => () => setUnreadable(pointer, undefined), [pointer]);
  const change = (next: string): void => {
    const read = readTyped(field, next, value, isRequired);
    const nextValue = read.problem === undefined ? read.value : undefined;
    // A row without a value would go away; so would the box of a value that does not fit its field.
    const isKept =
      nextValue === undefined && (isRow || (field.kind === 'json' && read.problem !== undefined));
    setDraft({ kind: field.kind, text: next, value: isKept ? value : nextValue });
    // A value that is no longer in the box must not be sent.
    if (!isKept) onChange(nextValue);
  };
  const isText = field.kind === 'text' && !field.isSecret;
  const wantsLines =
    field.kind === 'json' ||
    (field.kind === 'text' && text.includes('\n')) ||
    (isText && (longNames.test(name) || text.length >= 80));
  // Another box would not have the focus, so who types keeps the box.
  const hasLines = useRef(wantsLines);
  if (!isTyped) hasLines.current = wantsLines;
  const isLong = hasLines.current;
  const lines = useRef<HTMLTextAreaElement>(null);
  const cursor = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = cursor.current;
    if (at === undefined) return;
    cursor.current = undefined;
    lines.current?.focus();
    lines.current?.setSelectionRange(at, at);
  });
  // Pasted or dropped lines get a box that can hold them; in one line their breaks would become blanks.
  const takeLines = (event: TargetedEvent<HTMLInputElement>, added = ''): void => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const selected = [selectionStart ?? text.length, selectionEnd ?? text.length] as const;
    const taken = field.kind === 'text' && withLines(text, selected, added);
    if (!taken) return;
    event.preventDefault();
    hasLines.current = true;
    cursor.current = taken.cursor;
    change(taken.text);
  };
  const box = {
    ...attributes,
    value: text,
    placeholder: placeholderOf(field, value),
    spellcheck: false,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change(currentTarget.value),
  };
  const line = {
    ...box,
    autocomplete: 'off',
    // VS Code's command that pastes has no event before the input.
    onPaste: (event: TargetedClipboardEvent<HTMLInputElement>) =>
      takeLines(event, event.clipboardData?.getData('text')),
    onBeforeInput: (event: TargetedInputEvent<HTMLInputElement>) =>
      takeLines(event, event.data ?? undefined),
  } as const;
  const secret = field.isSecret ? ' secret' : '';
  const list = isText && form.complete && !isLong ? `${attributes.id}?list` : undefined;
  return (
    <Labelled of={withNullButton(props)} problem={problem}>
      {isLong && <textarea {...box} ref={lines} rows={3} class={field.kind + secret} />}
      {!isLong && field.isSecret && <input {...line} type="password" />}
      {!isLong && !field.isSecret && (
        <input {...line} type="text" inputMode={keyboardOf(field)} list={list} />
      )}
      {list !== undefined && <Suggestions id={list} pointer={pointer} typed={text} />}
    </Labelled>
  );
}

/** The keyboard that a touch screen shows. */
function keyboardOf(field: Field): 'decimal' | 'email' | 'text' | 'url' {
  if (field.kind === 'number') return 'decimal';
  if (field.kind !== 'text') return 'text';
  return field.format === 'email' ? 'email' : field.format === 'uri' ? 'url' : 'text';
}

function placeholderOf(field: Field, value: unknown): string {
  if (value === '') return t('emptyText');
  if (field.kind !== 'text') return '';
  switch (field.format) {
    case 'date':
    case 'date-time':
    case 'uri':
    case 'email':
      return t(field.format);
    default:
      return '';
  }
}

function Suggestions(props: {
  readonly id: string;
  readonly pointer: string;
  readonly typed: string;
}): JSX.Element {
  const { complete } = useForm();
  const [values, setValues] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    complete?.(props.pointer, props.typed).then(
      (found) => isCurrent && setValues(found),
      // Suggestions help, but nothing depends on them.
      () => isCurrent && setValues([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [props.pointer, props.typed]);
  return (
    <datalist id={props.id}>
      {values.map((value) => (
        <option key={value} value={value} />
      ))}
    </datalist>
  );
}

/** Adds a button for `null` where that is a value, and the field is empty. */
function withNullButton<P extends FieldProps>(props: P): P {
  const { field, value, name, pointer, onChange } = props;
  if (!field.isNullable || value !== undefined || field.kind === 'json') return props;
  const button = (
    <Action
      icon="circle-slash"
      label={t('sendNull', { name })}
      focuses={pointer}
      onPress={() => onChange(null)}
    />
  );
  return { ...props, actions: [button, props.actions] };
}

function NullField(props: FieldProps): JSX.Element {
  const { attributes } = useControl(props);
  const { field, isRow = false, name, pointer, onChange } = props;
  const out = (
    <Action
      icon="close"
      label={t('leaveOut', { name })}
      focuses={pointer}
      onPress={() => onChange(isRow ? addedValue(field) : undefined)}
    />
  );
  return (
    <Labelled of={{ ...props, actions: [out, props.actions] }}>
      <input {...attributes} type="text" readOnly value={t('null')} />
    </Labelled>
  );
}

/** A checkbox if the value is required; else a choice, because it may also be absent. */
function Flag(props: FieldProps<FieldOf<'flag'>>): JSX.Element {
  const { value, isRequired, onChange } = props;
  const { attributes, problem } = useControl(props);
  if (isRequired) {
    return (
      <Labelled of={withNullButton(props)} problem={problem}>
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          indeterminate={value === undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      </Labelled>
    );
  }
  return (
    <Labelled of={withNullButton(props)} problem={problem}>
      <select
        {...attributes}
        value={value === undefined ? '' : String(value === true)}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === '' ? undefined : chosen === 'true')
        }
      >
        <option value="">{t('notSet')}</option>
        <option value="true">{t('yes')}</option>
        <option value="false">{t('no')}</option>
      </select>
    </Labelled>
  );
}

function Choice(props: FieldProps<FieldOf<'choice'>>): JSX.Element {
  const { field, value, isRequired, onChange } = props;
  const { attributes, problem } = useControl(props);
  const chosen = value === undefined ? -1 : optionAt(field, value);
  return (
    <Labelled of={props} problem={problem}>
      <select
        {...attributes}
        value={String(chosen)}
        onChange={({ currentTarget }) =>
          onChange(field.options[Number(currentTarget.value)]?.value)
        }
      >
        {(!isRequired || chosen < 0) && <option value="-1">{t('notSet')}</option>}
        {field.options.map(({ label }, at) => (
          <option key={at} value={String(at)}>
            {escapeDeceptive(label)}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

/** A part that is left out, with a button that adds it. */
function Absent(props: FieldProps): JSX.Element {
  const { field, name, pointer, onChange } = props;
  const form = useForm();
  const { attributes, problem } = useControl(props);
  const add = (): void => {
    form.focus(pointer);
    onChange(addedValue(field));
  };
  return (
    <div class="field">
      <div class="field-head">
        <span>{escapeDeceptive(name)}</span>
        <Marks {...props} />
        {withNullButton(props).actions}
      </div>
      <Hint field={field} id={`${attributes.id}?hint`} />
      <Button {...attributes} aria-required={undefined} onClick={add}>
        {t('addGroup', { name: escapeDeceptive(name) })}
      </Button>
      <Problem id={`${attributes.id}?problem`} text={problem} />
    </div>
  );
}

/** A frame around the parts of a value. */
function Frame(props: {
  readonly of: FieldProps;
  readonly children: ComponentChildren;
  readonly problem?: string | undefined;
  /** Ends the ID of a frame around a control of the same value. */
  readonly suffix?: string;
}): JSX.Element {
  const { field, value, isRequired, name, pointer, onChange, actions } = props.of;
  const form = useForm();
  const id = form.idOf(pointer) + (props.suffix ?? '');
  return (
    <fieldset id={id} aria-describedby={`${id}?hint ${id}?problem`}>
      <legend>
        {escapeDeceptive(name)} <Marks {...props.of} />
        {!isRequired && value !== undefined && (
          <Action
            icon="close"
            label={t('leaveOut', { name })}
            focuses={pointer}
            onPress={() => onChange(undefined)}
          />
        )}
        {actions}
      </legend>
      <Hint field={field} id={`${id}?hint`} />
      {props.children}
      <Problem id={`${id}?problem`} text={props.problem} />
    </fieldset>
  );
}

function Group(props: FieldProps<FieldOf<'group'>> & { readonly isRoot?: boolean }): JSX.Element {
  const { field, value, onChange, pointer, isRoot = false } = props;
  const parts = partsOf(field, value);
  const rows = parts.map((part) => {
    const name = part.field.title ?? String(part.key);
    const change = (next: unknown): void => onChange(withPart(value, part.key, next));
    const remove = part.isExtra && (
      <Action
        icon="trash"
        label={t('remove', { name })}
        focuses={pointer}
        suffix={field.isMap ? '?key' : ''}
        onPress={() => change(undefined)}
      />
    );
    return (
      <PartField key={part.key} {...{ of: props, part, name, actions: remove }} onChange={change} />
    );
  });
  const content = (
    <>
      {rows}
      {field.isMap && <NewKey {...props} taken={parts} pointer={pointer} />}
    </>
  );
  if (!isRoot) return <Frame of={props}>{content}</Frame>;
  return rows.length === 0 && !field.isMap ? <p>{t('noArguments')}</p> : content;
}

function PartField(props: {
  readonly of: FieldProps<FieldOf<'group' | 'list'>>;
  readonly part: Part;
  readonly name: string;
  readonly actions: ComponentChildren;
  readonly onChange: (value: unknown) => void;
}): JSX.Element {
  const { of, part, name, actions, onChange } = props;
  return (
    <AnyField
      field={ownField(of.field, part)}
      value={part.value}
      isRequired={part.isRequired}
      isRow={part.isExtra || of.field.kind === 'list'}
      name={name}
      pointer={pointerTo(of.pointer, part.key)}
      actions={actions}
      onChange={onChange}
    />
  );
}

/** The row that adds a property of any name. */
function NewKey(
  props: FieldProps<FieldOf<'group'>> & { readonly taken: readonly Part[] },
): JSX.Element {
  const { field, value, pointer, onChange, taken } = props;
  const form = useForm();
  const [key, setKey] = useState('');
  const own = field.extra(key);
  const isTaken = taken.some((part) => part.key === key && part.value !== undefined);
  const id = `${form.idOf(pointer)}?key`;
  const add = (): void => {
    if (key === '' || isTaken || !own) return;
    form.focus(pointerTo(pointer, key));
    setKey('');
    onChange(withPart(value, key, addedValue(own)));
  };
  return (
    <div class="new-key">
      <label for={id}>{t('keyName')}</label>
      <input
        id={id}
        type="text"
        value={key}
        aria-invalid={isTaken}
        aria-describedby={`${id}?problem`}
        onInput={({ currentTarget }) => setKey(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          add();
        }}
      />
      <Button disabled={key === ''} onClick={add}>
        {t('addKey')}
      </Button>
      <Problem
        id={`${id}?problem`}
        text={isTaken ? t('keyTaken') : key !== '' && !own ? t('unknown') : undefined}
      />
    </div>
  );
}

function List(props: FieldProps<FieldOf<'list'>>): JSX.Element {
  const { field, value, isRequired, name, pointer, onChange } = props;
  const form = useForm();
  const { problem } = useControl(props);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = (): void => {
    form.focus(pointerTo(pointer, items.length));
    onChange([...items, addedValue(field.itemAt(items.length))]);
  };
  const remove = (at: number): void => {
    const left = items.toSpliced(at, 1);
    onChange(left.length > 0 || isRequired ? left : undefined);
  };
  const move = (at: number, by: number): void =>
    onChange(items.with(at, items[at + by]).with(at + by, items[at]));
  return (
    <Frame of={withNullButton(props)} problem={problem}>
      {partsOf(field, items).map((part) => {
        const at = Number(part.key);
        const row = part.field.title ?? t('item', { name, number: at + 1 });
        const actions = (
          <>
            <Action
              icon="arrow-up"
              label={t('moveUp', { name: row })}
              isOff={at === 0}
              focuses={pointerTo(pointer, at - 1)}
              onPress={() => move(at, -1)}
            />
            <Action
              icon="arrow-down"
              label={t('moveDown', { name: row })}
              isOff={at === items.length - 1}
              focuses={pointerTo(pointer, at + 1)}
              onPress={() => move(at, 1)}
            />
            <Action
              icon="trash"
              label={t('remove', { name: row })}
              focuses={pointer}
              suffix="?add"
              onPress={() => remove(at)}
            />
          </>
        );
        const change = (next: unknown): void => onChange(items.with(at, next ?? null));
        return (
          <PartField key={at} {...{ of: props, part, name: row, actions }} onChange={change} />
        );
      })}
      <Button id={`${form.idOf(pointer)}?add`} onClick={add}>
        {t('addItem', { name: escapeDeceptive(name) })}
      </Button>
    </Frame>
  );
}

/** A choice of the kind of value, with the field of that kind. */
function Union(props: FieldProps<FieldOf<'union'>>): JSX.Element {
  const { field, value, isRequired, isRow = false, unions = 0, name, pointer, onChange } = props;
  const form = useForm();
  const { attributes, problem } = useControl(props);
  // An empty or half-written value does not tell its kind.
  const kept = form.unfinished.branches;
  const place = pointer + '~'.repeat(unions);
  const branches = field.branches();
  const chosen = branchAt(field, value, isRequired, kept.get(place));
  const branch = branches[chosen];
  // The field of the chosen kind says what is wrong with it.
  const own = branch ? undefined : problem;
  const id = `${form.idOf(pointer)}?kind`;
  const keep = (at: number, next: unknown): void => {
    kept.set(place, { at, value: next });
    onChange(next);
  };
  const choose = (at: number): void => {
    const next = branches[at];
    // The text stays where the other kind can show it, too.
    const isKept =
      value !== undefined && next && next.kind === branch?.kind && next.kind !== 'group';
    const fresh = next && (isRow ? addedValue(next) : initialValue(next, true));
    keep(at, isKept && fits(next, value) ? value : fresh);
  };
  const change = (next: unknown): void => keep(chosen, next);
  const inside = { ...props, unions: unions + 1, onChange: change };
  const options = branches.map((one, at) => (
    <option key={at} value={String(at)}>
      {escapeDeceptive(labelOf(one))}
    </option>
  ));
  return (
    <Frame of={withNullButton(props)} suffix="?union" problem={own}>
      <div class="field">
        <label for={id}>
          {name === '' ? t('kind') : t('kindOf', { name: escapeDeceptive(name) })}
        </label>
        <select
          id={id}
          value={String(chosen)}
          aria-invalid={own !== undefined}
          onBlur={attributes.onBlur}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        >
          {(!isRequired || chosen < 0) && <option value="-1">{t('notSet')}</option>}
          {options}
        </select>
      </div>
      {branch?.kind === 'group' ? (
        <Group {...inside} field={branch} isRoot />
      ) : (
        branch && (
          <AnyField
            {...inside}
            isRequired
            name={labelOf(branch)}
            field={branch}
            actions={undefined}
          />
        )
      )}
    </Frame>
  );
}

function labelOf(branch: Field): string {
  return branchLabel(branch) ?? t(`kind_${branch.kind}`);
}

/** A small button with an icon. */
function Action(props: {
  readonly icon: string;
  readonly label: string;
  readonly isOff?: boolean;
  /** Pointer of what has the focus after the press, because the button goes away or moves. */
  readonly focuses: string;
  /** Ends the ID of what has the focus, where it is no control of a value. */
  readonly suffix?: string;
  readonly onPress: () => void;
}): JSX.Element {
  const form = useForm();
  const label = escapeDeceptive(props.label);
  return (
    <button
      type="button"
      class="action"
      title={label}
      aria-label={label}
      disabled={props.isOff === true}
      onClick={() => {
        form.focus(props.focuses, props.suffix);
        props.onPress();
      }}
    >
      <Icon name={props.icon} />
    </button>
  );
}
