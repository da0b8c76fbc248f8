import type { Row } from '../dialect';

/** Keys that every host with an object `mcpServers` shares. */
export const mcpServersRows: readonly Row[] = [
  { key: 'type', holds: 'type' },
  { key: 'command', holds: 'command' },
  { key: 'args', holds: 'args' },
  { key: 'env', holds: 'env' },
  { key: 'url', holds: 'url' },
  { key: 'headers', holds: 'headers' },
];
