import { textsOf, type KeyOf } from '../text/format';

/** Texts of adding, importing and exporting servers. */
export const t = textsOf({
  // Adding
  addTitle: 'Add Server',
  addPrompt:
    'A command line, address, package, image, install link or JSON; Enter goes on and nothing is written before you have seen it',
  addPlaceholder: 'Paste a command line, URL, package, image or JSON',
  addFromClipboard: 'From the Clipboard',
  addUnreadable:
    'No server can be read from this. Accepted are a command line (npx -y some-mcp), an address (https://…), an npm or PyPI package, a Docker image, an install link, "claude mcp add …" and its like, and JSON, TOML or YAML of any host.',
  addLines:
    'This text has lost its line ends in the box, and cannot be read without them. Copy it and press "From the Clipboard" above.',
  addClipboardUnreadable:
    'No server can be read from the clipboard; it may be empty, or the browser does not let it be read.',
  addProblem: 'No server can be read from this: {problem}',
  addReading: 'What is it?',
  addName: 'The name of the server',
  addNameEmpty: 'A name is needed.',
  addNameTaken: 'The file already has a server named "{name}".',
  addTarget: 'Where is it written?',

  // Meanings of what was pasted
  readingCommand: 'Command',
  readingAddress: 'Server at an address',
  readingNpm: 'npm package',
  readingPypi: 'PyPI package',
  readingImage: 'Docker image',
  readingRepository: 'Repository on GitHub',
  readingFile: 'Program file',
  readingConfig: '{count} {count|server|servers} of a configuration',
  readingLink: 'Install link',
  readingHostCommand: 'Command that adds a server to a host',

  // Values that become inputs
  offerTitle: 'Which of these values should not stand in the file?',
  offerPlaceholder: 'Chosen values become inputs, whose values the secret store keeps',
  offerStored: 'moves to the secret store',
  offerAsked: 'asked for at the start',
  placeEnv: 'environment variable of {server}',
  placeHeader: 'header of {server}',
  placeArg: 'argument of {server}',
  placeUrl: 'in the address of {server}',

  // Preview
  previewTitle: '{file}: what will be written',
  previewQuestion: 'Nothing is written yet. Look at the change, then choose',
  previewWrite: 'Write to {file}',
  previewCancel: 'Cancel',
  openFile: 'Open File',

  // Importing
  importSource: 'Import servers from where?',
  importFile: 'Choose a File…',
  importClipboard: 'From the Clipboard',
  importNothing: 'No server was found in {source}.',
  importPick: 'Which servers should be imported?',
  importTarget: 'Where are they written?',
  importCount: '{count} {count|server|servers}',
  planAdd: 'is added',
  planRename: 'is added as "{name}", as the name is taken',
  planOverwrite: 'replaces "{name}"',
  planSame: 'is there already in the same form',
  planUnwritable: 'cannot be written in {host}',
  planLost: 'without {fields}',
  carryUser: 'Also carry {count} {count|setting|settings} ({kinds}) into the user settings',
  carryWorkspace:
    'Also carry {count} {count|setting|settings} ({kinds}) into the workspace settings',
  carryFolder: 'Also carry {count} {count|setting|settings} ({kinds}) into the folder settings',
  carryOf: '{server}: {fields}',
  carryTimeouts: 'timeouts',
  carryTools: 'tools',
  carryDisabled: 'disabled',
  carryQuestion: 'What should be carried beside the entry?',
  conflictTitle: 'The file already has a server named "{name}"',
  conflictOverwrite: 'Overwrite "{name}"',
  conflictRename: 'Add as "{name}"',
  conflictSkip: 'Skip',
  conflictAllOverwrite: 'Overwrite All {count}',
  conflictAllRename: 'Add All {count} Under New Names',
  conflictAllSkip: 'Skip All {count}',

  // Exporting
  exportPick: 'Which servers should be exported?',
  exportFormat: 'In which format?',
  exportWhere: 'Where to?',
  exportCopy: 'Copy to the Clipboard',
  exportOpen: 'Open as a New Document',
  exportWrite: 'Write to {file}',
  exportCopied: '{count} {count|server was|servers were} copied for {host}.',
  exportOpened: '{count} {count|server was|servers were} written in the format of {host}.',
  exportNone: 'None of the servers can be written in {host}.',

  // Outcome
  written: '{count} {count|server was|servers were} written to {file}.',
  writtenSettings: '{count} {count|setting|settings} went into "roundhouse.servers".',
  writtenNone: 'Nothing had to be written to {file}.',
  notCarried: 'Not everything could be carried: {names}.',
  inPlainText: 'A secret stands in it in plain text: {names}.',
  showDetails: 'Show Details',
  detailsTitle: 'What could not be carried to {host}',
  startServer: 'Start Server',
  lostField: '"{field}" cannot be written there.',
  lostVariable: '"{field}" names a variable that means nothing there.',
  lostInput: '"{field}" names an input, which is not asked for there.',
  lostTransport: 'The way to reach the server ("{field}") is not known there.',
  lostSecret: '"{field}" is written with its secret in plain text.',
  lostWidening:
    '"{field}" would allow more than without it, which counts in the user settings only.',
});

export type ImportTextKey = KeyOf<typeof t>;
