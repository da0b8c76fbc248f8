import type { ServerState } from '../../../src/ipc/state';
import type { ShownServer } from '../../../src/ui/tree/shownServer';

interface Options {
  readonly runBy?: ShownServer['runBy'];
  readonly state?: ServerState;
  readonly fingerprint?: string;
  readonly catalogVersion?: number;
}

/** A server as chat's views take it. */
export function chatServer(source: string, name: string, options: Options = {}): ShownServer {
  const id = `${source}/${name}`;
  return {
    runBy: options.runBy ?? 'roundhouse',
    definition: {
      id,
      name,
      source: { id: source, file: '/mcp.json', dialect: 'vscode', level: 0, readByEditor: true },
      launch: { type: 'stdio', command: name, args: [], env: {} },
      inputs: [],
      range: { startLine: 0, startCharacter: 0, endLine: 0, endCharacter: 0 },
      fingerprint: options.fingerprint ?? 'same',
    },
    snapshot: {
      id,
      name,
      state: options.state ?? { kind: 'idle', cached: false },
      catalogVersion: options.catalogVersion ?? 1,
      restarts: 0,
      counts: { tools: 2, prompts: 0, resources: 0 },
    },
  };
}
