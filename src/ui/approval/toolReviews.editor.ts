import { DisposableStore, type Disposable } from '../../base/disposable';
import type { Workspace } from '../../client/workspace';
import type { ServerPages } from '../serverPage/serverPages.editor';
import { pickServer } from '../tree/pickServer.editor';
import type { Target } from '../window/commands.editor';
import { follow } from '../window/follow';
import { notice, showFailure } from '../window/notice.editor';
import { t } from './reviewTexts';

/** Leads a person to the tools that are not as they were seen last. They are accepted on the page of their server. */
export class ToolReviews implements Disposable {
  readonly #store = new DisposableStore();
  /** Tools already announced, by server. */
  readonly #announced = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly model: Workspace,
    private readonly pages: Pick<ServerPages, 'show'>,
  ) {
    this.#store.add(
      follow(
        () => [...model.host.servers.value.values()],
        (servers) => {
          // Nothing is known of one that has not been reached.
          for (const { id, catalogVersion, vetted } of servers) {
            if (catalogVersion > 0) this.#announce(id, vetted?.held ?? []);
          }
        },
      ),
    );
  }

  /** Shows the changed tools of a server, with that of the target unfolded. */
  async show(target: Target): Promise<void> {
    const entry = await pickServer(this.model, target);
    if (!entry) return;
    const { held = [], fresh = [] } = entry.snapshot.vetted ?? {};
    const { id, name } = entry.definition;
    if (held.length + fresh.length === 0)
      void notice('information', t('nothing', { server: name }));
    else await this.pages.show(id, 'overview', target.item);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** Once for each tool that is held back. */
  #announce(id: string, held: readonly string[]): void {
    const announced = this.#announced.get(id) ?? new Set();
    this.#announced.set(id, new Set(held));
    const entry = this.model.entries.peek().get(id);
    if (!entry || held.every((name) => announced.has(name))) return;
    const server = entry.definition.name;
    const text = t('announceHeld', { server, count: held.length });
    const [review, later] = [t('review'), t('later')];
    void notice('warning', text, review, later)
      .then((picked) => (picked === review ? this.show({ server: id }) : undefined))
      .then(undefined, showFailure);
  }
}
