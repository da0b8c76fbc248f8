import type { Json } from '../../base/json';
import type { DialectId } from '../read/dialectId';
import { dialects } from '../dialects/dialects';

/** The text of a new file without servers, in a dialect that is JSON. */
export function newFileText(dialect: DialectId): string {
  const [container = []] = dialects[dialect].containers;
  const content = container.toReversed().reduce<Json>((inner, key) => ({ [key]: inner }), {});
  return `${JSON.stringify(content, undefined, '\t')}\n`;
}
