import { createInterface } from 'node:readline/promises';
import { UserError } from '../base/errors';
import { Sequencer } from '../base/sequencer';
import { raceAbort } from '../base/abort';
import type { SignInOccasion } from '../ipc/authorization';
import { loopbackReturn } from '../client/signInReturn';
import type { SignInContext } from '../client/signIn';
import type { SecretStore } from '../client/stores';
import { hostOf, isSignInAnswer, signInPages, t } from '../ui/signIn/signInTexts';
import type { PersonPorts } from './terminalQuestions';

/**
 * Prints the address of a sign-in, and takes the answer from the browser of this machine, or from the
 * person who pastes the address at which another one ended. One after another; without a person none.
 */
export function terminalSignIn(secrets: SecretStore, ports: PersonPorts): SignInContext {
  const asking = new Sequencer();
  return {
    secrets,
    prepare: async (occasion, before) => {
      const { server: url, issuer } = occasion;
      if (!ports.input.isTTY) throw new UserError('signInNeeded', { url, issuer });
      const ask = (page: string, cut: AbortSignal): Promise<string> =>
        asking.run(() => pasted({ page, redirectUri: back.redirectUri, occasion }, ports, cut));
      const back = await loopbackReturn(ask, signInPages(), before);
      return back;
    },
  };
}

interface Page {
  readonly page: string;
  readonly redirectUri: string;
  readonly occasion: SignInOccasion;
}

/** Asks until an address fits. @throws UserError `signInCancelled` where the input ends. */
async function pasted(
  { page, redirectUri, occasion: { issuer } }: Page,
  { input, output }: PersonPorts,
  cut: AbortSignal,
): Promise<string> {
  cut.throwIfAborted();
  output.write(`\n${t('openThis', { host: hostOf(issuer) })}\n\n  ${page}\n\n`);
  const terminal = createInterface({ input, output, terminal: false });
  const ended = new Promise<undefined>((resolve) =>
    terminal.once('close', () => resolve(undefined)),
  );
  try {
    for (;;) {
      const question = terminal.question(t('pasteThis')).catch(() => undefined);
      const line = await raceAbort(Promise.race([question, ended]), cut);
      if (line === undefined) throw new UserError('signInCancelled', { issuer });
      if (isSignInAnswer(line, redirectUri)) return line.trim();
      output.write(`${t('pasteInvalid')}\n`);
    }
  } finally {
    terminal.close();
  }
}
