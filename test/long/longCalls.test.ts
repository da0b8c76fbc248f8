import { test } from 'vitest';
import { makeLongCalls, expectLongCalls } from '../support/pool/longCalls';

const seconds = 7 * 60;

test('calls of seven minutes end as the limits and the person say', async () => {
  expectLongCalls(await makeLongCalls(seconds), seconds);
});
