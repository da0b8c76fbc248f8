import { textsOf } from '../text/format';

/** Texts for a person who types into a read-only document; a file of its own because every window starts with it. */
export const t = textsOf({
  resource: 'This is a resource of an MCP server, which cannot be changed here.',
  result: 'This is what a tool gave, which cannot be changed here.',
});
