/** Lines by which launchers tell that they fetch, unpack or build the program, or have just done so. */
const patterns: readonly RegExp[] = [
  // npm and npx, pnpm, bun
  /^npm (?:warn|WARN) exec /,
  /^npm (?:http fetch|notice (?:down|fetch))/i,
  /^added \d+ packages?/,
  /^(?:Progress: resolved|Packages: \+|Resolving dependencies|Saved lockfile)/,
  // uv and uvx, pip and pipx
  /^\s*(?:Downloading|Downloaded|Preparing|Prepared|Building|Built|Updating|Updated|Resolved|Installed)\b/,
  /^\s*(?:Collecting|Using cached|Installing collected packages|Installing build dependencies|creating virtual environment)\b/,
  // docker and podman
  /^Unable to find image /,
  /Pulling from /,
  /^Trying to pull /,
  /^[0-9a-f]{12}: (?:Pulling|Pull|Waiting|Downloading|Verifying|Download|Extracting|Already)\b/,
  /^(?:Digest: sha|Status: Downloaded)/,
  /^(?:Copying blob|Getting image source signatures|Writing manifest)/,
  // deno, go, cargo, dotnet, nix
  /^Download https?:/,
  /^go: downloading /,
  /^\s*Compiling \S+ v\d/,
  /^\s*Restored? /,
  /^copying path '/,
];

// oxlint-disable-next-line no-control-regex -- colours begin with a control character
const colours = /\u001B\[[\d;]*m/g;

/** Whether a line of a server's stderr is its launcher's news of a download. */
export function isDownloadLine(line: string): boolean {
  const plain = line.replace(colours, '');
  return patterns.some((pattern) => pattern.test(plain));
}
