import { isObject } from '../base/json';
import { metaOf } from '../protocol/meta';
import type { McpObject } from '../ipc/state';
import type { ServerNotification } from '../servers/openCalls';

/** Which field of a notification says whose it is. */
const idFields: ReadonlyMap<string, string> = new Map([
  ['notifications/tasks/status', 'taskId'],
  ['notifications/elicitation/complete', 'elicitationId'],
]);
const relatedTask = 'io.modelcontextprotocol/related-task';
/** Ids that are kept, and notifications that wait for theirs; the oldest goes. */
const mostIds = 1_000;
const mostEarly = 20;

/**
 * The tasks and elicitations that one client has to do with, by what it was told: a server tells of them
 * without saying whom it concerns (2025-11-25, "Tasks" and "Elicitation").
 */
export class SeenIds {
  readonly #ids = new Set<string>();
  /** The last that was told of an id that nobody has named yet: it may overtake the result that does. */
  readonly #early = new Map<string, ServerNotification>();

  /** Takes note of a result, of the params of a question or of the `data` of an error; gives what is told late. */
  note(told: unknown): readonly ServerNotification[] {
    return idsIn(told).flatMap((id) => {
      this.#ids.delete(id);
      this.#ids.add(id);
      shorten(this.#ids, mostIds);
      const early = this.#early.get(id);
      this.#early.delete(id);
      return early ? [early] : [];
    });
  }

  /** Whether a notification concerns the client, or everybody; what may yet turn out to is kept. */
  concerns(told: ServerNotification): boolean {
    const field = idFields.get(told.method);
    if (field === undefined) return true;
    const id = keyOf(field, told.params);
    if (id === undefined || this.#ids.has(id)) return true;
    this.#early.set(id, told);
    shorten(this.#early, mostEarly);
    return false;
  }
}

function idsIn(told: unknown): readonly string[] {
  if (!isObject(told)) return [];
  const { task, tasks, elicitations } = told;
  const parts = [told, task, metaOf(told)[relatedTask], tasks, elicitations].flat();
  return parts
    .filter(isObject)
    .flatMap((part) =>
      Array.from(idFields.values(), (field) => keyOf(field, part)).filter((id) => id !== undefined),
    );
}

function keyOf(field: string, part: McpObject): string | undefined {
  const { [field]: id } = part;
  return typeof id === 'string' ? `${field} ${id}` : undefined;
}

function shorten(kept: Set<string> | Map<string, unknown>, most: number): void {
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size > most) kept.delete(oldest);
}
