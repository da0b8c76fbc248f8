import { test } from 'vitest';
import { makeLongCalls, expectLongCalls } from '../support/pool/longCalls';

// A minute is a second here; test/long has the same in real time.
test('calls of seven minutes end as the limits and the person say', async () => {
  expectLongCalls(await makeLongCalls(7), 7);
});
