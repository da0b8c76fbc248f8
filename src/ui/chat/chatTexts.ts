import { englishTextsOf, textsOf } from '../text/format';

/** Texts around chat, apart from reasons: questions, buttons and labels. */
export const t = textsOf({
  finishQuestion:
    'Roundhouse runs the servers, but "chat.mcp.autostart" lets VS Code start copies of its own. To finish the take-over, Roundhouse stops those, clears VS Code’s cached MCP tools and sets "chat.mcp.autostart" to "never"; the last two also reach other extensions’ servers.',
  finish: 'Finish Take-Over',
  doubled: 'Chat has the tools of {servers} twice, because VS Code runs a copy of its own.',
  stopCopy: 'Stop VS Code’s Copy',
  copyStopped: 'VS Code’s copy was stopped. Its tools leave chat when the window reloads.',
  reload: 'Reload Window',
  adoptPick: 'Which server should move to .vscode/roundhouse.json?',
  releasePick: 'Which server should move back to .vscode/mcp.json?',
  nothingToMove: 'There is no server that could be moved.',
  callTitle: 'Run "{tool}" on {server}?',
  callServer: 'Server:',
  callTool: 'Tool:',
  callArguments: 'Arguments:',
  allowsMore:
    'What is allowed for longer than once holds for every tool that chat calls this way, unless a rule of yours asks.',
  askedByRule: 'The rule "{rule}"[ ({layer})] asks before every call.',
  flaggedCall: 'Something in its definition looks as if it were to lead models astray.',
  mayCall: 'May chat make this call?',
  mayAppCall: 'May the app of this server make this call?',
  mayAgentCall: 'May the agent[ "{client}"] make this call?',
  allowCall: 'Allow This Call',
  refuseCall: 'Refuse',
  moreLines: 'and {count} more {count|line|lines}',
  claims: 'What its server says of it, which nobody has checked: {claims}.',
  claimsReading: 'it only reads',
  claimsDestroying: 'it may delete or overwrite things',
  claimsAdding: 'it deletes and overwrites nothing',
  claimsOpen: 'it reaches out to others, such as the web',
  claimsClosed: 'it stays within what the server itself holds',
  claimsNothing: 'Its server does not say what it may touch.',
  callRunning: 'Running "{tool}" on {server}',
  searching: 'Searching the MCP tools',
  describing: 'Reading the description of "{tool}" on {server}',
  listing: 'Listing the MCP servers',
  reading: 'Reading more of a large result',
});

/** Texts of answers to models. */
export const toModel = englishTextsOf({
  describeFirst:
    'Best first; "requires" are the arguments that each needs. Read the schema with roundhouse_describe_tool before the first call.',
  noToolFits:
    'No tool fits "{query}".[ Servers: {servers}.] Search with other words, or with an empty query for all tools.',
  noTools: 'There are no tools.[ Servers: {servers}.]',
  serverCount: '{server} ({tools} {tools|tool|tools})',
  serverUnread: '{server} (its tools are known once it has run)',
  toolFailed: 'The tool reported an error.',
  toolSaidNothing: 'The tool returned nothing.',
  leftOut: '[{what} left out: it cannot be shown to the model here]',
});
