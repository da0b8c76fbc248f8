import { textsOf } from '../text/format';

/** Texts of adding, importing and exporting servers; keys with a dot end in a code of what they describe. */
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
  leftOut:
    'There are mistakes[ in {source}], and servers that cannot be read because of them are left out. {problems}',
  addReading: 'What is it?',
  addName: 'The name of the server',
  addNameEmpty: 'A name is needed.',
  addNameTaken: 'The file already has a server of this name.',
  addTarget: 'Where is it written?',
  createFile: 'create this file',

  // Meanings of what was pasted
  'reading.command': 'Command',
  'reading.address': 'Server at an address',
  'reading.npm': 'npm package',
  'reading.pypi': 'PyPI package',
  'reading.image': 'Docker image',
  'reading.repository': 'Repository on GitHub',
  'reading.file': 'Program file',
  'reading.config': '{count} {count|server|servers} of a configuration',
  'reading.link': 'Install link',
  'reading.hostCommand': 'Command that adds a server to a host',

  // Values that become inputs
  offerTitle: 'Which of these values should not stand in the file?',
  offerPlaceholder: 'Chosen values become inputs, whose values the secret store keeps',
  offerStored: 'moves to the secret store',
  offerAsked: 'asked for at the start',
  'location.env': 'environment variable of {server}',
  'location.headers': 'header of {server}',
  'location.oauth': 'client credential of {server}',
  'location.args': 'argument of {server}',
  'location.url': 'in the address of {server}',

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
  'plan.add': 'is added',
  'plan.rename': 'is added as "{name}", as the name is taken',
  'plan.fit': 'is added as "{name}", as {host} refuses some of its characters',
  'plan.overwrite': 'replaces "{name}"',
  'plan.same': 'is there already in the same form',
  'plan.chosen': 'is left out',
  'plan.unwritable': 'cannot be written in {host}',
  planLost: 'without {fields}',
  'carry.user': 'Also carry {count} {count|setting|settings} ({kinds}) into the user settings',
  'carry.workspace':
    'Also carry {count} {count|setting|settings} ({kinds}) into the workspace settings',
  'carry.folder': 'Also carry {count} {count|setting|settings} ({kinds}) into the folder settings',
  carryOf: '{server}: {fields}',
  carryTimeouts: 'timeouts',
  carryTools: 'tools',
  carryDisabled: 'disabled',
  carryQuestion: 'What should be carried beside the entry?',
  conflictTitle: 'The file already has a server named "{name}"',
  'conflict.overwrite': 'Overwrite "{name}"',
  'conflict.rename': 'Add as "{name}"',
  'conflict.skip': 'Skip',
  'conflictAll.overwrite': 'Overwrite All {count}',
  'conflictAll.rename': 'Add All {count} Under New Names',
  'conflictAll.skip': 'Skip All {count}',

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
  'lost.unsupportedField': '"{field}" cannot be written there.',
  'lost.unsupportedVariable': '"{field}" names a variable that means nothing there.',
  'lost.unsupportedInput': '"{field}" names an input, which is not asked for there.',
  'lost.unsupportedTransport': 'The way to reach the server ("{field}") is not known there.',
  'lost.secretInline': '"{field}" is written with its secret in plain text.',
  'lost.userSettingsOnly':
    '"{field}" would allow more than without it, which counts in the user settings only.',
});
