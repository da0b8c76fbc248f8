import { untrustedText } from '../text/untrustedText';
import { t } from '../questions/questionTexts';

/** Who waits for an answer of the person, as it stands in the status bar; nothing while nobody does. */
export function waitingLine(
  servers: readonly string[],
): { readonly text: string; readonly tooltip: string } | undefined {
  const names = [...new Set(servers)].map(untrustedText);
  if (names.length === 0) return undefined;
  const args = { servers: names, count: names.length };
  return { text: `$(bell) ${t('waiting', args)}`, tooltip: t('waitingTooltip', args) };
}
