import type { McpObject } from '../../src/ipc/state';

/** Any arguments that a tool's schema allows: what is required, as simple as can be. */
export function sampleArguments(schema: unknown): McpObject {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, unknown>;
    required?: readonly string[];
  };
  return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name])]));
}

function sampleOf(schema: unknown): unknown {
  const { type, default: preset, enum: values } = (schema ?? {}) as McpObject;
  if (preset !== undefined) return preset;
  if (Array.isArray(values)) return values[0];
  switch (type) {
    case 'number':
    case 'integer':
      return 5;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return 'text';
  }
}
