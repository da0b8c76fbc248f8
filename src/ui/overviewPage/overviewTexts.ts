import { textsOf } from '../text/format';

/** Texts of the overview page of all servers, without those of costs, calls, states and settings. */
export const t = textsOf({
  title: 'MCP servers',
  parts: 'Parts of the page',
  loading: 'Loading…',

  // Parts
  servers: 'Servers',
  costs: 'Costs',
  calls: 'Calls',
  traffic: 'Traffic',
  configuration: 'Configuration',

  // Servers
  noServers: 'No servers are configured.',
  addServer: 'Add Server…',
  server: 'Server',
  state: 'State',
  tools: 'Tools',
  tokens: 'Tokens',
  actions: 'Actions',
  actionOn: '{action} {server}',

  // Costs
  switchServer: 'All tools of {server} for models',
  switchTool: '{tool} for models',
  useSet: 'Use',
  showTools: 'Tools of {server}',
  onOf: '{on} of {count} {count|tool|tools}',
  denied: 'denied by a rule',
  held: 'waits for review',

  // Calls
  filter: 'Filter',
  allServers: 'All servers',
  ofServer: 'Calls of',
  results: 'What is shown',
  allResult: 'Everything',
  doneResult: 'What was done',
  failedResult: 'What failed',
  refusedResult: 'What was refused',
  save: 'Save as JSON…',
  clear: 'Clear',
  noMatch: 'Nothing matches the filter.',
  time: 'Time',
  tool: 'Tool',
  outcome: 'Outcome',
  took: 'Took',
  size: 'Size',
  caller: 'Caller',
  gateway: 'The gateway',
  details: 'Details of {tool}',

  // Configuration
  restricted: 'This workspace is in Restricted Mode: no server is started.',
  legend:
    'Entries of one name are grouped, the nearest first. Values of variables and headers are not shown, likely secrets are masked.',
  counts: 'counts',
  openEntry: 'Open configuration',
  settings: 'Settings',
  files: 'Files',
  fileAbsent: 'not there',
  fileServers: '{count} {count|server|servers}',
});
