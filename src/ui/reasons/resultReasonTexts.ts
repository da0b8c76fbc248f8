import type { ReasonTable } from './reasonText';

/** Notes about results, which only models read; so they stay English. */
export const resultReasonTexts: ReasonTable = {
  // Results
  resultKept: {
    says: 'The result is long ({characters} characters[, {lines} lines]) and is kept as "{result}". Read what you need of it with the tool roundhouse_read_more: result "{result}" and one of lines (such as "1-200"), characters, path (a JSONPath, where it is JSON) or search. Where you cannot, ask this tool for less.',
  },
  resultShape: { says: 'Its shape:' },
  resultBeginning: { says: 'Its beginning:' },
  resultEnd: { says: 'Its end:' },
  textLeftOut: {
    says: '({characters} characters are left out here: too much for a model. Ask the tool for less.)',
  },
  bytesLeftOut: {
    says: '({what}[, {kilobytes} KB], is left out here: it cannot be given to a model.)',
  },
  bytesShown: {
    says: '({what}, {kilobytes} KB, is shown to the person here: it cannot be given to a model.)',
  },
  bytesKept: {
    says: '({what}, {kilobytes} KB, is left out here: it cannot be given to a model. The person can open it with the command "MCP Roundhouse: Open Last Large Result".)',
  },

  // Parts of results
  linesRead: { says: 'Lines {from} to {to} of {total}.[ Go on with lines "{next}-".]' },
  lineBeginningRead: {
    says: 'Line {line} is long: this is its beginning, characters {from} to {to} of the result. Go on with characters "{next}-".',
  },
  charactersRead: {
    says: 'Characters {from} to {to} of {total}.[ Go on with characters "{next}-".]',
  },
  valuesRead: {
    says: 'Values {from} to {to} of the {total} at {path}.[ Go on with the same path and from {next}.]',
  },
  numbersRounded: {
    says: 'Numbers of more than 15 digits may be rounded; lines and search show them as they are.',
  },
  valueTooLong: {
    says: 'The value at {at} has {characters} characters, so this is its shape. Ask for a part of it with a longer path.[ Go on with the same path and from {next}.]',
  },
  matchesRead: {
    says: 'Lines {from} to {to} of the {total} with "{search}".[ Go on with the same search and from {next}.]',
  },
  nothingFound: { says: 'None of the {lines} lines has "{search}". Try a shorter text.' },

  // Why nothing was read
  resultNotText: {
    says: 'The result "{result}" is of the type {mimeType} and cannot be read as text.',
  },
  partUnclear: {
    says: 'Nothing was read: give result and exactly one of lines, characters, path and search.',
  },
  rangeUnclear: {
    says: '"{asked}" is no range of {unit}. Write "1-200", "200-" for all from there on, or "-50" for the last ones.',
  },
  partOutOfRange: { says: 'The result has {total} {unit}; {asked} is not among them.' },
  firstOutOfRange: { says: 'There are only {total}, so from {from} there is none.' },
  notJson: {
    says: 'The result is no JSON, so the path {path} finds nothing. Read it by lines or search.',
  },
  pathInvalid: { says: '{path} is no JSONPath (RFC 9535): {message}.' },
  pathEmpty: { says: 'The path {path} finds nothing. At {at} there is: {has}.' },
  regexInvalid: { says: '"{search}" is no regular expression: {message}.' },
  readTooLong: {
    says: 'Reading was given up: it takes more than {seconds} {seconds|second|seconds}, or too much memory.',
    next: 'Use a simpler path or expression, or read by lines.',
  },
};
