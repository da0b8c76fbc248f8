import type {
  JsonError,
  ReaderError,
  SyntaxErrorName,
  TomlError,
  YamlError,
} from '../../config/read/configDocument';

/** Sentences for the syntax errors of JSON. */
const jsonTexts: Readonly<Record<JsonError, string>> = {
  InvalidSymbol:
    'This is not in double quotes. Write keys and texts in straight double quotes ("text"); only numbers, true, false and null stand without.',
  InvalidNumberFormat:
    'This number is not written as JSON writes numbers. Write it like 8080 or 0.5.',
  PropertyNameExpected:
    'A key is missing here. Write it in straight double quotes, with a colon and its value behind it: "key": "value".',
  ValueExpected:
    'A value is missing here. Write a text in double quotes, a number, true, false, null, a list or an object; or remove the comma or key that stands alone.',
  ColonExpected: 'A colon is missing between this key and its value. Write "key": "value".',
  CommaExpected:
    'A comma is missing before this. Write one behind the value that stands before it.',
  CloseBraceExpected: 'A closing brace } is missing here. Write one for every opening brace {.',
  CloseBracketExpected:
    'A closing bracket ] is missing here. Write one for every opening bracket [.',
  EndOfFileExpected:
    'The file should end before this. It holds one object in braces: put this inside of it, or remove it.',
  InvalidCommentToken: 'Comments are not allowed here. Remove it.',
  UnexpectedEndOfComment: 'This comment has no end. Write */ behind it.',
  UnexpectedEndOfString:
    'This text has no end. Write a double quote (") behind it on the same line; inside of a text a double quote is written \\".',
  UnexpectedEndOfNumber: 'This number breaks off. Write it to its end, like 8080 or 0.5.',
  InvalidUnicode:
    'This character code is not complete. Write \\u and four digits or letters from a to f.',
  InvalidEscapeCharacter:
    'A backslash and this character mean nothing. Write every backslash twice, as in "C:\\\\tools\\\\server.exe", or write / in paths.',
  InvalidCharacter:
    'This text holds a character that must not stand in it, such as a tab or a line break. Write \\t or \\n in its place.',
};

/** Sentences for the syntax errors of TOML. */
const tomlTexts: Readonly<Record<TomlError, string>> = {
  'unterminated-string': 'This text has no end. Write the quote behind it with which it begins.',
  'unterminated-table-key':
    'This table header has no end. Write a closing bracket, as in [mcp_servers.name].',
  'unterminated-array': 'This list has no end. Write a closing bracket ] behind it.',
  'unterminated-inline-table': 'This table has no end. Write a closing brace } behind it.',
  'missing-key': 'A key is missing here. Write key = "value".',
  'missing-newline': 'A new line must begin here. Write every key on a line of its own.',
  'missing-equals-sign': 'An equals sign is missing behind the key. Write key = "value".',
  'missing-value':
    'A value is missing here. Write a text in double quotes, a number, true, false, a list or a table.',
  'missing-comma': 'A comma is missing here. Write one between two values.',
  'dupe-keys': 'This key or table is there already. Put the two together, or remove one of them.',
  'unexpected-char':
    'This character must not stand here. Write texts in straight double quotes, and every key as key = "value".',
  'unexpected-token':
    'This must not stand here. Write texts in straight double quotes, and every key as key = "value".',
  'invalid-control-character': 'A control character must not stand here. Remove it.',
  'invalid-comment-character':
    'This comment holds a character that must not stand in it. Remove it.',
  'invalid-key-value-newline':
    'A key, its equals sign and its value must stand on one line. Join the lines.',
  'invalid-inline-table-newline': 'A table in braces must stand on one line. Join the lines.',
  'invalid-underscore': 'An underscore in a number must stand between two digits. Remove it.',
  'invalid-space': 'A space must not stand here. Remove it.',
  'invalid-three-quotes':
    'Three quotes must not stand inside of this text. Write a backslash before one of them.',
  'invalid-date':
    'There is no such date. Write it like 2026-01-31, or in double quotes if it is a text.',
  'invalid-time':
    'There is no such time. Write it like 07:30:00, or in double quotes if it is a text.',
  'invalid-leading-zero':
    'A number must not begin with a zero. Remove it, or write the number in double quotes if it is a text.',
  'invalid-trailing-comma-in-inline-table':
    'A comma must not stand before the closing brace of a table. Remove it.',
  'invalid-char-in-escape-sequence':
    "A backslash and this character mean nothing. Write every backslash twice, or the whole text in single quotes: 'C:\\tools\\server.exe'.",
  'invalid-consecutive-dots-in-key':
    'Two dots must not follow each other in a key. Remove one of them.',
  'invalid-code-point': 'There is no character with this code. Write another one.',
  'invalid-trailing-dot-in-key': 'A key must not end with a dot. Remove it.',
  'invalid-leading-dot-in-key': 'A key must not begin with a dot. Remove it.',
};

