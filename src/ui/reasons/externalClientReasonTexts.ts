/** The reasons of `reasonTexts.ts` that other agents are told, who use the servers of a window. */
export const externalClientReasonTexts = {
  noWindow: {
    says: 'There are no tools yet, as no window of VS Code shares its MCP servers for {folder}. They come as soon as one does.',
    next: 'Open the folder in a trusted window of VS Code with MCP Roundhouse and a configured MCP server, or name a file of servers with --config.',
  },
  otherFolder: {
    says: 'No window of VS Code has {folder} open. So only the servers of the personal configuration are here, if there are any, and none of the folder.',
    next: 'Open the folder in VS Code with MCP Roundhouse to have its servers, too.',
  },
  unknownToolSet: {
    says: 'There is no set of tools "{set}"[; there is {valid}].',
    next: 'Name another one with --set, or make it in the setting roundhouse.toolSets.',
  },
  gatewayMissing: {
    says: 'This window has no address for other agents, as none of its servers was needed yet.',
    next: 'Start a server, and try again.',
    action: 'startServer',
  },
  windowLeft: {
    says: 'The window of VS Code, or its host process, ended before the answer came, so the call may have run or not.',
    next: 'See whether the call took effect before it is made again.',
  },
  messageTooLong: {
    says: 'The message is larger than {megabytes} MB, so it was not taken.',
    next: 'Send less at once.',
  },
} as const;
