import { windowsProgram, type NamedProgram, type Program } from './windowsProgram';

/** What this machine has to start for a command. @throws what {@link windowsProgram} throws */
export async function programFor(named: NamedProgram): Promise<Program> {
  if (process.platform === 'win32') return windowsProgram(named);
  return { file: named.command, args: named.args, verbatim: false };
}
