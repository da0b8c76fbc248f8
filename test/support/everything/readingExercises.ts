import { expect, vi } from 'vitest';
import type { McpObject } from '../../../src/ipc/state';
import type { Exercise } from './exercise';

const dynamic = (kind: 'text' | 'blob', id: number): string =>
  `demo://resource/dynamic/${kind}/${id}`;

const firstText = (result: McpObject): unknown =>
  (result['messages'] as { content: { text?: string } }[])[0]?.content.text;

const completion = (ref: McpObject, name: string, value: string, args?: McpObject): McpObject => ({
  ref,
  argument: { name, value },
  ...(args && { context: { arguments: args } }),
});

/** Lists, prompts, resources, completions, subscriptions and logging of the reference server. */
export const readingExercises: readonly Exercise[] = [
  {
    name: 'lists everything',
    run: async ({ user }) => {
      const { tools, prompts, resources, templates } = await user.list();
      expect(tools.map(({ name }) => name)).toEqual([...plainTools, ...askingTools]);
      expect(tools.find(({ name }) => name === 'get-structured-content')).toHaveProperty(
        'outputSchema.properties.humidity',
      );
      expect(prompts.map(({ name }) => name)).toEqual([
        'simple-prompt',
        'args-prompt',
        'completable-prompt',
        'resource-prompt',
      ]);
      expect(resources).toHaveLength(7);
      expect(templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
        'demo://resource/dynamic/text/{resourceId}',
        'demo://resource/dynamic/blob/{resourceId}',
      ]);
    },
  },
  {
    name: 'every prompt',
    run: async ({ user }) => {
      const get = (name: string, args: McpObject = {}): Promise<McpObject> =>
        user.request('prompts/get', { name, arguments: args });
      expect(firstText(await get('simple-prompt'))).toContain('simple prompt');
      expect(firstText(await get('args-prompt', { city: 'Bonn' }))).toContain('weather in Bonn');
      const lead = { department: 'Sales', name: 'Eve' };
      expect(firstText(await get('completable-prompt', lead))).toContain('promote Eve');
      const embedded = await get('resource-prompt', { resourceType: 'Text', resourceId: '3' });
      expect(embedded).toHaveProperty('messages.1.content.resource.uri', dynamic('text', 3));
    },
  },
  {
    name: 'every static resource',
    run: async ({ user }) => {
      const { resources } = await user.list();
      for (const { uri } of resources.filter(({ uri }) => String(uri).includes('/static/'))) {
        const { contents } = await user.request('resources/read', { uri });
        expect(contents).toMatchObject([{ uri, mimeType: 'text/markdown' }]);
      }
    },
  },
  {
    name: 'both templates',
    run: async ({ user }) => {
      const text = await user.request('resources/read', { uri: dynamic('text', 5) });
      expect(text).toHaveProperty('contents.0.text', expect.stringContaining('Resource 5'));
      const blob = await user.request('resources/read', { uri: dynamic('blob', 6) });
      const [{ blob: data } = {}] = blob['contents'] as { blob?: string }[];
      expect(Buffer.from(data ?? '', 'base64').toString()).toContain('Resource 6');
    },
  },
  {
    name: 'completions of prompts, by what was chosen before, and of templates',
    run: async ({ user }) => {
      const complete = async (params: McpObject): Promise<unknown> =>
        ((await user.request('completion/complete', params))['completion'] as McpObject)['values'];
      const prompt = { type: 'ref/prompt', name: 'completable-prompt' };
      expect(await complete(completion(prompt, 'department', 'S'))).toEqual(['Sales', 'Support']);
      const chosen = { department: 'Marketing' };
      expect(await complete(completion(prompt, 'name', '', chosen))).toEqual([
        'Grace',
        'Henry',
        'Iris',
      ]);
      const uri = 'demo://resource/dynamic/text/{resourceId}';
      expect(await complete(completion({ type: 'ref/resource', uri }, 'resourceId', '4'))).toEqual([
        '4',
      ]);
    },
  },
  {
    name: 'a subscription, toggle-subscriber-updates',
    run: async ({ call, user }) => {
      const uri = dynamic('text', 9);
      await user.watch(uri);
      await call('toggle-subscriber-updates');
      await vi.waitFor(() =>
        expect(user.person.toldBy('notifications/resources/updated')).toContainEqual({ uri }),
      );
      await call('toggle-subscriber-updates');
    },
  },
  {
    name: 'logging from a level on, toggle-simulated-logging',
    run: async ({ call, user }) => {
      const logged = (): number => user.person.toldBy('notifications/message').length;
      await user.logFrom('debug');
      const before = logged();
      await call('toggle-simulated-logging');
      await vi.waitFor(() => expect(logged()).toBeGreaterThan(before));
      await call('toggle-simulated-logging');
      await user.logFrom('emergency');
      const quiet = logged();
      // Each subscription is acknowledged by a line of level info.
      await user.watch(dynamic('blob', 1));
      await user.request('ping', {});
      expect(logged()).toBe(quiet);
    },
  },
];

const plainTools = [
  'echo',
  'get-annotated-message',
  'get-env',
  'get-resource-links',
  'get-resource-reference',
  'get-structured-content',
  'get-sum',
  'get-tiny-image',
  'gzip-file-as-resource',
  'toggle-simulated-logging',
  'toggle-subscriber-updates',
  'trigger-long-running-operation',
];
const askingTools = [
  'get-roots-list',
  'trigger-elicitation-request',
  'trigger-url-elicitation',
  'trigger-sampling-request',
  'simulate-research-query',
];
