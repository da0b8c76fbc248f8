import type { Node } from 'jsonc-parser';
import type { ExpectedType, Problem } from '../definition';
import type { ConfigDocument, Span } from './configDocument';

const duplicates = { duplicateName: 'error', duplicateKey: 'warning' } as const;

/** Collects what is wrong in one document, each with its range. */
export class ProblemList {
  readonly #problems: Problem[] = [];

  constructor(private readonly document: ConfigDocument) {}

  get all(): readonly Problem[] {
    return this.#problems;
  }

  add(
    severity: Problem['severity'],
    code: Problem['code'],
    at: Span,
    args: Problem['args'] = {},
  ): void {
    this.#problems.push({ code, severity, args, range: this.document.range(at) });
  }

  error(code: Problem['code'], at: Span, args?: Problem['args']): void {
    this.add('error', code, at, args);
  }

  warning(code: Problem['code'], at: Span, args?: Problem['args']): void {
    this.add('warning', code, at, args);
  }

  /** Reports a key or name written twice: the one at `counting` counts, the one at `at` is ignored. */
  duplicate(code: keyof typeof duplicates, at: Span, counting: Span, args: Problem['args']): void {
    const line = String(this.document.range(counting).startLine + 1);
    this.add(duplicates[code], code, at, { ...args, line });
  }

  /** Reports a value of a type that is not expected. */
  wrongType(
    severity: 'error' | 'warning',
    value: Node,
    args: Problem['args'] & { readonly expected: ExpectedType },
  ): void {
    this.add(severity, 'wrongType', value, { ...args, found: value.type });
  }
}

/** An example in JSON of a file that has servers under these keys. */
export function shapeOf(path: readonly string[]): string {
  const entry = '{ "my-server": { "command": "npx" } }';
  return path.toReversed().reduce((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, entry);
}
