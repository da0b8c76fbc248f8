import { textsOf } from '../text/format';

/** Texts of a result on the page of a server. */
export const t = textsOf({
  // Whole results
  result: 'Result',
  howShown: 'How the result is shown',
  raw: 'Raw JSON',
  changes: 'Changes[ ({summary})]',
  changeSummary: '+{added} −{removed}',
  failed: 'The server reports an error.',
  cutResult: 'The result has {size}. Only its beginning is shown here; saving it writes all.',
  roundedResult:
    'The result has numbers of too many digits (beyond 2^53). Outside its texts they may be rounded here, also when copied or saved; “Messages with the server” has them as they came.',
  saveResult: 'Save Result…',
  saveTitle: 'Save Result',
  notKept:
    'This result is not kept any more, because it is large. Run the call again, then save it.',
  empty: 'The server answered without content.',
  moreBlocks: '{count} more {count|block is|blocks are} not shown here. Raw JSON has them.',

  // Blocks
  howBlockShown: 'How this is shown',
  text: 'Text',
  markdown: 'Markdown',
  plain: 'Plain Text',
  json: 'JSON',
  tree: 'Tree',
  table: 'Table',
  structured: 'Structured Content',
  meta: 'Metadata',
  image: 'Image',
  audio: 'Audio',
  data: 'Data',
  link: 'Link',
  resource: 'Resource',
  unknown: 'Block of an Unknown Kind[: {type}]',
  user: 'User',
  assistant: 'Assistant',
  role: 'Message of {role}',
  noRole: 'Message',

  // Media
  imageAlt: 'Image in the result ({type}, {size})',
  audioLabel: 'Audio in the result ({type}, {size})',
  pixels: '{width} × {height} pixels',
  notDecoded: 'This data is not a valid {type}, so it cannot be shown.',
  brokenData: 'The data is not valid Base64: {count} {count|character|characters}.',
  emptyData: 'It is empty.',
  tooLarge: 'It is too large to be shown here.',
  notShown: 'Data of the type {type} is not shown here.',
  noType: 'unknown',

  // Links
  openInBrowser: 'Open in Browser',
  openResource: 'Open Resource',
  notOpened: 'An address of this kind is not opened.',
  imageInText: 'Image “{alt}”: {address}',
  imageInTextUnnamed: 'Image: {address}',

  // Trees and tables
  itemCount: '{count} {count|item|items}',
  keyCount: '{count} {count|key|keys}',
  rowCount: '{count} {count|row|rows}',
  showMore: 'Show {next} of {count} more',
  showMoreRows: 'Show {next} of {count} more rows',
  cut: '{count} more {count|character|characters}',
  cutText:
    '{count} more {count|character is|characters are} not shown here.[ {copy} takes them all.]',
  cutJson: 'The rest is not shown here.[ {copy} takes it all.]',

  // Changes
  same: 'The result is the same as that of the previous run.',
  addedLines: '{count} {count|line|lines} added',
  removedLines: '{count} {count|line|lines} removed',
  added: 'added:',
  removed: 'removed:',
  unchanged: '{count} unchanged {count|line|lines}',
  changesCut: 'Only the beginning of these results is compared, because they are very long.',

  // Actions
  copy: 'Copy',
  copied: 'Copied',

  // Sizes
  bytes: '{count} {count|byte|bytes}',
  kilobytes: '{count} KB',
  megabytes: '{count} MB',
});

/** A size in bytes as people read it: "12 bytes", "3.4 KB", "1.2 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return t('bytes', { count: bytes });
  if (bytes < 1024 ** 2) return t('kilobytes', { count: (bytes / 1024).toFixed(1) });
  return t('megabytes', { count: (bytes / 1024 ** 2).toFixed(1) });
}
