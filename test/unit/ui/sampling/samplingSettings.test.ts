import { expect, test } from 'vitest';
import { preferredModels } from '../../../../src/ui/sampling/samplingSettings';

const model = (vendor: string, family: string, name: string) => ({
  id: family,
  vendor,
  family,
  name,
});
const models = [
  model('copilot', 'gpt-4o-mini', 'GPT-4o mini'),
  model('copilot', 'claude-sonnet-4', 'Claude Sonnet 4'),
  model('local', 'llama3.1', 'Llama 3.1'),
];

test.each<[hints: string[], allowed: string[], found: string[]]>([
  [[], ['*'], ['gpt-4o-mini', 'claude-sonnet-4', 'llama3.1']],
  [['sonnet'], ['*'], ['claude-sonnet-4', 'gpt-4o-mini', 'llama3.1']],
  [['claude sonnet 4'], ['*'], ['claude-sonnet-4', 'gpt-4o-mini', 'llama3.1']],
  [['gemini', 'Llama'], ['*'], ['llama3.1', 'gpt-4o-mini', 'claude-sonnet-4']],
  [
    ['', '!!'],
    ['local/*', '*'],
    ['llama3.1', 'gpt-4o-mini', 'claude-sonnet-4'],
  ],
  [['sonnet'], ['local/*', 'gpt-*'], ['llama3.1', 'gpt-4o-mini']],
  [['sonnet'], ['copilot/claude-sonnet-4'], ['claude-sonnet-4']],
  [[], [], []],
])('hints %j among %j', (hints, allowed, found) => {
  expect(preferredModels(models, hints, allowed).map(({ id }) => id)).toEqual(found);
});
