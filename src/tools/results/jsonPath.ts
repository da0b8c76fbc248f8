import { JSONPathEnvironment, JSONPathQuery, type JSONPathNode, type JSONValue } from 'json-p3';
import { UserError, messageOf } from '../../base/errors';
import type { Json } from '../../base/json';

const environment = new JSONPathEnvironment({ maxRecursionDepth: 500 });

/**
 * A path of RFC 9535, ready to be used.
 * @throws UserError `pathInvalid`.
 */
export function compiledPath(path: string): JSONPathQuery {
  try {
    return environment.compile(path);
  } catch (error) {
    throw invalid(path, error);
  }
}

/**
 * The nodes that a path leads to, one by one.
 * @throws UserError `pathInvalid`.
 */
export function* nodesAt(path: string, query: JSONPathQuery, value: Json): Generator<JSONPathNode> {
  try {
    yield* query.lazyQuery(value as JSONValue);
  } catch (error) {
    throw invalid(path, error);
  }
}

/** The query of the first segments of another one. */
export function beginningOf({ segments }: JSONPathQuery, count: number): JSONPathQuery {
  return new JSONPathQuery(environment, segments.slice(0, count));
}

function invalid(path: string, error: unknown): UserError {
  return new UserError('pathInvalid', { path, message: messageOf(error) }, { cause: error });
}
