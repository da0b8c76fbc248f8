import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator } from 'playwright-core';

/** What axe finds in the document of a body that is serious or worse. */
export async function violations(body: Locator): Promise<readonly string[]> {
  const source = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  );
  return body.evaluate(async ({ ownerDocument }, source) => {
    const window = ownerDocument.defaultView as unknown as {
      eval(text: string): void;
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
      };
    };
    window.eval(source);
    const { violations } = await window.axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, source);
}
