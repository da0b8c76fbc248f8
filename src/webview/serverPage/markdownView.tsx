import type { Token } from 'markdown-it';
import { h, type ComponentChild, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { once } from '../../base/lazy';
import { linkTarget } from '../../ui/serverPage/resultView';
import { t } from '../../ui/serverPage/resultTexts';
import { escapeDeceptive } from '../../ui/text/untrustedText';

/** Elements that Markdown may become. All else is its text, so that no new rule of the parser adds an element. */
const elements = new Set(
  'p ul ol li blockquote em strong s hr br table thead tbody tr th td'.split(' '),
);

/** Loaded with the first Markdown, because it would be a third of the page's script. */
const loadParser = once(() => import('./markdownParser'));

interface MarkdownProps {
  readonly text: string;
  readonly onOpenLink: (url: string) => void;
  readonly onOpenResource: (uri: string) => void;
}

/** Untrusted Markdown as elements, as plain text until the parser is there. No HTML is made of it, and nothing in it is fetched. */
export function MarkdownView({ text, onOpenLink, onOpenResource }: MarkdownProps) {
  const [tokens, setTokens] = useState<readonly Token[]>();
  useEffect(() => {
    let isShown = true;
    void loadParser().then(({ parseMarkdown }) => {
      if (isShown) setTokens(parseMarkdown(text));
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  const nodes = useMemo(
    () => tokens && nodesOf(tokens, { onOpenLink, onOpenResource }),
    [tokens, onOpenLink, onOpenResource],
  );
  return <div class="result-markdown">{nodes ?? <p>{text}</p>}</div>;
}

type Actions = Omit<MarkdownProps, 'text'>;

/** Nodes of a flat list of tokens, in which `nesting` opens (1) and closes (-1) an element. */
function nodesOf(tokens: readonly Token[], actions: Actions): ComponentChild[] {
  const open: { token: Token | undefined; children: ComponentChild[] }[] = [
    { token: undefined, children: [] },
  ];
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) open.at(-1)?.children.push(leaf(token, actions));
    else if (open.length > 1) {
      const closed = open.pop();
      if (closed?.token)
        open.at(-1)?.children.push(element(closed.token, closed.children, actions));
    }
  }
  return open[0]?.children ?? [];
}

function leaf(token: Token, actions: Actions): ComponentChild {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? [], actions);
    case 'fence':
    case 'code_block':
      return (
        <pre tabIndex={0}>
          <code>{token.content}</code>
        </pre>
      );
    case 'code_inline':
      return <code>{token.content}</code>;
    case 'image': {
      const alt = escapeDeceptive(token.content);
      const address = shownAddress(String(token.attrGet('src') ?? ''));
      return (
        <span class="result-note">
          {t(alt ? 'imageInText' : 'imageInTextUnnamed', { alt, address })}
        </span>
      );
    }
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return <br />;
    case 'hr':
      return <hr />;
    default:
      return token.content;
  }
}

function element(token: Token, children: ComponentChildren, actions: Actions): ComponentChild {
  if (token.hidden) return children;
  if (token.type === 'link_open')
    return link(String(token.attrGet('href') ?? ''), children, actions);
  // The page itself has the first two levels of headings.
  const [, level] = /^h([1-6])$/.exec(token.tag) ?? [];
  if (level) return h(`h${Math.min(6, Number(level) + 2)}`, {}, children);
  if (!elements.has(token.tag)) return children;
  // An inline style would break the page's policy.
  const [, align] = /text-align:(center|right)/.exec(String(token.attrGet('style') ?? '')) ?? [];
  const start = token.attrGet('start');
  return h(
    token.tag,
    { ...(align && { class: `result-${align}` }), ...(start !== null && { start: Number(start) }) },
    children,
  );
}

/** A button with the address as its title; only the words and the address where it must not open. */
function link(
  address: string,
  children: ComponentChildren,
  { onOpenLink, onOpenResource }: Actions,
): ComponentChild {
  const target = linkTarget(address);
  const shown = shownAddress(address);
  if (!target)
    return (
      <span>
        {children} <span class="result-note">({shown})</span>
      </span>
    );
  return (
    <button
      type="button"
      class="result-link"
      title={shown}
      onClick={() => (target === 'browser' ? onOpenLink : onOpenResource)(address)}
    >
      {children}
    </button>
  );
}

/** An address without hidden characters; the data in a `data:` URI is left out. */
function shownAddress(address: string): string {
  const shown = address.startsWith('data:') ? `${address.split(',')[0] ?? ''},…` : address;
  return escapeDeceptive(shown);
}
