import { textsOf } from '../text/format';

/** Texts for connecting other agents. */
export const t = textsOf({
  pickAgent: 'Which agent should get the servers of this window?',
  anyAgent: 'Any Other Agent',
  anyAgentDetail: 'An entry of "mcpServers", as most of them take it.',
  others: 'others',
  pickSet: 'Which tools does {agent} get?',
  windowSet: 'What Is Switched On in This Window',
  windowSetDetail: 'Follows what you switch on and off.',
  setDetail: 'The set as the settings have it, whatever is switched on here.',
  pickTransport: 'How does {agent} reach them?',
  stdio: 'By a Command (Recommended)',
  stdioDetail: 'No port and no token stands in its file. It finds this window by the folder.',
  http: 'Over HTTP, with a Token of Its Own',
  httpDetail: 'Works while this window is open. Revoke the token whenever you like.',
  lookingForNode: 'Looking for Node.js',
  pickRevoked: 'Which tokens should open nothing any more?',
  tokenSet: 'set "{set}"',
  noTokens: 'No agent has a token of this workspace.',
  revoked: '{count} {count|token is|tokens are} revoked; {count|its|their} sessions have ended.',
});
