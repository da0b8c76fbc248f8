import { publicName } from '../../protocol/publicNames';

/** The text that names a tool in chat; chat knows a tool of ours by its public name. */
export function mentionOf(tool: string): string {
  return `#${publicName(tool)}`;
}
