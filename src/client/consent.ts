import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { WorkspaceOptions } from './workspace';
import type { ChosenOwner, OwnerLayer } from './owner';

/** A question to a person before servers start. */
export interface ConsentQuestion {
  /** The servers that the gesture is about. */
  readonly wanted: readonly Definition[];
  /** True to ask who runs the servers, too. */
  readonly choosesOwner: boolean;
}

/** A choice of who runs the servers, and the settings file for it. */
export interface OwnerChoice {
  readonly runner: ChosenOwner;
  readonly layer: OwnerLayer;
}

export interface ConsentAnswer {
  /** Exactly the definitions that were shown and approved, with their dependencies; may include unwanted ones. */
  readonly approved: readonly SeenDefinition[];
  readonly owner?: OwnerChoice | undefined;
}

/** Asks a person to approve what they start, and stores their decision. */
export class Consent {
  constructor(
    private readonly options: Pick<WorkspaceOptions, 'approvals' | 'ask' | 'inspect' | 'setOwner'>,
  ) {}

  /** True if the entry and its dependencies are approved as they are now. */
  async has(definition: Definition): Promise<boolean> {
    return (await this.options.inspect(definition)).isApproved === true;
  }

  /**
   * Shows an entry without approval in its present state, because the person may never have read it. Resolves to the
   * approved entries; `undefined` if there are none.
   */
  async to(definition: Definition): Promise<readonly SeenDefinition[] | undefined> {
    if (await this.has(definition)) return [definition];
    return this.ask({ wanted: [definition], choosesOwner: false });
  }

  /**
   * Asks one question and carries out the answer. Stores the approvals first, because a new owner may reload the
   * window. Resolves to the approved entries; `undefined` if nothing was decided or the owner could not be changed.
   */
  async ask(question: ConsentQuestion): Promise<readonly SeenDefinition[] | undefined> {
    const { approvals, ask, setOwner } = this.options;
    const answer = await ask(question, new AbortController().signal);
    if (!answer) return undefined;
    const fresh = answer.approved.filter(({ isApproved }) => !isApproved);
    await approvals.approve(fresh);
    if (!answer.owner || (await setOwner(answer.owner))) return answer.approved;
    await approvals.forget(fresh);
    return undefined;
  }
}
