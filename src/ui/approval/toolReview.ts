import { isObject } from '../../base/json';
import { escapeHidden } from '../../base/escape';
import type { ToolChange } from '../../ipc/toolReview';
import type { Tool, Finding } from '../../ipc/state';
import { findingText, t } from './reviewTexts';

/** The lines of a tool before and after its change; without those before if it is new. Every difference is one of lines. */
export function reviewLines({ why, before, after }: ToolChange): {
  readonly before: string[];
  readonly after: string[];
} {
  const lines = toolLines(after);
  if (!before) return { before: why === 'changed' ? [t('noBefore')] : [], after: lines };
  const old = toolLines(before);
  return old.join('\n') === lines.join('\n')
    ? // A difference that no line shows is shown as JSON.
      { before: [...old, '', json(before)], after: [...lines, '', json(after)] }
    : { before: old, after: lines };
}

/** Findings, a line each: kind, location and excerpt. */
export function findingLines(findings: readonly Finding[]): string[] {
  return findings.map(({ kind, where, excerpt }) => {
    const place = where === '' ? '' : ` (${escapeHidden(where.slice(1))})`;
    return `${findingText(kind)}${place}${excerpt === '' ? '' : `: ${excerpt}`}`;
  });
}

function toolLines(tool: Tool): string[] {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const section = (heading: string, lines: readonly string[]): string[] =>
    lines.length > 0 ? ['', `## ${heading}`, ...lines] : [];
  return [
    `# ${escapeHidden(name)}`,
    ...(title === undefined ? [] : [`${t('titleLine')}: ${escapeHidden(title)}`]),
    ...(description === undefined ? [] : ['', ...textLines(description)]),
    ...section(t('parameters'), schemaLines(inputSchema)),
    ...section(t('output'), schemaLines(outputSchema)),
    ...section(t('annotations'), valueLines(annotations ?? {})),
  ];
}

/** The fields of an object, a line each, followed by details. Other keywords come last. */
function schemaLines(schema: unknown, indent = ''): string[] {
  if (!isObject(schema)) return schema === undefined ? [] : [`${indent}${json(schema)}`];
  const { type, properties, required, description, ...others } = schema;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const needed = new Set(Array.isArray(required) ? required : []);
  for (const [name] of fields) needed.delete(name);
  const isPlain = type === 'object' || type === undefined;
  return [
    ...(indent === '' && !isPlain ? [`type: ${json(type)}`] : []),
    ...(indent === '' && typeof description === 'string' ? textLines(description) : []),
    ...fields.flatMap(([name, field]) => fieldLines(name, field, isIn(required, name), indent)),
    ...(isObject(properties) || properties === undefined
      ? []
      : [`properties: ${json(properties)}`]),
    ...valueLines(others, indent),
    ...(needed.size > 0 ? [`${indent}${t('required')}: ${json([...needed])}`] : []),
  ];
}

function fieldLines(name: string, field: unknown, isNeeded: boolean, indent: string): string[] {
  const schema = isObject(field) ? field : {};
  const { type, description } = schema;
  const kind = typeof type === 'string' ? type : type === undefined ? '' : json(type);
  const about = [kind, isNeeded && t('required')].filter(Boolean).join(', ');
  const inner = `${indent}    `;
  return [
    `${indent}- ${escapeHidden(name)}${about ? ` (${about})` : ''}`,
    ...(typeof description === 'string' ? textLines(description, inner) : []),
    ...(isObject(field) ? schemaLines(schema, inner) : [`${inner}${json(field)}`]),
  ];
}

function isIn(required: unknown, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function valueLines(values: Readonly<Record<string, unknown>>, indent = ''): string[] {
  return Object.entries(values)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${indent}${escapeHidden(key)}: ${json(value)}`);
}

function textLines(text: string, indent = ''): string[] {
  return text.split(/\r?\n/).map((line) => `${indent}${escapeHidden(line)}`);
}

function json(value: unknown): string {
  return escapeHidden(JSON.stringify(value) ?? '');
}
