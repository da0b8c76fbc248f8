import type { Launch, DialectId } from '../../../src/config/definition';
import type { ServerSettings } from '../../../src/config/settings/serverSettings';

/** What the format of a host can say beyond command, arguments, variables, address and headers. */
type Feature =
  | 'cwd'
  | 'envFile'
  /** A variable that is kept from the server. */
  | 'unset'
  | 'sandbox'
  /** Variables of the environment in any text. */
  | 'environment'
  /** They can be named where they are all of a value: keys of the format's own. */
  | 'environmentByName'
  | 'workspaceFolder'
  | 'userHome'
  | 'input'
  | 'http'
  /** The transport SSE by name. */
  | 'sse'
  | 'clientId'
  /** The whole registered client, its id included. */
  | 'oauth'
  | 'sockets'
  | 'enabled'
  | 'startupTimeout'
  | 'callTimeout'
  | 'allowedTools'
  | 'hiddenTools';

const vscode: readonly Feature[] = [
  ...(['cwd', 'envFile', 'unset', 'sandbox', 'environment', 'workspaceFolder'] as const),
  ...(['userHome', 'input', 'http', 'sse', 'oauth', 'sockets'] as const),
];

/**
 * From each host's own documentation, and where that is silent from the schema in its sources; never from
 * our table of dialects, which is what this one is held against.
 */
export const hostFormats: Readonly<Record<DialectId, readonly Feature[]>> = {
  // code.visualstudio.com/docs/copilot/reference/mcp-configuration; docs/signIn.md has the other keys of `oauth`.
  vscode,
  codeWorkspace: vscode,
  // code.claude.com/docs/en/mcp, "Environment variable expansion in .mcp.json"; what VS Code reads is less.
  dotmcp: ['environment', 'http', 'sse', 'callTimeout'],
  // modelcontextprotocol.io/docs/develop/connect-local-servers: local servers, every text as it is.
  'claude-desktop': [],
  // code.claude.com/docs/en/mcp: `timeout` of a server, `oauth.clientId`.
  'claude-code': ['environment', 'http', 'sse', 'clientId', 'callTimeout'],
  // cursor.com/docs/context/mcp, "Config interpolation" and "Static OAuth"
  cursor: ['envFile', 'environment', 'workspaceFolder', 'userHome', 'http', 'sse', 'clientId'],
  // docs.windsurf.com/windsurf/cascade/mcp: `${env:…}` and `${file:…}` only; an address has no type.
  windsurf: ['environment', 'http', 'enabled', 'hiddenTools'],
  // docs.cline.bot/mcp/configuring-mcp-servers; cline/cline, src/services/mcp/schemas.ts
  cline: ['cwd', 'environment', 'http', 'sse', 'enabled', 'callTimeout'],
  // docs.roocode.com/features/mcp/using-mcp-in-roo; RooCodeInc/Roo-Code, src/services/mcp/McpHub.ts
  roo: [
    ...(['cwd', 'environment', 'workspaceFolder', 'http', 'sse'] as const),
    ...(['enabled', 'callTimeout', 'hiddenTools'] as const),
  ],
  // docs.continue.dev/reference, `mcpServers`
  continue: ['cwd', 'environment', 'http', 'sse', 'startupTimeout'],
  // developers.openai.com/codex/mcp
  codex: [
    ...(['cwd', 'environmentByName', 'http', 'clientId', 'enabled'] as const),
    ...(['startupTimeout', 'callTimeout', 'allowedTools', 'hiddenTools'] as const),
  ],
  // geminicli.com/docs/tools/mcp-server, "Configuration properties"
  gemini: [
    ...(['cwd', 'environment', 'http', 'sse', 'clientId'] as const),
    ...(['callTimeout', 'allowedTools', 'hiddenTools'] as const),
  ],
  // opencode.ai/v1/docs/mcp-servers
  opencode: ['cwd', 'environment', 'http', 'clientId', 'enabled', 'callTimeout'],
  // zed.dev/docs/ai/mcp: texts as they are.
  zed: ['http', 'clientId', 'enabled', 'callTimeout'],
  // docs.cherry-ai.com; CherryHQ/cherry-studio, src/renderer/src/types/mcp.ts
  'cherry-studio': ['http', 'sse', 'enabled', 'callTimeout', 'hiddenTools'],
  // docs.trae.ai/ide/model-context-protocol; that variables of the environment are read is not said there.
  trae: ['environment', 'workspaceFolder', 'http'],
};

