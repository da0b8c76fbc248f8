import type { ReasonTable } from './reasonText';

/** Reasons why chat, its participant or another agent does not have the servers, and who runs them. */
export const clientReasonTexts: ReasonTable = {
  // Why chat does not have the tools of a server
  chatStopped: {
    says: 'The connection of chat to this server was stopped in VS Code. Chat may still show the tools that it had, and connects again when it calls one.',
    brief: 'not in chat: stopped in VS Code',
    next: 'Start it in chat to connect it now.',
    model: 'Call its tools[ with {callTool}] meanwhile.',
    action: 'startInChat',
  },
  chatNotConnected: {
    says: 'VS Code has not connected chat to this server yet. Roundhouse keeps trying.',
    brief: 'not in chat: VS Code does not connect',
    next: 'Start it in chat to try at once. If that does not help, reload the window.',
    model: 'Call its tools[ with {callTool}] meanwhile.',
    action: 'startInChat',
  },
  chatOff: {
    says: 'The setting "chat.mcp.access" is "{access}", so chat has no tools of servers that extensions give it.',
    brief: 'not in chat: "chat.mcp.access" is "{access}"',
    next: 'Set "chat.mcp.access" to "all" to give chat these tools.',
    model: 'Call its tools[ with {callTool}].',
    action: 'openChatAccess',
  },
  chatOffByPolicy: {
    says: 'A policy of your organisation keeps the tools of MCP servers out of chat.',
    brief: 'not in chat: by a policy',
    next: 'Ask whoever manages your editor.',
    model: 'Do without MCP servers.',
  },
  chatNoGateway: {
    says: 'Roundhouse could not open the address on this machine through which chat reaches its servers.',
    brief: 'not in chat: no way to it',
    next: 'Reload the window. If that does not help, copy the report and look at its host.',
    model: 'Call its tools[ with {callTool}] meanwhile.',
    action: 'copyReport',
  },

  // The participant in chat
  modelBlocked: {
    says: 'The model {model} takes no more requests now.[ It says: {message}]',
    next: 'It may have a limit that ends later; choose another model beside the chat input, or ask again then.',
  },
  modelNotAllowed: {
    says: 'MCP Roundhouse may not use the model {model}.',
    next: 'Allow it when VS Code asks, or under "Manage Language Model Access" in the accounts menu.',
  },
  modelGone: {
    says: 'The model {model} is not there any more.',
    next: 'Choose another model beside the chat input.',
  },
  modelFiltered: {
    says: 'The model {model} declined to answer.[ It says: {message}]',
    next: 'Ask in other words, or choose another model beside the chat input.',
  },
  modelFailed: {
    says: 'The model {model} failed.[ It says: {message}]',
    next: 'Ask again, or choose another model beside the chat input; it has to be able to call tools.',
  },
  toolNotOffered: {
    says: 'You were given no tool "{tool}".',
    next: 'Take one of those that you were given.',
  },
  promptUnclear: {
    says: 'Several servers have a prompt "{prompt}".',
    next: 'Write the server before its name: {valid}.',
  },

  // Other agents
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
    terminal: 'Start a server in VS Code.',
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

  // The owner
  ownerUndecided: {
    says: 'Nobody has chosen yet whether Roundhouse or VS Code runs the servers.',
    next: 'Choose once; you can change it later.',
    action: 'chooseOwner',
  },
  ownedByEditor: {
    says: 'VS Code runs this server, so Roundhouse does not.',
    next: 'Choose Roundhouse if it should run the servers.',
    action: 'chooseOwner',
  },
  chatAccessPolicy: {
    says: 'A policy of your organisation limits MCP servers in chat, so these tools do nothing here.',
    model: 'Do without MCP servers.',
  },
  serverDenied: {
    says: 'A policy of your organisation blocks this server.',
    brief: 'blocked by a policy',
    next: 'Ask whoever made that policy.',
    model: 'Do without this server.',
  },
  serverNotAllowed: {
    says: 'A policy of your organisation allows only some servers, and not this one.',
    brief: 'not allowed by a policy',
    next: 'Ask whoever made that policy.',
    model: 'Do without this server.',
  },
  ownerNotWritten: {
    says: 'The settings could not be written, so nothing was changed over: {message}',
    next: 'Correct the settings file, then choose again.',
    action: 'chooseOwner',
  },
  autostartOverridden: {
    says: 'The settings of this workspace say "chat.mcp.autostart": "{value}", so VS Code may still start copies and chat may have tools twice.',
    next: 'Choose again for this workspace, or remove that setting.',
    action: 'chooseOwner',
  },
  autostartStaysNever: {
    says: '"chat.mcp.autostart" was "never" before Roundhouse and stays so: VS Code starts a server only when you ask it to.',
  },
  copiesNotStopped: {
    says: 'VS Code’s copies of {servers} could not be stopped and may still run.',
    next: 'Stop them with "MCP: List Servers".',
  },
  cachedToolsKept: {
    says: 'VS Code’s cached MCP tools could not be cleared, so chat may have tools twice.',
    next: 'Run "MCP: Reset Cached Tools", then reload the window.',
  },
  adoptUnreadable: {
    says: 'The file .vscode/{file} has errors, so no entry can be moved.',
    next: 'Correct the file first.',
  },
  adoptNameTwice: {
    says: 'The file .vscode/{file} has the name "{name}" twice, so no entry of that name can be moved.',
    next: 'Rename or remove one of the two first.',
  },
  adoptInputConflict: {
    says: 'The file {file} already has another input "{input}".',
    next: 'Rename one of the two inputs, then try again.',
  },
  adoptSandboxConflict: {
    says: 'The server runs in a sandbox, and the file {file} has other rules for that.',
    next: 'Write the same "sandbox" into that file, then try again.',
  },
};
