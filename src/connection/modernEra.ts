import { UserError } from '../base/errors';
import { ownValue } from '../base/json';
import type { LogLevel } from '../ipc/requests';
import type { Handshake, McpObject } from '../ipc/state';
import { requestMeta, withMeta, metaKeys } from '../protocol/meta';
import type { Era, EraPort, ResultKind } from './era';
import type { Purpose } from './exchange';
import { Listening } from './listening';
import type { RpcNotification } from '../protocol/jsonRpc';

const kinds: Readonly<Record<string, ResultKind>> = {
  complete: 'complete',
  input_required: 'inputRequired',
  task: 'task',
};

/** Notifications of the legacy era only. */
const sessionNotifications: ReadonlySet<string> = new Set([
  'notifications/initialized',
  'notifications/roots/list_changed',
]);

/** The era without sessions: every request describes its client (revisions from 2026-07-28 on). */
export class ModernEra implements Era {
  readonly isAsked = false;
  readonly tellsCancel: boolean;
  readonly #listening: Listening;
  #envelope: McpObject;

  constructor(
    readonly handshake: Handshake,
    capabilities: McpObject,
    private readonly port: EraPort,
  ) {
    // Over HTTP it is the closed stream that tells.
    this.tellsCancel = port.kind === 'stdio';
    this.#envelope = requestMeta(handshake.protocolVersion, capabilities);
    this.#listening = new Listening(handshake.capabilities, {
      ...port,
      subscribe: (params, subscription) => port.subscribe(this.dress(params), subscription),
    });
  }

  dress(params: McpObject): McpObject {
    return withMeta(params, this.#envelope);
  }

  kindOf({ resultType = 'complete' }: McpObject): ResultKind {
    const kind = ownValue(kinds, resultType);
    if (kind) return kind;
    const message = `The result is of the unknown type ${JSON.stringify(resultType)}.`;
    throw new UserError('protocolError', { message });
  }

  hears(notification: RpcNotification, during: Purpose | undefined): boolean {
    return this.#listening.hears(notification, during);
  }

  listen(): void {
    this.#listening.begin();
  }

  granted(): void {
    // Nothing lasts longer than its request.
  }

  async watchResources(uris: ReadonlySet<string>): Promise<void> {
    this.#listening.watch(uris);
  }

  async setLogLevel(level: LogLevel | undefined): Promise<void> {
    const { [metaKeys.logLevel]: _, ...envelope } = this.#envelope;
    this.#envelope = level ? { ...envelope, [metaKeys.logLevel]: level } : envelope;
  }

  async notify(method: string, params: McpObject = {}): Promise<void> {
    if (!sessionNotifications.has(method)) await this.port.notify(method, this.dress(params));
  }

  dispose(): void {
    this.#listening.dispose();
  }
}
