import { textsOf } from '../text/format';

/** Texts of the page that approves servers and chooses who runs them. */
export const t = textsOf({
  tab: 'Set Up MCP Servers',
  tabApproval: 'Approve MCP Servers',

  // Choice of the owner
  firstTitle: 'Let Roundhouse run your MCP servers?',
  firstWhat:
    'MCP servers are programs and web services that add tools to chat: to search your issues, say, or to read a database. Roundhouse starts the servers that you approve here, keeps them running, and adds their tools.',
  firstEditor:
    'VS Code can start the same servers itself. So that none runs twice, Roundhouse switches that off: it sets "chat.mcp.autostart" to "never", stops the servers that VS Code has started, and clears VS Code’s saved list of their tools. Servers that come with other extensions then start only when you start them in VS Code.',
  firstRemote:
    'The setting is that of your own machine and also counts in windows without Roundhouse, where servers then start only by hand, with "MCP: List Servers". In this workspace only, it is the workspace’s.',
  firstBack:
    'Nothing happens before you decide: close this page to decide later. To change your mind, run "Choose Who Runs the Servers" from the Command Palette. Before you uninstall or disable Roundhouse, leave the servers to VS Code.',
  changeBack:
    'VS Code runs them now. The same command gives them back. Before you uninstall or disable Roundhouse, leave the servers to VS Code.',
  reloads: 'The window reloads once, because chat has tools of VS Code’s copies.',
  noServers: 'No server is configured yet.',
  leaveTitle: 'Roundhouse runs your MCP servers',
  leaveWhat:
    'It starts them, keeps them running, and gives their tools to chat. If you leave them to VS Code, Roundhouse stops its own, only shows them, and puts "chat.mcp.autostart" back to what it was.',
  layers: 'The first button applies to every workspace, the second only to this one.',
  layersRemote: 'The first button applies only to this workspace, the second to every one.',
  approveHere: 'Approve and Start in This Workspace Only',
  runHere: 'Let Roundhouse Run Them in This Workspace Only',
  run: 'Let Roundhouse Run Them',
  leave: 'Leave Them to VS Code',
  leaveHere: 'Leave Them to VS Code in This Workspace Only',
  keep: 'Keep Roundhouse',

  // Approval
  oneTitle: 'Start the MCP server "{name}"?',
  manyTitle: 'Start {count} MCP servers?',
  approvalWhat:
    'You have not approved {count|this server|these servers} as {count|it stands|they stand} in the configuration now. Read what would run and where it would send; you are asked again when any of it changes, also in the workspace settings and files that {count|it names|they name}.',
  warning:
    'A server runs with your rights and can do whatever you can. Approve only what you know.',
  servers: 'Servers',
  from: 'from',
  openAt: 'Open {file} at {name}',
  approved: 'Approved',
  changed: 'Changed while this page was open',
  differs: 'Changed since you approved it',
  approve: 'Approve and Start {count} {count|Server|Servers}',
  approveNone: 'Approve and Start',
  cancel: 'Cancel',

  // How the start goes
  startingTitle: 'Starting your servers',
  startingWhat: 'You can close this page; the view MCP Roundhouse shows how they are.',
  doneTitle: '{running} of {count} {count|server is|servers are} running',
  doneWell: 'Your {count|server is|servers are} running',
  doneWhat:
    '{running|Its|Their} tools are in chat. The view MCP Roundhouse lists them; ask chat for something that one of them can do.',
  doneBadly: 'What to do stands below each server, and in the view MCP Roundhouse.',
  openChat: 'Open Chat',
  openView: 'Show the Servers',
  close: 'Close',
});
