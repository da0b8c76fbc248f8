import type { AcceptedTool, ToolChange } from '../../ipc/toolChanges';
import type { HostLine } from './hostLine';

/** The tools of servers that a person has to look at before models get them. */
export class HostReview {
  constructor(private readonly line: () => Promise<HostLine>) {}

  /** Those that are not as they were when a person saw them last. */
  async changes(id: string): Promise<readonly ToolChange[]> {
    return (await this.line()).send('toolChanges', { id });
  }

  /**
   * A person has seen these tools: they are held back no more, in no window.
   * @throws UserError `toolsChangedMeanwhile` where one is another by now; then none is accepted.
   */
  async accept(id: string, tools: readonly AcceptedTool[]): Promise<void> {
    await (await this.line()).send('acceptTools', { id, tools: [...tools] });
  }
}
