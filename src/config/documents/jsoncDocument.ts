import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import type { Range } from '../definition';
import { LineTable } from '../settings/lineTable';
import type { ConfigDocument, Span, SyntaxFault } from './configDocument';
import { readTolerantly, type TolerantTree } from './tolerantReader';

/** JSON with comments and trailing commas, read as far as it can be read. */
export class JsoncDocument implements ConfigDocument {
  /** Absent where the text holds nothing but space and comments, or nothing readable. */
  readonly root: Node | undefined;
  /** One fault per cause, in the order of the text. */
  readonly faults: readonly SyntaxFault[];
  readonly #lines: LineTable;
  readonly #broken: ReadonlySet<Node>;

  constructor(source: string) {
    // An editor does not count a byte order mark, so ranges must not either.
    const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
    this.#lines = new LineTable(text);
    const { root, errors, broken } = read(text);
    this.root = root;
    this.#broken = broken;
    this.faults = firstFaults(text, errors);
  }

  range(span: Span): Range {
    return this.#lines.range(span.offset, span.length);
  }

  isWhole(node: Node): boolean {
    return !this.#broken.has(node);
  }
}

function read(text: string): TolerantTree {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
    return errors.length > 0 ? readTolerantly(text) : { root, errors: [], broken: new Set() };
  } catch (error) {
    // The parsers are recursive: thousands of nested brackets exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    const fault = { error: 'TooDeep', offset: 0, length: 1 } as const;
    return { root: undefined, errors: [fault], broken: new Set() };
  }
}

/**
 * Leaves out the errors that follow from another one: after an error the parser is out of step until
 * the next comma.
 */
function firstFaults(text: string, errors: readonly SyntaxFault[]): readonly SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  let previous: number | undefined;
  for (const fault of errors) {
    const { offset } = fault;
    if (previous === undefined || text.slice(previous, offset).includes(',')) {
      faults.push(fault);
    }
    previous = offset;
  }
  return faults;
}
