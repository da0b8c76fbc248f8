// @ts-check
/** @import { BundledPackage } from './bundledPackages.mjs' */

/**
 * The bill of materials in CycloneDX 1.6, equal for equal bundles: hence it has neither a time nor a serial
 * number. `npm sbom` would list what is installed, and not what is bundled.
 * @param {{ name: string, version: string, license: string }} product
 * @param {{ packages: readonly BundledPackage[], named: readonly string[] }} bundled
 */
export function billOfMaterials({ name, version, license }, { packages, named }) {
  const own = `${name}@${version}`;
  const refs = new Map(packages.map((one) => [one.id, purlOf(one)]));
  const refsOf = (/** @type {readonly string[]} */ ids) => ids.map((id) => refs.get(id) ?? id);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        licenses: [{ license: { id: license } }],
      },
    },
    components: packages.map((one) => {
      const [, group, base] = /^(?:(@[^/]+)\/)?(.*)$/.exec(one.name) ?? [];
      return {
        type: 'library',
        'bom-ref': purlOf(one),
        ...(group === undefined ? {} : { group }),
        name: base,
        version: one.version,
        ...(one.integrity === undefined ? {} : { hashes: [hashOf(one.integrity)] }),
        licenses: [{ license: { id: one.licence } }],
        purl: purlOf(one),
      };
    }),
    dependencies: [
      { ref: own, dependsOn: refsOf(named) },
      ...packages.map((one) => ({ ref: purlOf(one), dependsOn: refsOf(one.uses) })),
    ],
  };
}

/** @param {{ name: string, version: string }} one */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** That of the package's archive. @param {string} integrity as the lock file has it: one hash in base64 */
function hashOf(integrity) {
  const [algorithm = '', hash = ''] = integrity.split('-');
  const alg = algorithm.replace('sha', 'SHA-');
  return { alg, content: Buffer.from(hash, 'base64').toString('hex') };
}
