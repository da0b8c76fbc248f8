import MarkdownIt, { type Token } from 'markdown-it';

// `linkTarget` decides how a link opens, so the parser passes all of them.
const parser = new MarkdownIt({ html: false, linkify: true });
parser.validateLink = () => true;
// `README.md` is a file here, although Moldova has the domain.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

export function parseMarkdown(text: string): Token[] {
  return parser.parse(text, {});
}
