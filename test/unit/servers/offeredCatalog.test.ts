import { effect, signal } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../../../src/ipc/state';
import { OfferedCatalog, isOffered } from '../../../src/servers/modelCatalog';

function catalogOf(...names: string[]): Catalog {
  return {
    tools: names.map((name) => ({ name })),
    prompts: [{ name: 'get_prompt' }],
    resources: [],
    resourceTemplates: [],
    dropped: [],
  };
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
    const offered = new OfferedCatalog(signal(whole));
    offered.narrow({ hide: ['delete'] });
    expect(offered.catalog.peek()).toBe(whole);
  });

  test('loses hidden tools and nothing else, and gets them back', () => {
    const offered = new OfferedCatalog(signal(catalogOf('get', 'put')));
    offered.narrow({ hide: ['get*'] });
    expect(namesOf(offered)).toEqual(['put']);
    expect(offered.catalog.peek()?.prompts).toEqual([{ name: 'get_prompt' }]);
    offered.narrow(undefined);
    expect(namesOf(offered)).toEqual(['get', 'put']);
  });

  test('has a greater number after every change, and the same one without', () => {
    const whole = signal<Catalog | undefined>(undefined);
    const offered = new OfferedCatalog(whole);
    const told: number[] = [];
    const stop = effect(() => void told.push(offered.version.value));
    whole.value = catalogOf('get', 'put');
    offered.narrow({ hide: ['get'] });
    offered.narrow({ hide: ['get'] });
    offered.narrow({});
    whole.value = catalogOf('get', 'put', 'post');
    stop();
    expect(told).toHaveLength(5);
    expect(told[0]).toBe(0);
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(new Set(told).size).toBe(5);
  });

  test('holds nothing back but what passes the filter, listed or not', () => {
    const whole = signal<Catalog | undefined>(undefined);
    const offered = new OfferedCatalog(whole);
    offered.narrow({ allow: [['get']] });
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, true]);
    whole.value = catalogOf('get', 'put');
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, true]);
    offered.narrow({ hide: ['put'] });
    expect(['get', 'put', 'pot'].map((tool) => offered.hides(tool))).toEqual([false, true, false]);
  });
});
