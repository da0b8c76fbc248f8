import { effect, signal } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import type { ModelTools } from '../../../src/ipc/requests';
import type { Catalog, Tool } from '../../../src/ipc/state';
import { ModelCatalog, type ToolNames } from '../../../src/servers/modelCatalog';

const readOnly = { readOnlyHint: true, title: 'Look' };

function catalogOf(...tools: (string | Tool)[]): Catalog {
  return {
    tools: tools.map((tool) => (typeof tool === 'string' ? { name: tool } : tool)),
    prompts: [{ name: 'ask' }],
    resources: [],
    resourceTemplates: [],
    dropped: [],
  };
}

function opened(catalog: Catalog, wanted?: ModelTools) {
  const offered = signal<Catalog | undefined>(catalog);
  const held = signal<ToolNames>(new Set());
  const flagged = signal<ToolNames>(new Set());
  const models = new ModelCatalog(offered, held, flagged);
  models.declare(wanted);
  const tools = (): Tool[] => models.catalog.peek()?.tools ?? [];
  return { offered, held, flagged, models, tools, names: () => tools().map(({ name }) => name) };
}

const rule = (tool: string, effect: 'allow' | 'ask' | 'deny') => ({
  tool,
  effect,
  pattern: `till/${tool}`,
});

describe('what models get', () => {
  test('is the very catalog where nothing is said, or nothing differs', () => {
    const catalog = catalogOf('get', { name: 'look', annotations: readOnly });
    expect(opened(catalog).models.catalog.peek()).toBe(catalog);
    const trusting = { trustsHints: true, set: ['*'], rules: [[rule('x', 'deny')]] };
    expect(opened(catalog, trusting).models.catalog.peek()).toBe(catalog);
    expect(opened(catalogOf('get'), {}).models.catalog.peek()?.prompts).toHaveLength(1);
  });

  test('are the tools that are switched on, not denied and not held back', () => {
    const { held, models, names } = opened(catalogOf('get', 'put', 'delete', 'draw'), {
      set: ['*', '!p*'],
      rules: [[rule('delete', 'allow')], [rule('d*', 'deny')]],
    });
    expect(names()).toEqual(['get']);
    expect(['get', 'put', 'delete', 'unlisted'].map((tool) => models.refusalOf(tool))).toEqual([
      undefined,
      { code: 'toolOff' },
      { code: 'toolDenied', rule: 'till/d*' },
      undefined,
    ]);
    expect(models.denialOf('put')).toBeUndefined();
    held.value = new Map([['get', 'changed']]);
    expect(names()).toEqual([]);
    expect(models.refusalOf('get')).toEqual({ code: 'toolHeld' });
    expect(models.denialOf('get')).toBeUndefined();
  });

  test.each<[string, ModelTools | undefined, boolean]>([
    ['a client without a policy', undefined, true],
    ['nobody', {}, false],
    ['a person', { trustsHints: true }, true],
    ['a person, but a rule asks', { trustsHints: true, rules: [[rule('lo*', 'ask')]] }, false],
    ['a rule that allows', { rules: [[rule('look', 'allow')]] }, false],
  ])('is a hint of reading only as %s vouches for it', (_who, wanted, isKept) => {
    const { tools, flagged } = opened(
      catalogOf({ name: 'look', annotations: readOnly, vendor: 1 }),
      wanted,
    );
    const { readOnlyHint: _, ...rest } = readOnly;
    const withheld = [{ name: 'look', annotations: rest, vendor: 1 }];
    expect(tools()).toEqual(isKept ? [{ ...withheld[0], annotations: readOnly }] : withheld);
    flagged.value = new Set(['look']);
    expect(tools()).toEqual(withheld);
  });

  test('has the descriptions of the person', () => {
    const { tools } = opened(catalogOf({ name: 'get', description: 'long' }, 'constructor'), {
      descriptions: { get: 'short', gone: 'x' },
    });
    expect(tools()).toEqual([{ name: 'get', description: 'short' }, { name: 'constructor' }]);
  });

  test('changes with what is wanted, and only then; other tools stay the same objects', () => {
    const look = { name: 'look', annotations: readOnly };
    const { models, offered } = opened(catalogOf(look, 'put'), {});
    const told: (Catalog | undefined)[] = [];
    const stop = effect(() => void told.push(models.catalog.value));
    models.declare({});
    expect(told).toHaveLength(1);
    models.declare({ set: ['look'] });
    offered.value = catalogOf(look);
    stop();
    expect(told.map((catalog) => catalog?.tools.length)).toEqual([2, 1, 1]);
    expect(new Set(told.map((catalog) => catalog?.tools[0])).size).toBe(1);
    expect(models.of(catalogOf('put', look)).tools.map(({ name }) => name)).toEqual(['look']);
  });
});
