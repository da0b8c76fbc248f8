// The lists of the fake servers and their pages.
import { readFileSync } from 'node:fs';

const schema = { type: 'object' };

export function toolsOf(options) {
  if (options.toolsFile) return JSON.parse(readFileSync(options.toolsFile, 'utf8'));
  const tools = (options.tools ?? ['echo']).map((name) => ({
    name,
    description: options.descriptions?.[name] ?? `The tool ${name}`,
    inputSchema: schema,
    vendorField: 'as it came',
    ...(options.icons && { icons: options.icons }),
    ...(options.readOnlyTools?.includes(name) && { annotations: { readOnlyHint: true } }),
  }));
  if (options.malformedTool) tools.splice(1, 0, { name: 'malformed', inputSchema: 'not a schema' });
  if (options.remoteSchema) {
    const outputSchema = { type: 'object', properties: { value: { $ref: options.remoteSchema } } };
    tools.push({ name: 'remote', inputSchema: schema, outputSchema });
  }
  const length = Math.max(options.pages ?? 1, options.toolCount ?? 0);
  for (let index = tools.length; index < length; index++) {
    tools.push({ name: `filler_${index}`, inputSchema: schema });
  }
  return options.duplicateTools ? tools.flatMap((tool) => [tool, tool]) : tools;
}

/** One page of a list; the cursor of the second page is the empty string, which is a cursor too. */
export function pageOf(key, items, options, cursor) {
  const pages = options.pages ?? 1;
  const size = Math.ceil(items.length / pages);
  const index = cursor === undefined ? 0 : cursor === '' ? 1 : Number(cursor);
  if (options.endlessCursor) {
    return { [key]: index === 0 ? items : [], nextCursor: String(index + 1) };
  }
  const isLast = index === pages - 1;
  const next = options.repeatCursor ? 'again' : String(index + 1 === 1 ? '' : index + 1);
  const part = items.slice(index * size, isLast ? undefined : (index + 1) * size);
  return { [key]: part, ...(!(isLast && !options.repeatCursor) && { nextCursor: next }) };
}
