import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { WorkspaceOptions } from './workspace';
import type { ChosenOwner, OwnerLayer } from './owner';

/** What a person is asked before servers start. */
export interface ConsentQuestion {
  /** The servers that the gesture is about. */
  readonly wanted: readonly Definition[];
  /** Whether it is also asked who runs the servers. */
  readonly choosesOwner: boolean;
}

/** Who runs the servers from now on, and where that is kept. */
export interface OwnerChoice {
  readonly runner: ChosenOwner;
  readonly layer: OwnerLayer;
}

/** What a person decided. */
export interface ConsentAnswer {
  /**
   * Exactly the definitions that were shown and approved, with what they depended on; may hold others than those
   * wanted.
   */
  readonly approved: readonly SeenDefinition[];
  readonly owner?: OwnerChoice | undefined;
}

/** Asks a person to agree to what they start, and keeps what they decide. */
export class Consent {
  constructor(
    private readonly ports: Pick<WorkspaceOptions, 'approvals' | 'ask' | 'inspect' | 'setOwner'>,
  ) {}

  /** Whether a person agreed to the entry as it stands, and to what it depends on now. */
  async has(definition: Definition): Promise<boolean> {
    return (await this.ports.inspect(definition)).isApproved === true;
  }

  /**
   * Lets a person start an entry: one that they have not approved as it is now is shown whole first, as
   * whoever wants it started may never have read it. Gives what was approved.
   */
  async to(definition: Definition): Promise<readonly SeenDefinition[] | undefined> {
    if (await this.has(definition)) return [definition];
    return this.ask({ wanted: [definition], choosesOwner: false });
  }

  /**
   * Asks one question, and carries the answer out: the approvals first, because a new owner may reload
   * the window. Gives what was approved, `undefined` where nothing was decided or could be changed.
   */
  async ask(question: ConsentQuestion): Promise<readonly SeenDefinition[] | undefined> {
    const { approvals, ask, setOwner } = this.ports;
    const answer = await ask(question, new AbortController().signal);
    if (!answer) return undefined;
    const fresh = answer.approved.filter(({ isApproved }) => !isApproved);
    await approvals.approve(fresh);
    if (!answer.owner || (await setOwner(answer.owner))) return answer.approved;
    await approvals.forget(fresh);
    return undefined;
  }
}
