import type { Page } from 'playwright-core';
import { storeGlobally } from '../../../scripts/editor/page.mjs';

/**
 * Makes the editor believe that the organisation of its account forbids MCP: puts that where VS Code
 * keeps what it last heard from the account's server. VS Code then marks the setting `chat.mcp.access`
 * as managed, and what the person writes there does not count.
 */
export async function organisationForbidsMcp(page: Page): Promise<void> {
  const heard = { accountPolicyData: { accountId: 'organisation', policyData: { mcp: false } } };
  await page.evaluate(storeGlobally('defaultAccount.cachedPolicyData', JSON.stringify(heard)));
}
