// @ts-check
/** @import { BundledPackage } from './bundledPackages.mjs' */

const line = '-'.repeat(80);

/**
 * The text of `ThirdPartyNotices.txt`: the licences of all packages in the bundles ask to be shipped along.
 * @param {string} product
 * @param {readonly BundledPackage[]} packages
 */
export function noticesOf(product, packages) {
  const parts = packages.map(({ name, version, licence, inside, texts }) => {
    const origin = inside === undefined ? '' : `, as part of ${inside}`;
    return [line, `${name} ${version} (${licence})${origin}`, line, '', texts.join('\n\n')];
  });
  const head = `Third-party notices\n\n${product} contains the following packages, under their own licences.`;
  return `${[head, ...parts.map((part) => part.join('\n'))].join('\n\n')}\n`;
}
