import { version } from '../../package.json';

/** Who we say we are in every handshake. */
export const clientInfo = { name: 'mcp-roundhouse', version };
