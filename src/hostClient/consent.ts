import type { Definition } from '../config/definition';
import type { ConfigFile } from './workspaceModel';
import type { WorkspacePorts } from './workspacePorts';

/** Whether a person agrees to what they start. */
export class Consent {
  constructor(private readonly ports: Pick<WorkspacePorts, 'approvals' | 'askTrust' | 'inputs'>) {}

  /**
   * A person's own start of a shown entry is consent to exactly that entry. It is shown whole first
   * where a person may never have read it, as it stands in another host's file, or where values that
   * they gave before would go to what the entry has become.
   */
  async to(definition: Definition): Promise<boolean> {
    const { approvals, askTrust } = this.ports;
    const asks =
      !approvals.isApproved(definition) &&
      (definition.source.external === true || (await this.#sendsKeptValues(definition)));
    if (asks && !(await askTrust([definition], new AbortController().signal))) return false;
    await approvals.approve([definition]);
    return true;
  }

  /**
   * One question for all entries of a file that are new, and one for each of another host's; the ids of what
   * was not approved.
   */
  async byFile(
    files: readonly ConfigFile[],
    definitions: readonly Definition[],
  ): Promise<ReadonlySet<string>> {
    const { approvals, askTrust } = this.ports;
    const refused = new Set<string>();
    const fresh = new Set(definitions.filter((definition) => !approvals.isApproved(definition)));
    const questions = files.flatMap(({ source, parsed }) => {
      const asked = parsed.definitions.filter((definition) => fresh.has(definition));
      if (source.external) return asked.map((definition) => [definition]);
      return asked.length > 0 ? [asked] : [];
    });
    for (const asked of questions) {
      const approved = await askTrust(asked, new AbortController().signal);
      if (approved) await approvals.approve(asked);
      else for (const { id } of asked) refused.add(id);
    }
    return refused;
  }

  async #sendsKeptValues(definition: Definition): Promise<boolean> {
    const { signal } = new AbortController();
    for (const input of definition.inputs) {
      const kept = await this.ports.inputs.value(input, definition, { gesture: false, signal });
      if (kept !== undefined) return true;
    }
    return false;
  }
}
