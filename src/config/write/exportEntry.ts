import { withValue, type Json, type JsonObject } from '../../base/json';
import type {
  Definition,
  HttpLaunch,
  OAuthClientEntry,
  Input,
  StdioLaunch,
  DialectId,
  Launch,
} from '../definition';
import { dialects } from '../dialects';
import { likelySecrets } from '../likelySecrets';
import type { ServerSettings } from '../settings/serverSettings';
import type { Dialect, Held, Row, Transport } from '../dialect';
import { soleVariable, translateVariables } from './translateVariables';

/** Something of a definition that the target cannot hold, or not safely. */
export interface LostField {
  /** Its name in VS Code's format or in `ServerSettings`, such as `env.TOKEN` or `tools.hide`. */
  readonly field: string;
  /**
   * `unsupportedTransport` of `type`: another transport was written. Of `url` or `command`: nothing could be written,
   * and `value` is empty. `secretInline`: the written value looks like a secret in plain text. `userSettingsOnly`: a
   * workspace may not set it.
   */
  readonly code:
    | 'unsupportedField'
    | 'unsupportedVariable'
    | 'unsupportedInput'
    | 'unsupportedTransport'
    | 'secretInline'
    | 'userSettingsOnly';
}

/** A definition in the way of another host. */
export interface ExportedEntry {
  readonly name: string;
  readonly value: JsonObject;
  /** Elements for `inputs` where the target has them. */
  readonly inputs: readonly JsonObject[];
  readonly lost: readonly LostField[];
}

/**
 * The definition as an entry of the target's file. Variables get the equivalent in the target's style. `lost` names
 * everything that the target cannot hold.
 */
export function exportEntry(definition: Definition, to: DialectId): ExportedEntry {
  const { name, launch, source } = definition;
  const dialect = dialects[to];
  const transport = transportFor(launch, dialect);
  if (transport === undefined) {
    const field = launch.type === 'stdio' ? 'command' : 'url';
    const code: LostField['code'] = 'unsupportedTransport';
    return { name, value: {}, inputs: [], lost: [{ field, code }] };
  }
  const writer = new EntryWriter(dialect, dialects[source.dialect], transport);
  if (transport.lost) writer.lose('type', 'unsupportedTransport');
  writer.hold('type', transport.type);
  if (launch.type === 'stdio') writeStdio(launch, writer);
  else writeHttp(launch, writer);
  if (definition.dev) writer.hold('dev', devOf(definition.dev));
  writeSettings(definition.settings ?? {}, writer);
  const { value } = writer;
  for (const { location } of likelySecrets(launch)) {
    // A client that is not written shows nothing.
    if (location[0] === 'oauth' && !writer.can('oauth')) continue;
    writer.lose(location[0] === 'args' ? 'args' : location.join('.'), 'secretInline');
  }
  const inputs = dialect.isVsCode ? definition.inputs.map(inputElement) : [];
  return { name, value, inputs, lost: writer.lost };
}

function writeStdio(launch: StdioLaunch, writer: EntryWriter): void {
  const command = writer.text('command', launch.command);
  const args = launch.args.map((arg) => writer.text('args', arg));
  if (writer.can('commandLine')) {
    writer.hold('commandLine', [command, ...args]);
  } else {
    writer.hold('command', command);
    writer.holdAll('args', args);
  }
  if (launch.cwd !== undefined) writer.hold('cwd', writer.text('cwd', launch.cwd));
  if (launch.envFile !== undefined) {
    writer.hold('envFile', writer.text('envFile', launch.envFile));
  }
  if (launch.sandbox) {
    writer.hold('sandboxed', true);
    // The rules stand beside the servers, where they would confine those of the target as well.
    const hasRules = Object.values(launch.sandbox).some(
      (list: readonly string[]) => list.length > 0,
    );
    if (hasRules && writer.can('sandboxed')) writer.lose('sandbox', 'unsupportedField');
  }
  writeEnv(launch.env, writer);
}

