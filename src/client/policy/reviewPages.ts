import { createHash } from 'node:crypto';
import { UserError } from '../../base/errors';
import { canonicalJson } from '../../base/json';
import type { AcceptedTool, ToolChange } from '../../ipc/toolReview';
import type { HostClient } from '../hostConnection/hostClient';

/** The changes on a page: those of a server, or of one tool, at the time of opening. */
interface ReviewPage {
  readonly server: string;
  readonly tool?: string | undefined;
  /** Digest of the changes at that time. */
  readonly digest: string;
}

/**
 * The pages on which a person looks at changed tools. The name of a page has a digest of its tools, so that it never
 * shows others. That holds also after its window was loaded anew. A person accepts only tools that the page has shown.
 */
export class ReviewPages {
  /** Shown changes by page. */
  readonly #shown = new Map<string, Promise<readonly ToolChange[]>>();

  constructor(private readonly host: Pick<HostClient, 'send'>) {}

  /** A page of the present changes of a server or of one tool; `undefined` if there are none. */
  async open(server: string, tool?: string): Promise<string | undefined> {
    const changes = await this.#fetch(server, tool);
    if (changes.length === 0) return undefined;
    const page = JSON.stringify({ server, tool, digest: digestOf(changes) } satisfies ReviewPage);
    this.#shown.set(page, Promise.resolve(changes));
    return page;
  }

  /** The server and the tool of a page. */
  of(page: string): { readonly server: string; readonly item: string | undefined } {
    const { server, tool } = JSON.parse(page) as ReviewPage;
    return { server, item: tool };
  }

  /** Shows the changes of a page. @throws UserError `toolsChangedMeanwhile` if they have changed since. */
  show(page: string): Promise<readonly ToolChange[]> {
    const shown = this.#shown.get(page) ?? this.#again(page);
    this.#shown.set(page, shown);
    shown.catch(() => this.#shown.delete(page));
    return shown;
  }

  /** The changes that a page has shown. @throws UserError `toolsChangedMeanwhile` if it shows none. */
  async shown(page: string): Promise<readonly ToolChange[]> {
    const shown = this.#shown.get(page);
    if (!shown) throw new UserError('toolsChangedMeanwhile');
    return shown;
  }

  /** Accepts tools of a page; the host takes all of them or none. @throws UserError `toolsChangedMeanwhile`. */
  async accept(page: string, tools: readonly AcceptedTool[]): Promise<void> {
    await this.host.send('acceptTools', {
      id: this.of(page).server,
      tools: tools.map(({ name, hash }) => ({ name, hash })),
    });
  }

  /** Forgets a page that nobody sees any more. */
  close(page: string): void {
    this.#shown.delete(page);
  }

  async #again(page: string): Promise<readonly ToolChange[]> {
    const { server, tool, digest } = JSON.parse(page) as ReviewPage;
    const changes = await this.#fetch(server, tool);
    if (digestOf(changes) !== digest) throw new UserError('toolsChangedMeanwhile');
    return changes;
  }

  async #fetch(server: string, tool: string | undefined): Promise<readonly ToolChange[]> {
    const changes = await this.host.send('toolChanges', { id: server });
    return changes.filter(({ name }) => tool === undefined || name === tool);
  }
}

function digestOf(changes: readonly ToolChange[]): string {
  const tools = changes.map(({ name, hash }) => [name, hash]);
  return createHash('sha256').update(canonicalJson(tools)).digest('base64url');
}
