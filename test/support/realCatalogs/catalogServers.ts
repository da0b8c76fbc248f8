import { realServers, type NpmServer } from '../realServers/realServers';

/** Where nothing listens. */
const nowhere = 'http://127.0.0.1:9';

/** Servers that are only listed: what they say of their tools they say without a network and an account. */
const listedOnly: Readonly<Record<string, NpmServer>> = {
  airtable: { name: 'airtable-mcp-server', env: () => ({ AIRTABLE_API_KEY: 'none' }) },
  chart: { name: '@antv/mcp-server-chart' },
  coolify: {
    name: '@masonator/coolify-mcp',
    env: () => ({ COOLIFY_ACCESS_TOKEN: 'none', COOLIFY_BASE_URL: nowhere }),
  },
  email: {
    name: '@codefuturist/email-mcp',
    env: () => ({
      MCP_EMAIL_ADDRESS: 'nobody@example.org',
      MCP_EMAIL_PASSWORD: 'none',
      MCP_EMAIL_IMAP_HOST: '127.0.0.1',
      MCP_EMAIL_SMTP_HOST: '127.0.0.1',
    }),
  },
  everything: { name: '@modelcontextprotocol/server-everything' },
  git: { name: '@cyanheads/git-mcp-server' },
  gitlab: {
    name: '@zereight/mcp-gitlab',
    env: () => ({
      GITLAB_PERSONAL_ACCESS_TOKEN: 'none',
      GITLAB_API_URL: nowhere,
      USE_GITLAB_WIKI: 'true',
      USE_MILESTONE: 'true',
      USE_PIPELINE: 'true',
    }),
  },
  'google-maps': {
    name: '@modelcontextprotocol/server-google-maps',
    env: () => ({ GOOGLE_MAPS_API_KEY: 'none' }),
  },
  grafana: {
    name: '@leval/mcp-grafana',
    env: () => ({ GRAFANA_URL: nowhere, GRAFANA_API_KEY: 'none' }),
  },
  hubspot: { name: '@hubspot/mcp-server', env: () => ({ PRIVATE_APP_ACCESS_TOKEN: 'none' }) },
  jira: {
    name: '@nexus2520/jira-mcp-server',
    env: () => ({
      JIRA_BASE_URL: nowhere,
      JIRA_EMAIL: 'nobody@example.org',
      JIRA_API_TOKEN: 'none',
    }),
  },
  lunchmoney: {
    name: '@akutishevsky/lunchmoney-mcp',
    env: () => ({ LUNCHMONEY_API_TOKEN: 'none' }),
  },
  mysql: {
    name: '@berthojoris/mcp-mysql-server',
    args: () => ['mysql://nobody:none@127.0.0.1:9/none'],
  },
  notion: { name: '@notionhq/notion-mcp-server', env: () => ({ NOTION_TOKEN: 'none' }) },
  roblox: { name: 'robloxstudio-mcp' },
  slack: {
    name: '@modelcontextprotocol/server-slack',
    env: () => ({ SLACK_BOT_TOKEN: 'none', SLACK_TEAM_ID: 'none' }),
  },
  tradingview: { name: 'tradingview-mcp-server' },
  trello: {
    name: '@delorenj/mcp-server-trello',
    env: () => ({ TRELLO_API_KEY: 'none', TRELLO_TOKEN: 'none' }),
  },
  weather: { name: 'open-meteo-mcp-server' },
};

/** What a person would call those that are called, too. */
const names: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/server-filesystem': 'filesystem',
  '@modelcontextprotocol/server-memory': 'memory',
  '@modelcontextprotocol/server-sequential-thinking': 'thinking',
  '@eslint/mcp': 'eslint',
  'time-mcp': 'time',
  '@playwright/mcp': 'playwright',
  '@upstash/context7-mcp': 'context7',
  'figma-developer-mcp': 'figma',
  'tavily-mcp': 'tavily',
  'exa-mcp-server': 'exa',
  '@modelcontextprotocol/server-brave-search': 'brave',
  '@modelcontextprotocol/server-github': 'github',
};

/** Every server from npm whose tools the tests list, under the name that it has there. */
export const catalogServers: ReadonlyMap<string, NpmServer> = new Map([
  ...realServers.map((server) => [names[server.name] ?? server.name, server] as const),
  ...Object.entries(listedOnly),
]);
