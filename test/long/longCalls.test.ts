import { test } from 'vitest';
import { expectLongCalls } from '../support/pool/expectLongCalls';
import { makeLongCalls } from '../support/pool/longCalls';

const seconds = 7 * 60;

test('calls of seven minutes end as the limits and the person say', async () => {
  expectLongCalls(await makeLongCalls(seconds), seconds);
});
