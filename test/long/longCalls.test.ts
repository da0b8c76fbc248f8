import { test } from 'vitest';
import { expectLongCalls } from '../support/fleet/expectLongCalls';
import { makeLongCalls } from '../support/fleet/longCalls';

const seconds = 7 * 60;

test('calls of seven minutes end as the limits and the person say', async () => {
  expectLongCalls(await makeLongCalls(seconds), seconds);
});
