import { expect, vi } from 'vitest';
import { textOf, type Exercise } from './exercise';

const form = { action: 'accept', content: { name: 'Ada', check: true, integer: 7 } };

/** Every tool of the reference server that asks its client for something. */
export const questionExercises: readonly Exercise[] = [
  {
    name: 'trigger-elicitation-request, accepted',
    run: async ({ call, user: { person } }) => {
      person.elicitation = form;
      const text = textOf(await call('trigger-elicitation-request'));
      expect(text).toContain('Name: Ada');
      expect(text).toContain('Favorite Integer: 7');
      const schema = person.asked.at(-1)?.params['requestedSchema'] as { properties?: object };
      expect(Object.keys(schema.properties ?? {})).toHaveLength(13);
      const titled = 'properties.titledMultipleSelectEnum.items.anyOf.0.title';
      expect(schema).toHaveProperty(titled, 'Tuna');
    },
  },
  {
    name: 'trigger-elicitation-request, declined',
    run: async ({ call, user: { person } }) => {
      person.elicitation = { action: 'decline' };
      expect(textOf(await call('trigger-elicitation-request'))).toContain('declined');
    },
  },
  {
    name: 'trigger-elicitation-request, dismissed',
    run: async ({ call, user: { person } }) => {
      person.elicitation = { action: 'cancel' };
      expect(textOf(await call('trigger-elicitation-request'))).toContain('cancelled');
    },
  },
  {
    name: 'trigger-url-elicitation, asked',
    run: async ({ call, user: { person } }) => {
      person.elicitation = form;
      const args = { url: 'https://example.com/sign', message: 'Sign', elicitationId: 'e-1' };
      expect(textOf(await call('trigger-url-elicitation', args))).toContain('completed');
      expect(person.asked.at(-1)?.params).toMatchObject({ mode: 'url', url: args.url });
    },
  },
  {
    name: 'trigger-url-elicitation, as an error',
    run: async ({ call, user: { person } }) => {
      person.elicitation = { action: 'decline' };
      const args = { url: 'https://example.com/b', message: 'Sign', errorPath: true };
      const error: unknown = await call('trigger-url-elicitation', args).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify(Object.assign({}, error)) + String(error)).toMatch(/-32042/);
    },
  },
  {
    name: 'trigger-sampling-request',
    run: async ({ call, user: { person } }) => {
      const args = { prompt: 'Say it', maxTokens: 20 };
      expect(textOf(await call('trigger-sampling-request', args))).toContain('A scripted answer.');
      expect(person.asked.at(-1)).toMatchObject({
        method: 'sampling/createMessage',
        params: { maxTokens: 20, systemPrompt: 'You are a helpful test server.' },
      });
    },
  },
  {
    name: 'get-roots-list, and after they changed',
    run: async ({ call, user }) => {
      expect(textOf(await call('get-roots-list'))).toContain('file:///work/');
      await user.moveTo('file:///work/second');
      await vi.waitFor(
        async () => expect(textOf(await call('get-roots-list'))).toContain('file:///work/second'),
        5_000,
      );
    },
  },
];

/** Takes five seconds by itself: a tool that has to run as a task, and asks in its middle. */
export const taskExercise: Exercise = {
  name: 'simulate-research-query, a task that asks',
  run: async ({ call, user: { person } }) => {
    person.elicitation = { action: 'accept', content: { interpretation: 'snake' } };
    const result = await call('simulate-research-query', { topic: 'python', ambiguous: true });
    expect(textOf(result)).toContain('Research Report: python (snake)');
    expect(person.asked.map(({ method }) => method)).toContain('elicitation/create');
  },
};
