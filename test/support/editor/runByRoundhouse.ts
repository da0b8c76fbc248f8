/** Settings of a person who has Roundhouse run the servers of a workspace that they trust. */
export const runByRoundhouse = {
  'roundhouse.owner': 'roundhouse',
  'roundhouse.trust': 'workspace',
  'chat.mcp.autostart': 'never',
} as const;
