import type { DebugMode, DevMode, Launch } from '../definition';
import type { ReadContext } from './entryReader';
import { FieldReader } from './fieldReader';
import { propertyNamed, type Property } from '../settings/properties';

/** The keys of `dev` and of `dev.debug`. */
export const devKeys: readonly string[] = ['watch', 'debug'];
export const debugKeys: readonly string[] = ['type', 'debugpyPath'];

/** Reads `dev` of an entry. Nothing in it keeps the server from running, so all is but warnings. */
export function parseDev(
  entry: Property,
  launch: Launch,
  context: ReadContext,
): DevMode | undefined {
  const property = propertyNamed(entry.value, 'dev');
  if (property === undefined) return undefined;
  const place = { path: 'dev', server: entry.name };
  const reader = FieldReader.of(property.value, place, devKeys, context);
  if (reader === undefined) return undefined;
  const debug = readDebug(reader, launch, context);
  return { watch: reader.texts('watch'), ...(debug && { debug }) };
}

function readDebug(dev: FieldReader, launch: Launch, context: ReadContext): DebugMode | undefined {
  const { problems } = context;
  const { server } = dev;
  const key = dev.keys.get('debug')?.key;
  if (key !== undefined && launch.type !== 'stdio') {
    problems.warning('conflictingKeys', key, { key: 'debug', other: 'url', server });
    return undefined;
  }
  const reader = dev.object('debug', debugKeys);
  if (reader === undefined || key === undefined) return undefined;
  const written = reader.keys.get('type');
  if (written === undefined) {
    problems.warning('missing', key, { key: 'type', server, within: reader.path });
    return undefined;
  }
  const type = reader.string('type');
  const debugpyPath = reader.string('debugpyPath');
  if (type === 'debugpy') return { type, ...(debugpyPath !== undefined && { debugpyPath }) };
  const stray = reader.keys.get('debugpyPath')?.key;
  if (type === 'node') {
    if (stray)
      problems.warning('unknownKey', stray, { key: 'debugpyPath', server, within: reader.path });
    return { type };
  }
  if (type !== undefined)
    problems.warning('unknownType', written.value, { type, server, within: reader.path });
  return undefined;
}
