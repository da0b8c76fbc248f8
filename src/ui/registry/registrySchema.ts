import * as z from 'zod';
import { isObject } from '../../base/json';

// Reads the many versions of the registry format as one form. A value may be missing, null, empty, or a number in
// place of text. Older names have underscores.

const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === '' ? undefined : value?.toString()));
const requiredText = z.string().min(1);
const flag = z
  .union([z.boolean(), z.string()])
  .nullish()
  .transform((value) => value === true || value === 'true');
const texts = z
  .array(z.union([z.string(), z.number(), z.boolean()]).transform(String))
  .nullish()
  .transform((value) => value ?? []);

function list<T extends z.ZodType>(item: T): z.ZodType<readonly z.output<T>[]> {
  return z
    .array(item)
    .nullish()
    .transform((value) => value ?? []);
}

/** Reads `is_required` as `isRequired`. Keys that publishers chose are nested deeper and stay. */
function camelKeys<T extends z.ZodType>(schema: T, old: Readonly<Record<string, string>> = {}) {
  return z.preprocess((value) => {
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
      key.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase()),
      inner,
    ]);
    const known = Object.fromEntries(entries);
    for (const [before, now] of Object.entries(old)) known[now] ??= known[before];
    return known;
  }, schema);
}

const inputShape = {
  description: text,
  isRequired: flag,
  isSecret: flag,
  format: text,
  value: text,
  default: text,
  placeholder: text,
  choices: texts,
};
export const inputSchema = camelKeys(z.object(inputShape));
const variables = z
  .record(z.string(), inputSchema)
  .nullish()
  .transform((value) => new Map(Object.entries(value ?? {})));

const keyValueSchema = camelKeys(z.object({ ...inputShape, variables, name: requiredText }));
const argumentSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { type: 'positional', value } : value),
  camelKeys(
    z.object({
      ...inputShape,
      variables,
      type: text,
      name: text,
      valueHint: text,
      isRepeated: flag,
    }),
  ),
);

const oldTransport = { transportType: 'type' };
const packageSchema = camelKeys(
  z.object({
    registryType: requiredText,
    registryBaseUrl: text,
    identifier: requiredText,
    version: text,
    runtimeHint: text,
    transport: camelKeys(z.object({ type: text }), oldTransport).nullish(),
    runtimeArguments: list(argumentSchema),
    packageArguments: list(argumentSchema),
    environmentVariables: list(keyValueSchema),
  }),
  { registryName: 'registryType', name: 'identifier' },
);

const remoteSchema = camelKeys(
  z.object({ type: requiredText, url: requiredText, headers: list(keyValueSchema), variables }),
  oldTransport,
);

const serverSchema = camelKeys(
  z.object({
    /** `namespace/name`. */
    name: requiredText,
    title: text,
    description: text,
    version: text,
    versionDetail: camelKeys(z.object({ version: text, isLatest: flag.optional() })).nullish(),
    websiteUrl: text,
    repository: z.object({ url: text }).nullish(),
    packages: list(packageSchema),
    remotes: list(remoteSchema),
  }),
);

/** A value that the user may have to give. */
export type RegistryInput = z.output<typeof inputSchema>;
export type RegistryArgument = z.output<typeof argumentSchema>;
/** A package that runs the server on this machine. */
export type RegistryPackage = z.output<typeof packageSchema>;
/** A remote server at a URL. */
export type RegistryRemote = z.output<typeof remoteSchema>;

/** A version of a server as described by a registry. */
export interface RegistryServer extends Omit<
  z.output<typeof serverSchema>,
  'versionDetail' | 'repository' | 'websiteUrl'
> {
  readonly website?: string | undefined;
  readonly status: 'active' | 'deprecated' | 'deleted';
  readonly statusMessage?: string | undefined;
  /** False if the registry lists a later version. */
  readonly isLatest: boolean;
}

const metaKey = 'io.modelcontextprotocol.registry/official';
const metaSchema = camelKeys(
  z.object({
    status: text,
    statusMessage: text,
    isLatest: z.boolean().nullish().catch(undefined),
  }),
);

/**
 * Reads an element of a registry's list: `{server, _meta}`, or the server itself, as before 2025-09-29. `undefined`
 * if it is not a server.
 */
export function readServer(element: unknown): RegistryServer | undefined {
  if (!isObject(element)) return undefined;
  const body = isObject(element['server']) ? element['server'] : element;
  const parsed = serverSchema.safeParse(body);
  if (!parsed.success) return undefined;
  const { versionDetail, repository, websiteUrl, ...server } = parsed.data;
  const meta = metaOf(element, body);
  const status = meta.status ?? metaSchema.safeParse(body).data?.status;
  return {
    ...server,
    version: server.version ?? versionDetail?.version,
    website: websiteUrl ?? repository?.url,
    status: status === 'deprecated' || status === 'deleted' ? status : 'active',
    statusMessage: meta.statusMessage,
    isLatest: meta.isLatest ?? versionDetail?.isLatest ?? true,
  };
}

function metaOf(...places: readonly Record<string, unknown>[]): z.output<typeof metaSchema> {
  for (const { _meta: meta } of places) {
    const parsed = isObject(meta) ? metaSchema.safeParse(meta[metaKey]) : undefined;
    if (parsed?.success) return parsed.data;
  }
  return { status: undefined, statusMessage: undefined, isLatest: undefined };
}