function writeEnv(env: StdioLaunch['env'], writer: EntryWriter): void {
  const entries: [string, Json][] = [];
  const passed: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value === null) {
      if (writer.dialect.isVsCode) entries.push([name, value]);
      else writer.lose(`env.${name}`, 'unsupportedField');
    } else if (writer.can('passedVariables') && writer.variableName(value) === name) {
      passed.push(name);
    } else {
      entries.push([name, writer.text(`env.${name}`, value)]);
    }
  }
  writer.holdAll('env', Object.fromEntries(entries));
  writer.holdAll('passedVariables', passed);
}

function writeHttp(launch: HttpLaunch, writer: EntryWriter): void {
  writer.hold('url', writer.text('url', launch.url));
  writeOAuth(launch.oauth ?? {}, writer);
  const plain: [string, string][] = [];
  const fromVariables: [string, string][] = [];
  for (const [name, value] of Object.entries(launch.headers)) {
    const [, token] = /^Bearer +(.*)$/is.exec(value) ?? [];
    const bearer = token === undefined ? undefined : writer.variableName(token);
    const variable = writer.variableName(value);
    if (writer.can('bearerVariable') && bearer !== undefined && /^authorization$/i.test(name)) {
      writer.hold('bearerVariable', bearer);
    } else if (writer.can('variableHeaders') && variable !== undefined) {
      fromVariables.push([name, variable]);
    } else {
      plain.push([name, writer.text(`headers.${name}`, value)]);
    }
  }
  writer.holdAll('headers', Object.fromEntries(plain));
  writer.holdAll('variableHeaders', Object.fromEntries(fromVariables));
}

/** The whole client, or its id alone where the target knows no more of it. */
function writeOAuth(client: OAuthClientEntry, writer: EntryWriter): void {
  const isWhole = writer.can('oauth');
  const held: Record<string, Json> = {};
  for (const [key, value] of Object.entries({ ...client })) {
    if (value === undefined) continue;
    const field = `oauth.${key}`;
    if (!isWhole && key !== 'clientId') writer.lose(field, 'unsupportedField');
    else held[key] = typeof value === 'string' ? writer.text(field, value) : value;
  }
  if (isWhole) writer.holdAll('oauth', held);
  else writer.hold('clientId', held['clientId']);
}

function writeSettings(settings: ServerSettings, writer: EntryWriter): void {
  const { enabled, startupTimeoutSeconds, callTimeoutSeconds, tools } = settings;
  if (enabled !== undefined && !writer.can('enabled') && writer.can('disabled')) {
    writer.hold('disabled', !enabled);
  } else if (enabled === false || writer.can('enabled')) {
    writer.hold('enabled', enabled);
  }
  writer.holdSeconds('startupTimeout', startupTimeoutSeconds);
  writer.holdSeconds('callTimeout', callTimeoutSeconds);
  writeTools(tools?.allow, tools?.hide ?? [], writer);
}

/** Hosts list tools by their whole names; a shorter list of what is allowed would hide tools. */
function writeTools(
  allow: readonly string[] | undefined,
  hide: readonly string[],
  writer: EntryWriter,
): void {
  if (allow?.some(isPattern)) {
    if (!allow.includes('*')) writer.lose('tools.allow', 'unsupportedField');
  } else {
    writer.hold('allowedTools', allow);
  }
  if (hide.some(isPattern)) writer.lose('tools.hide', 'unsupportedField');
  writer.holdAll(
    'hiddenTools',
    hide.filter((tool) => !isPattern(tool)),
  );
}

/** True if a name in a list of tools stands for several. */
export function isPattern(tool: string): boolean {
  return /[*?]/.test(tool);
}

function devOf({ watch, debug }: NonNullable<Definition['dev']>): JsonObject {
  return {
    ...(watch.length > 0 && { watch }),
    ...(debug && { debug: { ...debug } }),
  };
}

function inputElement(input: Input): JsonObject {
  const { id, type, description, password, options, command } = input;
  return {
    type,
    id,
    ...(description !== undefined && { description }),
    ...(input.default !== undefined && { default: input.default }),
    ...(password !== undefined && { password }),
    ...(options && {
      options: options.map(({ label, value }) => (label === value ? value : { label, value })),
    }),
    ...(command !== undefined && { command }),
    // Read from JSON, and never looked into.
    ...(input.args !== undefined && { args: input.args as Json }),
  };
}

