import type { Launch } from '../../config/definition';
import { likelySecrets } from '../../config/likelySecrets';
import { maskDefaults } from '../../config/variables';
import { maskedSpots } from '../approval/maskedValue';
import { escapeDeceptive } from '../text/escapeDeceptive';

/**
 * What starts or is reached, as one would type it: without what looks like a secret, and without the
 * defaults of variables.
 */
export function launchLine(launch: Launch): string {
  const spots = likelySecrets(launch);
  if (launch.type !== 'stdio') {
    const inUrl = spots.filter(({ place }) => place.kind === 'url');
    return escapeDeceptive(maskDefaults(maskedSpots(launch.url, inUrl)));
  }
  const args = launch.args.map((arg, at) => {
    const inArg = spots.filter(({ place }) => place.kind === 'arg' && place.index === at);
    return maskedSpots(arg, inArg);
  });
  return [launch.command, ...args].map((text) => word(maskDefaults(text))).join(' ');
}

function word(text: string): string {
  const shown = escapeDeceptive(text);
  return shown === '' || /[\s"']/.test(shown) ? JSON.stringify(shown) : shown;
}
