import { expect, test } from 'vitest';
import { conformancePage } from '../../../scripts/conformance/page.mjs';

const outcome = { passed: true, checks: [], output: '' };

test('the page names exactly the scenarios in which the bare SDK is told the era', () => {
  const suite = { name: 'suite', version: '1', program: '' };
  const told = ['http-standard-headers', 'sep-2322-client-request-state'];
  const results = [...told, 'tools_call', 'request-metadata', 'auth/metadata-default'].map(
    (scenario) => ({
      exercise: { suite, role: 'client' as const, scenario, revision: '2026-07-28' },
      outcome,
    }),
  );
  const page = conformancePage([...results, ...results], () => undefined, {});
  expect(page).toContain(
    'in\n`http-standard-headers` and `sep-2322-client-request-state` the bare SDK is told the era',
  );
});
