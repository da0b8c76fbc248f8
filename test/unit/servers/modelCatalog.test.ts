import { effect, signal } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import type { ModelTools } from '../../../src/ipc/contract';
import { emptyCatalog, type Catalog, type Tool } from '../../../src/ipc/state';
import {
  ModelCatalog,
  type ToolFilter,
  type ToolNames,
  OfferedCatalog,
  isOffered,
} from '../../../src/servers/modelCatalog';

const readOnly = { readOnlyHint: true, title: 'Look' };

function catalogOf(...tools: (string | Tool)[]): Catalog {
  return {
    ...emptyCatalog,
    tools: tools.map((tool) => (typeof tool === 'string' ? { name: tool } : tool)),
    prompts: [{ name: 'ask' }],
  };
}

function opened(catalog: Catalog, wanted?: ModelTools) {
  const offered = signal<Catalog | undefined>(catalog);
  const held = signal<ToolNames>(new Set());
  const flagged = signal<ToolNames>(new Set());
  const settings = signal(wanted);
  const models = new ModelCatalog(offered, held, flagged, () => settings.value);
  const tools = (): Tool[] => models.catalog.peek()?.tools ?? [];
  return {
    offered,
    held,
    flagged,
    settings,
    models,
    tools,
    names: () => tools().map(({ name }) => name),
  };
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

  test('are not allowed to run unasked by a workspace', () => {
    const allow = [rule('get', 'allow')];
    const byWorkspace = opened(catalogOf('get'), { rules: [[], allow] }).models;
    expect(byWorkspace.factsFor('get').rule).toBeUndefined();
    const byPerson = opened(catalogOf('get'), { rules: [allow] }).models;
    expect(byPerson.factsFor('get').rule).toMatchObject({ effect: 'allow' });
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
    const { models, offered, settings } = opened(catalogOf(look, 'put'), {});
    const told: (Catalog | undefined)[] = [];
    const stop = effect(() => void told.push(models.catalog.value));
    settings.value = {};
    expect(told).toHaveLength(1);
    settings.value = { set: ['look'] };
    offered.value = catalogOf(look);
    stop();
    expect(told.map((catalog) => catalog?.tools.length)).toEqual([2, 1, 1]);
    expect(new Set(told.map((catalog) => catalog?.tools[0])).size).toBe(1);
    expect(models.of(catalogOf('put', look)).tools.map(({ name }) => name)).toEqual(['look']);
  });
});

/** An offer of this catalog, with the filter that it heeds. */
function offer(whole: Catalog | undefined, first?: ToolFilter) {
  const [catalog, filter] = [signal(whole), signal<ToolFilter>(first)];
  return { catalog, filter, offered: new OfferedCatalog(catalog, () => filter.value) };
}

const namesOf = (offered: OfferedCatalog): string[] | undefined =>
  offered.catalog.peek()?.tools.map(({ name }) => name);

test.each([
  [undefined, true],
  [{}, true],
  [{ allow: [['get_*']] }, true],
  [{ allow: [['put_*']] }, false],
  [{ allow: [['put_*', 'get_*']] }, true],
  [{ allow: [['get_*'], ['*_issue']] }, true],
  [{ allow: [['get_*'], ['*_user']] }, false],
  [{ allow: [[]] }, false],
  [{ hide: ['get_*'] }, false],
  [{ hide: ['put_*'] }, true],
  [{ allow: [['get_*']], hide: ['*_issue'] }, false],
])('%j offers get_issue: %s', (filter, offered) => {
  expect(isOffered(filter, 'get_issue')).toBe(offered);
});

describe('what is offered of a catalog', () => {
  test('is the same object where nothing is hidden', () => {
    const whole = catalogOf('get', 'put');
    const { offered } = offer(whole, { hide: ['delete'] });
    expect(offered.catalog.peek()).toBe(whole);
  });

  test('loses hidden tools and nothing else, and gets them back', () => {
    const { offered, filter } = offer(catalogOf('get', 'put'), { hide: ['get*'] });
    expect(namesOf(offered)).toEqual(['put']);
    expect(offered.catalog.peek()?.prompts).toEqual([{ name: 'ask' }]);
    filter.value = undefined;
    expect(namesOf(offered)).toEqual(['get', 'put']);
  });

  test('has a greater number after every change, and the same one without', () => {
    const { offered, filter, catalog } = offer(undefined);
    const told: number[] = [];
    const stop = effect(() => void told.push(offered.version.value));
    catalog.value = catalogOf('get', 'put');
    filter.value = { hide: ['get'] };
    filter.value = { hide: ['get'] };
    filter.value = {};
    catalog.value = catalogOf('get', 'put', 'post');
    stop();
    expect(told).toHaveLength(5);
    expect(told[0]).toBe(0);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(5);
  });

  test('holds nothing back but what passes the filter, listed or not', () => {
    const { offered, filter, catalog } = offer(undefined, { allow: [['get']] });
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, true]);
    catalog.value = catalogOf('get', 'put');
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, true]);
    filter.value = { hide: ['put'] };
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, false]);
  });
});
