import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serverFolder } from '../../../scripts/serversUnderTest.mjs';
import type { ResolvedStdio } from '../../../src/ipc/launch';
import type { McpObject } from '../../../src/ipc/state';
import { nodeLaunch } from '../nodeLaunch';

/** How a server from npm that we did not write is launched. */
export interface NpmServer {
  /** As it is called on npm; `test/servers/package.json` has its version. */
  readonly name: string;
  /** `folder`: one of its own with what {@link fillFolder} puts there. */
  readonly args?: (folder: string) => readonly string[];
  readonly env?: (folder: string) => Record<string, string>;
}

/** One of them, and one call that it can answer here. */
export interface RealServer extends NpmServer {
  readonly call: { readonly tool: string; readonly arguments: (folder: string) => McpObject };
  /** What must be in the answer. */
  readonly says: RegExp;
  /**
   * What comes of it without a network and an account: a result, one that says it is an error, or the refusal
   * of the request, as servers of early SDKs answer.
   */
  readonly answer: 'result' | 'error' | 'refusal';
  /** Why the answer is no better. */
  readonly because?: string;
}

export const realServers: readonly RealServer[] = [
  {
    name: '@modelcontextprotocol/server-filesystem',
    args: (folder) => [folder],
    call: {
      tool: 'read_text_file',
      arguments: (folder) => ({ path: path.join(folder, 'hello.txt') }),
    },
    says: /hello, world/,
    answer: 'result',
  },
  {
    name: '@modelcontextprotocol/server-memory',
    env: (folder) => ({ MEMORY_FILE_PATH: path.join(folder, 'memory.json') }),
    call: {
      tool: 'create_entities',
      arguments: () => ({
        entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }],
      }),
    },
    says: /writes programs/,
    answer: 'result',
  },
  {
    name: '@modelcontextprotocol/server-sequential-thinking',
    call: {
      tool: 'sequentialthinking',
      arguments: () => ({
        thought: 'First things first.',
        nextThoughtNeeded: false,
        thoughtNumber: 1,
        totalThoughts: 1,
      }),
    },
    says: /thoughtHistoryLength/,
    answer: 'result',
  },
  {
    name: '@eslint/mcp',
    call: {
      tool: 'lint-files',
      arguments: (folder) => ({ filePaths: [path.join(folder, 'hello.js')] }),
    },
    says: /no-unused-vars/,
    answer: 'result',
  },
  {
    name: 'time-mcp',
    call: { tool: 'days_in_month', arguments: () => ({ date: '2024-02-10' }) },
    says: /29/,
    answer: 'result',
  },
  {
    name: '@playwright/mcp',
    args: () => ['--headless', '--executable-path', '/nowhere/browser'],
    call: { tool: 'browser_navigate', arguments: () => ({ url: 'http://127.0.0.1:9/' }) },
    says: /executable doesn't exist/,
    answer: 'error',
    because: 'needs a browser',
  },
  {
    name: '@upstash/context7-mcp',
    call: {
      tool: 'resolve-library-id',
      arguments: () => ({ libraryName: 'react', query: 'hooks' }),
    },
    says: /\S/,
    answer: 'result',
    because: 'tells the missing network as text, not as an error',
  },
  {
    name: 'figma-developer-mcp',
    args: () => ['--stdio', '--figma-api-key', 'none'],
    call: { tool: 'get_figma_data', arguments: () => ({ fileKey: 'abcdef' }) },
    says: /\S/,
    answer: 'error',
    because: 'needs the network',
  },
  {
    name: 'tavily-mcp',
    env: () => ({ TAVILY_API_KEY: 'none' }),
    call: { tool: 'tavily_search', arguments: () => ({ query: 'mcp' }) },
    says: /\S/,
    answer: 'error',
    because: 'needs the network',
  },
  {
    name: 'exa-mcp-server',
    env: () => ({ EXA_API_KEY: 'none' }),
    call: { tool: 'web_search_exa', arguments: () => ({ query: 'mcp' }) },
    says: /\S/,
    answer: 'error',
    because: 'needs the network',
  },
  {
    name: '@modelcontextprotocol/server-brave-search',
    env: () => ({ BRAVE_API_KEY: 'none' }),
    call: { tool: 'brave_web_search', arguments: () => ({ query: 'mcp' }) },
    says: /\S/,
    answer: 'error',
    because: 'needs the network',
  },
  {
    name: '@modelcontextprotocol/server-github',
    env: () => ({ GITHUB_PERSONAL_ACCESS_TOKEN: 'none' }),
    call: { tool: 'search_repositories', arguments: () => ({ query: 'mcp' }) },
    says: /\S/,
    answer: 'refusal',
    because: 'needs the network',
  },
];

/** What the servers find in their folders. */
export async function fillFolder(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'hello.txt'), 'hello, world');
  await writeFile(path.join(folder, 'hello.js'), 'const unused = 1;\n');
  const rules = "export default [{ rules: { 'no-unused-vars': 'error' } }];\n";
  await writeFile(path.join(folder, 'eslint.config.mjs'), rules);
}

/** How to launch one, without npx. */
export function launchOf({ name, args, env }: NpmServer, folder: string): ResolvedStdio {
  const home = serverFolder(name);
  const { bin } = JSON.parse(readFileSync(path.join(home, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const program = typeof bin === 'string' ? bin : (Object.values(bin)[0] ?? '');
  const launch = nodeLaunch(path.join(home, program), ...(args?.(folder) ?? []));
  return {
    ...launch,
    cwd: folder,
    env: env?.(folder) ?? {},
    baseEnv: { ...launch.baseEnv, HOME: folder },
  };
}
