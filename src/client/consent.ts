import type { Definition } from '../config/definition';
import type { SeenDefinition } from '../config/fingerprint';
import type { ConsentQuestion, WorkspacePorts } from './workspacePorts';

/** Asks a person to agree to what they start, and keeps what they decide. */
export class Consent {
  constructor(
    private readonly ports: Pick<WorkspacePorts, 'approvals' | 'ask' | 'look' | 'setOwner'>,
  ) {}

  /** Whether a person agreed to the entry as it stands, and to what it depends on now. */
  async has(definition: Definition): Promise<boolean> {
    return (await this.ports.look(definition)).isApproved === true;
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
