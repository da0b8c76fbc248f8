import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../../src/ui/text/format';
import { clockText } from '../../../../src/webview/shared/times';

const afterMidnight = new Date(2026, 0, 1, 0, 5, 9).getTime();

afterEach(() => setLanguage({ id: 'en', texts: {} }));

test.each(['en', 'zh-cn', 'de'])('a day begins at hour 0 in %s', (id) => {
  setLanguage({ id, texts: {} });
  expect(clockText(afterMidnight)).toMatch(/^0?0:05:09$/);
});
