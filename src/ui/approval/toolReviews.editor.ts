import { DisposableStore, type Disposable } from '../../base/disposable';
import { canonicalJson, isObject } from '../../base/json';
import type { KeyValueStore } from '../../client/stores';
import type { Workspace } from '../../client/workspace';
import type { ServerPages } from '../serverPage/serverPages.editor';
import { pickServer } from '../tree/pickServer.editor';
import type { Target } from '../window/registerCommands.editor';
import { follow } from '../window/follow';
import { notice, showFailure } from '../window/notice.editor';
import { t } from './reviewTexts';

/** Key of the tools, by server, whose notification this workspace has shown. */
const announcedKey = 'roundhouse.announcedTools';

/** Leads a person to the tools that are not as they were seen last. They are accepted on the page of their server. */
export class ToolReviews implements Disposable {
  readonly #disposables = new DisposableStore();

  /** `store`: that of the workspace. */
  constructor(
    private readonly workspace: Workspace,
    private readonly pages: Pick<ServerPages, 'show'>,
    private readonly store: KeyValueStore,
  ) {
    this.#disposables.add(
      follow(
        () => [...workspace.host.servers.value.values()],
        (servers) => {
          // Nothing is known of one that has not been reached.
          for (const { id, catalogVersion, vetted } of servers) {
            if (catalogVersion > 0) this.#announce(id, vetted?.held ?? []).catch(showFailure);
          }
        },
      ),
    );
  }

  /** Shows the changed tools of a server, with that of the target unfolded. */
  async show(target: Target): Promise<void> {
    const entry = await pickServer(this.workspace, target);
    if (!entry) return;
    const { held = [], fresh = [] } = entry.snapshot.vetted ?? {};
    const { id, name } = entry.definition;
    if (held.length + fresh.length === 0)
      void notice('information', t('nothing', { server: name }));
    else await this.pages.show(id, 'overview', target.item);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Once for each tool that is held back. */
  async #announce(id: string, held: readonly string[]): Promise<void> {
    const stored = this.store.get(announcedKey);
    const { [id]: before, ...others } = isObject(stored) ? stored : {};
    const announced: readonly unknown[] = Array.isArray(before) ? before : [];
    const entry = this.workspace.entries.peek().get(id);
    if (!entry || canonicalJson(announced) === canonicalJson(held)) return;
    await this.store.update(announcedKey, { ...others, ...(held.length > 0 && { [id]: held }) });
    if (held.every((name) => announced.includes(name))) return;
    const server = entry.definition.name;
    const text = t('announceHeld', { server, count: held.length });
    const [review, later] = [t('review'), t('later')];
    if ((await notice('warning', text, review, later)) === review) await this.show({ server: id });
  }
}
