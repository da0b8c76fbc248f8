import { expect, vi } from 'vitest';
import { contentOf, textOf, type Exercise } from './exercise';

const resource = (kind: 'text' | 'blob', id: number): string =>
  `demo://resource/dynamic/${kind}/${id}`;

/** Every tool of the reference server that asks nothing. */
export const toolExercises: readonly Exercise[] = [
  {
    name: 'echo',
    run: async ({ call }) => expect(textOf(await call('echo', { message: 'hi' }))).toBe('Echo: hi'),
  },
  {
    name: 'get-sum',
    run: async ({ call }) => expect(textOf(await call('get-sum', { a: 2, b: 3 }))).toContain('5'),
  },
  {
    name: 'get-env',
    run: async ({ call }) =>
      expect(JSON.parse(textOf(await call('get-env')))).toHaveProperty('PATH'),
  },
  {
    name: 'get-annotated-message',
    run: async ({ call }) => {
      const result = await call('get-annotated-message', {
        messageType: 'error',
        includeImage: true,
      });
      expect(contentOf(result)).toMatchObject([
        { type: 'text', annotations: { priority: 1, audience: ['user', 'assistant'] } },
        { type: 'image', annotations: { priority: 0.5 } },
      ]);
    },
  },
  {
    name: 'get-tiny-image',
    run: async ({ call }) => {
      const image = contentOf(await call('get-tiny-image')).find(({ type }) => type === 'image');
      const bytes = Buffer.from(String(image?.['data']), 'base64');
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    },
  },
  {
    name: 'get-structured-content',
    run: async ({ call }) => {
      const result = await call('get-structured-content', { location: 'Chicago' });
      expect(result['structuredContent']).toEqual(JSON.parse(textOf(result)));
    },
  },
  {
    name: 'get-resource-links',
    run: async ({ call, user }) => {
      const links = contentOf(await call('get-resource-links', { count: 4 })).slice(1);
      expect(links.map(({ type }) => type)).toEqual(Array(4).fill('resource_link'));
      for (const { uri } of links) {
        const read = await user.request('resources/read', { uri });
        expect(read).toMatchObject({ contents: [{ uri }] });
      }
    },
  },
  {
    name: 'get-resource-reference',
    run: async ({ call }) => {
      const args = { resourceType: 'Blob', resourceId: 2 };
      const embedded = contentOf(await call('get-resource-reference', args))[1];
      expect(embedded).toMatchObject({
        type: 'resource',
        resource: { uri: resource('blob', 2), blob: expect.any(String) },
      });
    },
  },
  {
    name: 'gzip-file-as-resource',
    run: async ({ call, user }) => {
      const args = { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resourceLink' };
      const [link] = contentOf(await call('gzip-file-as-resource', args));
      const read = await user.request('resources/read', { uri: link?.['uri'] });
      const [{ blob } = {}] = read['contents'] as { blob?: string }[];
      // The first bytes of every gzip file.
      expect(Buffer.from(blob ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
      await vi.waitFor(() =>
        expect(user.person.toldBy('notifications/resources/list_changed')).not.toEqual([]),
      );
    },
  },
  {
    name: 'trigger-long-running-operation, with progress',
    run: async ({ call }) => {
      const told: unknown[] = [];
      const args = { duration: 0.2, steps: 4 };
      const onProgress = ({ progress, total }: Record<string, unknown>): void =>
        void told.push([progress, total]);
      const result = await call('trigger-long-running-operation', args, { onProgress });
      expect(textOf(result)).toContain('completed');
      expect(told).toEqual([1, 2, 3, 4].map((step) => [step, 4]));
    },
  },
  {
    name: 'trigger-long-running-operation, cancelled',
    run: async ({ call }) => {
      const abort = new AbortController();
      const args = { duration: 60, steps: 600 };
      const onProgress = (): void => abort.abort();
      const options = { signal: abort.signal, onProgress };
      await expect(call('trigger-long-running-operation', args, options)).rejects.toThrow();
      expect(textOf(await call('echo', { message: 'still here' }))).toContain('still here');
    },
  },
  {
    name: 'an unknown tool',
    run: async ({ call }) => {
      const failed = await call('no-such-tool').catch((error: unknown) => ({
        isError: true,
        content: [{ type: 'text', text: String(error) }],
      }));
      expect(failed).toMatchObject({ isError: true });
      expect(textOf(failed)).toMatch(/no-such-tool/);
    },
  },
];
