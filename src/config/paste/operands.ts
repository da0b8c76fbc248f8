/** Options of runners and installers whose value is the next word. */
const valued = new Set(
  `-p -C --package --from --spec --with --with-editable --with-requirements --python --python-version
   --python-platform --directory --dir --cwd --prefix --project --workspace --env-file --config-file --cache-dir
   --registry --index --default-index --index-url --extra-index-url --index-strategy --find-links --keyring-provider
   --source --add-source --constraint --constraints --overrides --requirement --editable --resolution --exclude-newer
   --link-mode --platform --call --pip-args --suffix`.split(/\s+/),
);

/** Filter of a command's words: true for a word that is neither an option nor the value of one. */
export function isOperand(word: string, at: number, words: readonly string[]): boolean {
  return !word.startsWith('-') && !valued.has(words[at - 1] ?? '');
}
