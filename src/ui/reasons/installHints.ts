import { localize } from '../text/format';
import type { ReadingContext } from './reasonText';

/** A product with its commands and website. */
interface Product {
  readonly product: string;
  readonly site: string;
  readonly commands: readonly string[];
}

const products: readonly Product[] = [
  { product: 'Node.js', site: 'https://nodejs.org', commands: ['node', 'npm', 'npx', 'corepack'] },
  { product: 'uv', site: 'https://docs.astral.sh/uv', commands: ['uv', 'uvx'] },
  { product: 'Python', site: 'https://www.python.org', commands: ['python', 'pip', 'py'] },
  { product: 'pipx', site: 'https://pipx.pypa.io', commands: ['pipx'] },
  { product: 'Docker', site: 'https://docs.docker.com/get-docker', commands: ['docker'] },
  { product: 'Podman', site: 'https://podman.io', commands: ['podman'] },
  { product: 'Bun', site: 'https://bun.sh', commands: ['bun', 'bunx'] },
  { product: 'Deno', site: 'https://deno.com', commands: ['deno'] },
  { product: 'pnpm', site: 'https://pnpm.io', commands: ['pnpm', 'pnpx'] },
  { product: 'Yarn', site: 'https://yarnpkg.com', commands: ['yarn', 'yarnpkg'] },
  { product: 'the .NET SDK', site: 'https://dotnet.microsoft.com', commands: ['dotnet', 'dnx'] },
  { product: 'Go', site: 'https://go.dev', commands: ['go'] },
  { product: 'Rust', site: 'https://rustup.rs', commands: ['cargo', 'rustup', 'rustc'] },
  { product: 'Java', site: 'https://adoptium.net', commands: ['java', 'javac'] },
  { product: 'JBang', site: 'https://www.jbang.dev', commands: ['jbang'] },
  {
    product: 'Ruby',
    site: 'https://www.ruby-lang.org',
    commands: ['ruby', 'gem', 'bundle', 'bundler'],
  },
  { product: 'PHP', site: 'https://www.php.net', commands: ['php'] },
  { product: 'Composer', site: 'https://getcomposer.org', commands: ['composer'] },
  { product: 'PowerShell', site: 'https://aka.ms/powershell', commands: ['pwsh', 'powershell'] },
  { product: 'Git', site: 'https://git-scm.com', commands: ['git'] },
];

const byCommand: ReadonlyMap<string, Product> = new Map(
  products.flatMap((product) => product.commands.map((command) => [command, product] as const)),
);

/** Instructions to install a command, by where they are read. */
export const installTexts = {
  editor:
    'Install {product} ({site}). If it is there, add its folder by "path" of the server in the setting "roundhouse.servers".',
  terminal: 'Install {product} ({site}). If it is there, add its folder to the PATH.',
} as const;

/** Install hint for a command, with or without a folder; `undefined` if the command is unknown. */
export function installHint(
  command: string,
  context: ReadingContext,
  fill = localize,
): string | undefined {
  const name = command.split(/[\\/]/).at(-1) ?? '';
  // `python3.12`, `pip3`, `npx.cmd`
  const plain = name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
  const product = byCommand.get(plain) ?? byCommand.get(plain.replace(/[\d.]+$/, ''));
  if (!product) return undefined;
  const hint = installTexts[context === 'terminal' ? 'terminal' : 'editor'];
  return fill(hint, { product: product.product, site: product.site });
}
