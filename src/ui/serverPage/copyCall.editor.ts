import type { ServerEntry } from '../../client/configuredServers';
import type { ServerTest } from '../../config/serverTests';
import { untrustedText } from '../text/untrustedText';
import { copyText } from '../window/copy.editor';
import { pickOne } from '../window/pick.editor';
import { callForms } from './callForms';
import { t } from './pageTexts';

/** Asks for the form in which a call is wanted, and puts it into the clipboard. `cli`: the path of `cli.js`. */
export async function copyCall(entry: ServerEntry, call: ServerTest, cli: string): Promise<void> {
  const { definition, snapshot } = entry;
  const forms = callForms(call, {
    server: definition.name,
    launch: definition.launch,
    handshake: snapshot.handshake,
    config: definition.source.file,
    cli,
    platform: process.platform,
  });
  const rows = forms.map(({ kind, text }) => ({
    label: t(`${kind}Form`),
    detail: untrustedText(text),
    value: text,
  }));
  const text = await pickOne(t('whichForm'), rows);
  // Without a name, because arguments may hold secrets.
  if (text) await copyText(text);
}