/** Sentences for the syntax errors of YAML. */
const yamlTexts: Readonly<Record<YamlError, string>> = {
  ALIAS_PROPS:
    'An alias (*name) can have neither an anchor nor a tag. Remove what stands before it.',
  BAD_ALIAS:
    'This alias has no name that can be read. Write *name, or put the text in double quotes.',
  BAD_DIRECTIVE: 'This line begins with %, but is no directive of YAML. Remove it.',
  BAD_DQ_ESCAPE:
    'A backslash and this character mean nothing in double quotes. Write every backslash twice, or the text in single quotes.',
  BAD_INDENT:
    'This line is not indented as YAML wants it. Indent it by spaces, as far as the lines that belong to the same list or object.',
  BAD_PROP_ORDER: 'An anchor or tag stands in the wrong place. Write it directly before the value.',
  BAD_SCALAR_START: 'A text must not begin with this character. Put the text in double quotes.',
  BLOCK_AS_IMPLICIT_KEY:
    'A second key must not stand on this line. Write it on a line of its own, or put the value in double quotes.',
  BLOCK_IN_FLOW:
    'Lines with - or with an indentation must not stand inside of brackets or braces. Write the values with commas between them.',
  DUPLICATE_KEY: 'This key is there already. Remove one of the two.',
  IMPOSSIBLE:
    'The file cannot be read from here on. Check the indentation and the quotes of this line.',
  KEY_OVER_1024_CHARS:
    'This key is longer than 1024 characters. Write a shorter one, or put a quote where it should end.',
  MISSING_CHAR:
    'Something is missing here: a space behind a colon or a dash, a comma, a closing quote, or a closing bracket. Write it.',
  MULTILINE_IMPLICIT_KEY:
    'A key must stand on one line, with a colon behind it. Join the lines, or write the colon.',
  MULTIPLE_ANCHORS: 'A value can have one anchor only. Remove the others.',
  MULTIPLE_DOCS: 'A second document begins here. Remove the line --- and what belongs to it.',
  MULTIPLE_TAGS: 'A value can have one tag only. Remove the others.',
  NON_STRING_KEY: 'This key is not a text. Put it in double quotes.',
  RESOURCE_EXHAUSTION: 'The file is nested too deep to be read. Write it with fewer levels.',
  TAB_AS_INDENT: 'This line is indented by a tab, which YAML does not allow. Indent it by spaces.',
  TAG_RESOLVE_FAILED: 'This tag is not known. Remove it, or put the text in double quotes.',
  UNEXPECTED_TOKEN: 'This must not stand here. Put the text in double quotes, or begin a new line.',
  BAD_COLLECTION_TYPE: 'This tag does not go with the value. Remove it.',
};

/** Sentences for what our readers refuse. */
const readerTexts: Readonly<Record<ReaderError, string>> = {
  TooDeep:
    'The file is nested too deep to be read. Write it with fewer brackets inside of each other.',
  UnresolvedAlias:
    'This alias stands for nothing. Write the anchor (&name) that it means before it, or the value itself.',
  CircularAlias: 'This alias stands inside of what it stands for. Write the value itself.',
  TooManyAliases: 'The aliases of this file stand for too much to be read. Write fewer of them.',
  Unreadable:
    'The file cannot be read from here on. Check the quotes, commas and brackets of this line.',
};

/** Every syntax error with what is wrong and what to write instead. */
export const syntaxTexts: Readonly<Record<SyntaxErrorName, string>> = {
  ...jsonTexts,
  ...tomlTexts,
  ...yamlTexts,
  ...readerTexts,
};

/** The sentence of a syntax error by its name. */
export function syntaxText(error: string | undefined): string {
  const isKnown = (name: string): name is SyntaxErrorName => Object.hasOwn(syntaxTexts, name);
  return syntaxTexts[error !== undefined && isKnown(error) ? error : 'Unreadable'];
}
