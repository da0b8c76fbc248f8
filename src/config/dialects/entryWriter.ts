import type { Json, JsonObject } from '../../base/json';
import type { Launch } from '../definition';
import type { LostField } from '../write/exportEntry';
import type { VariableStyle } from '../variableSyntax';
import type { Dialect, Held, Row, Transport } from './dialect';
import { soleVariable, translateVariables } from './translateVariables';

/** How what an entry holds is called where it is lost. */
const fieldNames: Readonly<Partial<Record<Held, string>>> = {
  sandboxed: 'sandboxEnabled',
  clientId: 'oauth.clientId',
  enterpriseManaged: 'oauth.enterpriseManaged',
  startupTimeout: 'startupTimeoutSeconds',
  callTimeout: 'callTimeoutSeconds',
  allowedTools: 'tools.allow',
  hiddenTools: 'tools.hide',
};

/** Puts an entry together in the way of one dialect, and names what does not go in. */
export class EntryWriter {
  readonly #lost = new Map<string, LostField>();
  readonly #held = new Map<Held, Json>();

  constructor(
    readonly dialect: Dialect,
    private readonly from: VariableStyle,
    private readonly to: VariableStyle,
    private readonly transport: Transport,
  ) {}

  get lost(): readonly LostField[] {
    return [...this.#lost.values()];
  }

  /** The entry, its keys in the order of the dialect's table. */
  get value(): JsonObject {
    const entry: Record<string, Json> = {};
    for (const held of this.#held.keys()) {
      if (this.#row(held) === undefined) this.lose(fieldNames[held] ?? held, 'unsupportedField');
    }
    for (const row of this.dialect.rows) {
      const value = this.#held.get(row.holds);
      if (value !== undefined && this.#row(row.holds) === row)
        put(entry, row.key.split('.'), value);
    }
    return entry;
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

  /** A text with its variables in the target's style. */
  text(field: string, text: string): string {
    if (this.from === this.to) return text;
    const { variables } = this.dialect;
    return translateVariables(text, this.from, { style: this.to, variables }, (code) =>
      this.lose(field, code),
    );
  }

  /** The name of the environment variable that a text is, and nothing more. */
  variableName(text: string): string | undefined {
    const variable = soleVariable(text, this.from);
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
 * How a launch is reached in the target's way; `lost` is true where that is another transport, which
 * HTTP can stand in for. `undefined` where the host knows none that would do.
 */
export function transportFor(
  launch: Launch,
  { transports, reachesSockets }: Dialect,
): (Transport & { readonly lost: boolean }) | undefined {
  const isSocket = launch.type !== 'stdio' && /^(?:unix|pipe):/i.test(launch.url);
  if (isSocket && !reachesSockets) return undefined;
  const own = transports[launch.type];
  if (own !== undefined) return { ...own, lost: false };
  return launch.type === 'sse' && transports.http ? { ...transports.http, lost: true } : undefined;
}

function put(
  into: Record<string, Json>,
  [key = '', ...rest]: readonly string[],
  value: Json,
): void {
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  const nested: Record<string, Json> = {};
  put(nested, rest, value);
  into[key] = { ...(into[key] as JsonObject | undefined), ...nested };
}
