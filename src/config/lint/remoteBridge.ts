import type { JsonObject } from '../../base/json';
import { isHttpUrl } from '../../network/urlOf';
import type { StdioLaunch } from '../definition';

/** Options of `mcp-remote` that mean nothing to a server that is reached directly. */
const idleOptions = new Set(['--allow-http', '--debug', '--silent']);
const runners = /^(?:npx|bunx|pnpx)(?:\.cmd|\.exe)?$/i;
const bridge = /^mcp-remote(?:@[\w.^~-]+)?$/;

/** An entry that runs the bridge `mcp-remote` although its server can be reached directly. */
export interface RemoteBridge {
  /** The argument that names the bridge; -1 where it is the command. */
  readonly index: number;
  /** The entry that reaches the server directly. */
  readonly entry: JsonObject;
}

/**
 * The equivalent entry without `mcp-remote`. `undefined` if there is no bridge, or an option without an equivalent,
 * such as one for signing in.
 */
export function remoteBridge(launch: StdioLaunch): RemoteBridge | undefined {
  const index = bridgeIndex(launch);
  if (index === undefined) return undefined;
  const [url, ...rest] = launch.args.slice(index + 1);
  if (url === undefined || !isHttpUrl(url)) return undefined;
  const options = readOptions(rest);
  if (options === undefined || launch.envFile !== undefined || launch.sandbox) return undefined;
  const texts = [url, ...Object.values(options.headers)].join('\n');
  // Its other variables, such as a proxy or certificates, are meant for the bridge.
  if (Object.keys(launch.env).some((name) => !texts.includes(`\${${name}}`))) return undefined;
  const fill = (text: string): string => filled(text, launch.env);
  const headers = Object.entries(options.headers).map(([name, value]) => [name, fill(value)]);
  return {
    index,
    entry: {
      type: options.sse ? 'sse' : 'http',
      url: fill(url),
      ...(headers.length > 0 && { headers: Object.fromEntries(headers) as JsonObject }),
    },
  };
}

function bridgeIndex({ command, args }: StdioLaunch): number | undefined {
  if (bridge.test(command)) return -1;
  const isCmd = /^cmd(?:\.exe)?$/i.test(command) && args[0]?.toLowerCase() === '/c';
  const runner = isCmd ? (args[1] ?? '') : command;
  if (!runners.test(runner)) return undefined;
  let index = isCmd ? 2 : 0;
  while (args[index] === '-y' || args[index] === '--yes') index++;
  return bridge.test(args[index] ?? '') ? index : undefined;
}

interface BridgeOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly sse: boolean;
}

function readOptions(args: readonly string[]): BridgeOptions | undefined {
  const headers: Record<string, string> = {};
  let sse = false;
  for (let at = 0; at < args.length; at++) {
    const option = args[at] ?? '';
    if (idleOptions.has(option)) continue;
    const value = args[at + 1] ?? '';
    const colon = value.indexOf(':');
    if (option === '--header' && colon > 0) {
      headers[value.slice(0, colon).trim()] = value.slice(colon + 1).trim();
    } else if (option === '--transport' && value !== '') {
      sse = value === 'sse-only';
    } else {
      return undefined;
    }
    at++;
  }
  return { headers, sse };
}

/** The bridge fills `${X}` from its own environment: first what the entry sets, then the inherited. */
function filled(text: string, env: StdioLaunch['env']): string {
  return text.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (whole, name: string) => {
    if (knownNames.has(name)) return whole;
    return Object.hasOwn(env, name) ? (env[name] ?? '') : `\${env:${name}}`;
  });
}

/** Variables of VS Code that look like those of the bridge. */
const knownNames = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome']);