/** What is lost of a server in a format, each as `field code`. */
export function expectedLosses(
  launch: Launch,
  settings: ServerSettings,
  format: readonly Feature[],
): ReadonlySet<string> {
  const has = (feature: Feature): boolean => format.includes(feature);
  const lost = new Set<string>();
  const expect = (isLost: boolean, field: string, code = 'unsupportedField'): void => {
    if (isLost) lost.add(`${field} ${code}`);
  };
  if (launch.type !== 'stdio') {
    const isSocket = launch.url.startsWith('unix:');
    expect(!has('http') || (isSocket && !has('sockets')), 'url', 'unsupportedTransport');
    if (lost.size > 0) return lost;
    expect(launch.type === 'sse' && !has('sse'), 'type', 'unsupportedTransport');
    for (const key of Object.keys(launch.oauth ?? {})) {
      const isHeld = has('oauth') || (key === 'clientId' && has('clientId'));
      expect(!isHeld, `oauth.${key}`);
    }
  } else {
    expect(launch.cwd !== undefined && !has('cwd'), 'cwd');
    expect(launch.envFile !== undefined && !has('envFile'), 'envFile');
    expect(launch.sandbox !== undefined && !has('sandbox'), 'sandboxEnabled');
  }
  for (const [field, text] of textsOf(launch)) {
    if (text === null) expect(!has('unset'), field);
    else for (const code of lostVariables(field, text, has)) lost.add(`${field} ${code}`);
  }
  expect(settings.enabled === false && !has('enabled'), 'enabled');
  expect(
    settings.startupTimeoutSeconds !== undefined && !has('startupTimeout'),
    'startupTimeoutSeconds',
  );
  expect(settings.callTimeoutSeconds !== undefined && !has('callTimeout'), 'callTimeoutSeconds');
  // No host knows patterns.
  const { allow = [], hide = [] } = settings.tools ?? {};
  const isPattern = (name: string): boolean => name.includes('*');
  expect(
    allow.some((name) => isPattern(name) || !has('allowedTools')),
    'tools.allow',
  );
  expect(
    hide.some((name) => isPattern(name) || !has('hiddenTools')),
    'tools.hide',
  );
  return lost;
}

function textsOf(launch: Launch): readonly (readonly [string, string | null])[] {
  const named = (path: string, values: object): [string, string | null][] =>
    Object.entries(values).map(([name, value]) => [`${path}.${name}`, value as string | null]);
  if (launch.type !== 'stdio') return [['url', launch.url], ...named('headers', launch.headers)];
  const args = launch.args.map((text) => ['args', text] as const);
  return [['command', launch.command], ...args, ...named('env', launch.env)];
}

function lostVariables(
  field: string,
  text: string,
  has: (feature: Feature) => boolean,
): readonly string[] {
  const [, name = ''] = /^(?:Bearer )?\$\{env:(\w+)\}$/.exec(text) ?? [];
  const hasKey = name !== '' && (field.startsWith('headers.') || field === `env.${name}`);
  const variables = {
    'env:': has('environment') || (hasKey && has('environmentByName')),
    workspaceFolder: has('workspaceFolder'),
    userHome: has('userHome'),
  };
  const lost = Object.entries(variables).filter(
    ([start, isHeld]) => text.includes(`\${${start}`) && !isHeld,
  );
  const isInputLost = text.includes('${input:') && !has('input');
  return [...lost.map(() => 'unsupportedVariable'), ...(isInputLost ? ['unsupportedInput'] : [])];
}
