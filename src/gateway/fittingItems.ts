import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';
import { forEachYielding } from '../base/forEachYielding';
import { isObject } from '../base/json';
import { jsonText } from '../base/jsonSource';
import { memo, memoLast } from '../base/lazy';
import { mcpObjectSchema, type Catalog, type McpObject, type Tool } from '../ipc/state';

type ListedName = Exclude<keyof Catalog, 'dropped'>;

/** An optional field: a value of another type is left out. */
function optional(schema: z.ZodMiniType) {
  return otherwise(z.optional(schema), undefined);
}

const text = optional(z.string());
const flag = optional(z.boolean());

const common = {
  title: text,
  description: text,
  icons: optional(
    z.array(
      z.looseObject({
        src: z.string(),
        mimeType: text,
        sizes: optional(z.array(z.string())),
        theme: optional(z.enum(['light', 'dark'])),
      }),
    ),
  ),
  _meta: optional(mcpObjectSchema),
};

const annotations = optional(
  z.looseObject({
    audience: optional(z.array(z.enum(['user', 'assistant']))),
    priority: optional(z.number().check(z.minimum(0), z.maximum(1))),
    lastModified: optional(z.iso.datetime({ offset: true })),
  }),
);

const toolSchema = z.looseObject({
  ...common,
  name: z.string(),
  outputSchema: optional(mcpObjectSchema),
  annotations: optional(
    z.looseObject({
      title: text,
      readOnlyHint: flag,
      destructiveHint: flag,
      idempotentHint: flag,
      openWorldHint: flag,
    }),
  ),
  execution: optional(
    z.looseObject({ taskSupport: optional(z.enum(['required', 'optional', 'forbidden'])) }),
  ),
});

const argumentSchema = z.looseObject({ name: z.string(), description: text, required: flag });
const promptSchema = z.looseObject({
  ...common,
  name: z.string(),
  arguments: optional(z.array(argumentSchema)),
});

const resourceSchema = z.looseObject({
  ...common,
  uri: z.string(),
  name: text,
  mimeType: text,
  size: optional(z.number()),
  annotations,
});

const templateSchema = z.looseObject({
  ...common,
  uriTemplate: z.string(),
  name: text,
  mimeType: text,
  annotations,
});

/** An item in a form that clients take; none where there is no such form. */
type Fit<T> = (item: T) => readonly T[];

const fits: { readonly [L in ListedName]: Fit<Catalog[L][number]> } = {
  tools: memo((tool) => {
    const inputSchema = objectSchema(tool.inputSchema ?? {});
    if (!inputSchema) return [];
    return parsed(toolSchema, tool).map((fit) => ({ ...fit, inputSchema }));
  }),
  prompts: memo((prompt) => parsed(promptSchema, prompt)),
  resources: memo((resource) =>
    parsed(resourceSchema, { ...resource, name: resource.name ?? resource.uri }),
  ),
  resourceTemplates: memo((template) =>
    parsed(templateSchema, { ...template, name: template.name ?? template.uriTemplate }),
  ),
};

/**
 * The items of a list as clients take them. Many clients check a list as a whole, so that one odd item would cost them
 * those of all servers.
 */
export async function fittingItems<L extends ListedName>(
  name: L,
  items: Catalog[L],
): Promise<Catalog[L]> {
  const fit = fits[name] as Fit<Catalog[L][number]>;
  const fitting: Catalog[L][number][] = [];
  const all: readonly Catalog[L][number][] = items;
  await forEachYielding(all, (item) => void fitting.push(...fit(item)));
  return fitting as unknown as Catalog[L];
}

function parsed<T>(schema: z.ZodMiniType, item: T): readonly T[] {
  const { success, data } = schema.safeParse(item);
  return success ? [data as T] : [];
}

/** A schema of objects as all revisions have it; `undefined` for one of something else. */
function objectSchema({
  type = 'object',
  properties,
  required,
  ...others
}: McpObject): McpObject | undefined {
  const isOfObjects = type === 'object' || (Array.isArray(type) && type.includes('object'));
  if (!isOfObjects) return undefined;
  const isList = Array.isArray(required) && required.every((name) => typeof name === 'string');
  return {
    ...others,
    type: 'object',
    ...(isObject(properties) && { properties: inObjects(properties) }),
    ...(isList && { required }),
  };
}

/** Schemas without those that are a boolean, which legacy revisions lack. */
function inObjects(schemas: McpObject): McpObject {
  const all = Object.entries(schemas).map(([name, schema]) => {
    const whole = schema === false ? { not: {} } : {};
    return [name, isObject(schema) ? schema : whole] as const;
  });
  return Object.fromEntries(all);
}

/**
 * Tools for clients of the legacy era, where results are objects. A client may compile the schemas of all results
 * before it takes a list, so that one which it cannot compile is left out.
 */
export async function legacyTools(tools: readonly Tool[]): Promise<readonly Tool[]> {
  const schemas = tools.map(({ outputSchema }) => outputSchema).filter(isObject);
  if (schemas.length === 0) return tools;
  const { isCompilable } = await import('../connection/schemaValidator');
  await forEachYielding(schemas, (schema) => void legacySchema(schema, isCompilable));
  return tools.map(({ outputSchema, ...others }) => {
    const [fit] = isObject(outputSchema) ? legacySchema(outputSchema, isCompilable) : [];
    return { ...others, ...(fit && { outputSchema: fit }) };
  });
}

const legacySchema = memoLast(
  (schema: McpObject, isCompilable: (schema: McpObject) => boolean): readonly McpObject[] => {
    const fit = schema['type'] === undefined ? undefined : objectSchema(schema);
    return fit && isCompilable(fit) ? [fit] : [];
  },
);

/** A result for clients of the legacy era: any other value than an object is the text of its content. */
export function legacyResult(result: McpObject): McpObject {
  const { structuredContent, ...others } = result;
  if (structuredContent === undefined || isObject(structuredContent)) return result;
  const { content } = others;
  if (Array.isArray(content) && content.length > 0) return others;
  return { ...others, content: [{ type: 'text', text: jsonText(structuredContent) }] };
}
