import type { ParsedConfig, Range } from '../../../src/config/definition';
import { fingerprintOf } from '../../../src/config/fingerprint';
import { parseAnyConfig } from '../../../src/config/read/parseConfig';
import { holds, type Target } from '../target';
import { configFileOf, configFiles, configWords, sourceOf } from './configFile';

/** The configuration files of all hosts, in JSON, TOML and YAML. */
export const config: Target = {
  name: 'config',
  reads: 'the configuration files of all hosts',
  seeds: configFiles,
  words: configWords,
  async run(input) {
    const file = configFileOf(input);
    const parsed = await parseAnyConfig(file.text, sourceOf(file));
    agrees(file.text, parsed);
    for (const { launch, fingerprint } of parsed.definitions)
      holds(fingerprint.length > 0 && fingerprintOf(launch).length > 0, 'no fingerprint');
  },
  patience: { base: 300, each: 20 },
  quick: 150,
};

/** What is so whatever the text is: names are there once, and what is told stands in the text. */
function agrees(text: string, { definitions, problems }: ParsedConfig): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const inside = ({ startLine, startCharacter, endLine, endCharacter }: Range): boolean =>
    (startLine < endLine || (startLine === endLine && startCharacter <= endCharacter)) &&
    startCharacter >= 0 &&
    startCharacter <= (lines[startLine]?.length ?? -1) &&
    // The end of a block may stand behind its line end.
    endCharacter <= (lines[endLine]?.length ?? -1) + 1;
  const names = definitions.map(({ id }) => id);
  holds(new Set(names).size === names.length, 'one name twice', () => names);
  const outside = [...definitions, ...problems].find(({ range }) => !inside(range));
  holds(!outside, 'a range outside of the text', () => outside);
}
