const delimiters = ['\t', ',', ';', '|'] as const;
/** Lines that must have as many columns as the first. */
const compared = 5;

/** The columns of a text that is a table, such as `[20 × name | price]`; `undefined` where it is none. */
export function tableShape(lines: readonly string[], count: number): string | undefined {
  const [header = '', ...rows] = lines.slice(0, compared).map(withoutQuoted);
  if (rows.length < 2) return undefined;
  const delimiter = delimiters.find((one) => {
    const columns = header.split(one).length;
    return columns > 1 && rows.every((row) => row.split(one).length === columns);
  });
  if (delimiter === undefined) return undefined;
  const names = (lines[0] ?? '')
    .split(delimiter)
    .map((name) => name.trim())
    .filter(Boolean);
  return `[${count - 1} × ${names.join(' | ')}]`;
}

/** What stands in quotes may hold anything. */
function withoutQuoted(line: string): string {
  return line.replaceAll(/"[^"]*"/g, '');
}
