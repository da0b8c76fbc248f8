// Resources that are files, which tell of changes to whoever subscribed.
import { readFileSync, watch } from 'node:fs';

/** The requests of a server whose resources are these files, by URI; text unless the type is another. */
export function fileRequests(files, push) {
  const watched = new Map();
  const leave = (uri) => {
    watched.get(uri)?.close();
    watched.delete(uri);
  };
  return {
    'resources/list': () => ({
      resources: Object.entries(files).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType })),
    }),
    'resources/read'({ uri }) {
      const known = files[uri];
      if (!known) return { error: { code: -32002, message: `No resource ${uri}` } };
      const { file, mimeType } = known;
      const isText = mimeType.startsWith('text/');
      const bytes = readFileSync(file);
      const held = isText ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
      return { contents: [{ uri, mimeType, ...held }] };
    },
    'resources/subscribe'({ uri }) {
      leave(uri);
      const tell = () => push({ method: 'notifications/resources/updated', params: { uri } });
      watched.set(uri, watch(files[uri].file, { persistent: false }, tell));
      return {};
    },
    'resources/unsubscribe'({ uri }) {
      leave(uri);
      return {};
    },
  };
}