/** The names of fields in `LostField`. */
const fieldNames: Readonly<Partial<Record<Held, string>>> = {
  sandboxed: 'sandboxEnabled',
  clientId: 'oauth.clientId',
  startupTimeout: 'startupTimeoutSeconds',
  callTimeout: 'callTimeoutSeconds',
  allowedTools: 'tools.allow',
  hiddenTools: 'tools.hide',
};

/** Puts an entry together in the way of one dialect, and names what does not go in. */
class EntryWriter {
  readonly #lost = new Map<string, LostField>();
  readonly #held = new Map<Held, Json>();

  constructor(
    readonly dialect: Dialect,
    private readonly from: Dialect,
    private readonly transport: Transport,
  ) {}

  get lost(): readonly LostField[] {
    return [...this.#lost.values()];
  }

  /** The entry, its keys in the order of the dialect's table. */
  get value(): JsonObject {
    for (const held of this.#held.keys()) {
      if (this.#row(held) === undefined) this.lose(fieldNames[held] ?? held, 'unsupportedField');
    }
    let entry: unknown = {};
    for (const row of this.dialect.rows) {
      const value = this.#held.get(row.holds);
      if (value !== undefined && this.#row(row.holds) === row)
        entry = withValue(entry, row.key.split('.'), value);
    }
    return entry as JsonObject;
  }

  can(held: Held): boolean {
    return this.#row(held) !== undefined;
  }

  lose(field: string, code: LostField['code']): void {
    this.#lost.set(`${field} ${code}`, { field, code });
  }

  /** Takes what an entry holds; nothing where there is nothing. */
  hold(held: Held, value: Json | undefined): void {
    if (value !== undefined) this.#held.set(held, value);
  }

  /** Several things; none at all is not written. */
  holdAll(held: Held, values: readonly Json[] | JsonObject): void {
    if (Object.keys(values).length > 0) this.#held.set(held, values);
  }

  /** A time, in the unit of the target's key. */
  holdSeconds(held: 'startupTimeout' | 'callTimeout', seconds: number | undefined): void {
    if (seconds === undefined) return;
    const unit = this.#row(held)?.unit;
    const whole = unit === 'wholeSeconds' ? Math.ceil(seconds) : seconds;
    if (whole !== seconds) this.lose(fieldNames[held] ?? held, 'unsupportedField');
    this.hold(held, unit === 'milliseconds' ? Math.round(seconds * 1000) : whole);
  }

  /** A text with its variables in the target's style, the same where both hosts know the same ones. */
  text(field: string, text: string): string {
    const { from, dialect } = this;
    if (from === dialect) return text;
    const { writtenStyle: style = dialect.variableStyle, variableKinds: variables } = dialect;
    if (from.variableStyle === style && from.variableKinds === variables) return text;
    return translateVariables(text, from.variableStyle, { style, variables }, (code) =>
      this.lose(field, code),
    );
  }

  /** The name of the environment variable that a text is, and nothing more. */
  variableName(text: string): string | undefined {
    const variable = soleVariable(text, this.from.variableStyle);
    if (variable?.kind !== 'env' || variable.fallback !== undefined) return undefined;
    return variable.name;
  }

  #row(held: Held): Row | undefined {
    const rows = this.dialect.rows.filter((row) => row.holds === held && row.readOnly !== true);
    const { url } = this.transport;
    return held === 'url' && url !== undefined ? rows.find(({ key }) => key === url) : rows[0];
  }
}

/**
 * The launch's transport as the target writes it; `lost` is true where that is another transport, which
 * HTTP can stand in for. `undefined` where the host knows none that would do.
 */
function transportFor(
  launch: Launch,
  { transports, isVsCode }: Dialect,
): (Transport & { readonly lost: boolean }) | undefined {
  const isSocket = launch.type !== 'stdio' && /^(?:unix|pipe):/i.test(launch.url);
  if (isSocket && !isVsCode) return undefined;
  const own = transports[launch.type];
  if (own !== undefined) return { ...own, lost: false };
  return launch.type === 'sse' && transports.http ? { ...transports.http, lost: true } : undefined;
}
