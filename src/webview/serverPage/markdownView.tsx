import type { Token } from 'markdown-it';
import { h, type ComponentChild, type ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { once } from '../../base/lazy';
import { linkTarget } from '../../ui/serverPage/resultView';
import { t } from '../../ui/serverPage/resultTexts';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { Button } from '../shared/button';
import { openLink } from './pageState';

/** Elements that Markdown may become. All else is its text, so that no new rule of the parser adds an element. */
const elements = new Set(
  'p ul ol li blockquote em strong s hr br table thead tbody tr th td'.split(' '),
);

/** Loaded with the first Markdown, because it would be a third of the page's script. */
const loadParser = once(() => import('./markdownParser'));

/** Untrusted Markdown as elements, as plain text until the parser is there. No HTML is made of it, and nothing in it is fetched. */
export function MarkdownView({ text }: { readonly text: string }) {
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
  const nodes = useMemo(() => tokens && nodesOf(tokens), [tokens]);
  return <div class="result-markdown">{nodes ?? <p>{text}</p>}</div>;
}

/** Nodes of a flat list of tokens, in which `nesting` opens (1) and closes (-1) an element. */
function nodesOf(tokens: readonly Token[]): ComponentChild[] {
  const open: { token: Token | undefined; children: ComponentChild[] }[] = [
    { token: undefined, children: [] },
  ];
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === 0) open.at(-1)?.children.push(leaf(token));
    else if (open.length > 1) {
      const closed = open.pop();
      if (closed?.token) open.at(-1)?.children.push(element(closed.token, closed.children));
    }
  }
  return open[0]?.children ?? [];
}

function leaf(token: Token): ComponentChild {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
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

function element(token: Token, children: ComponentChildren): ComponentChild {
  if (token.hidden) return children;
  if (token.type === 'link_open') return link(String(token.attrGet('href') ?? ''), children);
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
function link(address: string, children: ComponentChildren): ComponentChild {
  const shown = shownAddress(address);
  if (!linkTarget(address))
    return (
      <span>
        {children} <span class="result-note">({shown})</span>
      </span>
    );
  return (
    <Button look="link" title={shown} onClick={() => openLink(address)}>
      {children}
    </Button>
  );
}

/** An address without hidden characters; the data in a `data:` URI is left out. */
function shownAddress(address: string): string {
  const shown = address.startsWith('data:') ? `${address.split(',')[0] ?? ''},…` : address;
  return escapeDeceptive(shown);
}
