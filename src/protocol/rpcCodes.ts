/**
 * Error codes of JSON-RPC 2.0 and of MCP (2026-07-28, "Error Codes"). `refused` is what the SDKs use for faults of
 * the HTTP request; `resourceNotFound` and `urlElicitationRequired` end with the legacy era.
 */
export const rpcCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  resourceNotFound: -32002,
  /** The person has to visit pages first (2025-11-25, "URL Elicitation Required Error"). */
  urlElicitationRequired: -32042,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedVersion: -32022,
} as const;
