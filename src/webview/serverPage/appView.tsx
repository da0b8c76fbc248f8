import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isObject } from '../../base/json';
import { appOf, isApp } from '../../ipc/mcpApp';
import type { McpObject, Tool } from '../../ipc/state';
import { AppBridge } from '../../ui/serverPage/appBridge';
import { allSources, appPolicy, appSources } from '../../ui/serverPage/appPolicy';
import { t } from '../../ui/serverPage/pageTexts';
import { shownLanguage } from '../../ui/text/format';
import { escapeDeceptive } from '../../ui/text/untrustedText';
import { appStyles, isDarkTheme } from './appTheme';
import { ask, catalog, type Run } from './pageState';

/** Pixels of an app's height: at first, and the bounds of what it asks for. */
const height = { first: 240, least: 40, most: 640 };

/** An empty page of VS Code beside the page's own: the one document of the same origin that has no policy yet. */
const emptyPage = 'fake.html';

/** The app of a tool, which shows the result of a call. It has time to end, out of sight. */
export function AppView({ tool, run }: { readonly tool: Tool; readonly run: Run }) {
  const uri = appOf(tool) ?? '';
  const frame = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<string>();
  const [sources, setSources] = useState<readonly string[]>([]);
  // Its cleanup runs before the frame is removed; that of another effect comes too late.
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const ended = new AbortController();
    let bridge: AppBridge | undefined;
    const show = async (): Promise<void> => {
      const app = await readApp(uri, ended.signal);
      if (ended.signal.aborted) return;
      setSources(allSources(app.sources));
      bridge = await showApp(current, app, { tool, run }, ended.signal);
    };
    show().catch((error: unknown) => {
      if (!ended.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    });
    return () => {
      const outer = current.querySelector('iframe');
      const end = (): void => {
        ended.abort();
        outer?.remove();
      };
      // A browser without `moveBefore` loads a frame anew when it is moved.
      if (!bridge || !outer || !('moveBefore' in document.body)) return end();
      // Out of what is removed now.
      outer.hidden = true;
      document.body.moveBefore(outer, null);
      void bridge.tearDown().finally(end);
    };
  }, []);
  return (
    <div class="result app">
      <div class="result-block" role="group" aria-label={t('app')}>
        <div class="result-line">
          <span class="result-title">{t('app')}</span>
          <span class="result-note">
            {escapeDeceptive(uri)}
            {sources.length > 0 ? ` · ${t('appSources', { sources })}` : ''}
          </span>
        </div>
        <div ref={frame} hidden={problem !== undefined} />
        {problem === undefined ? null : (
          <p class="result-broken" role="status">
            {t('appFailed', { message: problem })}
          </p>
        )}
      </div>
    </div>
  );
}

/** The window of the outer frame. */
interface AppFrame {
  /** Posts a message to the app. Its origin is not named, because it has none. */
  post(message: McpObject): void;
}

interface App {
  readonly html: string;
  readonly sources: ReturnType<typeof appSources>;
}

/** Reads an app from its server. Rejects with a sentence for the person. */
async function readApp(uri: string, signal: AbortSignal): Promise<App> {
  const request = { kind: 'appRequest', method: 'resources/read', params: { uri } } as const;
  const { contents } = await ask(request, signal);
  const [content]: readonly unknown[] = Array.isArray(contents) ? contents : [];
  if (!isObject(content) || !isApp(content)) throw new Error(t('noApp'));
  const { text, blob, _meta: own } = content;
  const html = typeof text === 'string' ? text : textOf(blob);
  const listed = catalog.peek()?.resources.find((one) => one.uri === uri);
  return { html, sources: appSources(own, listed?.['_meta']) };
}

function textOf(blob: unknown): string {
  if (typeof blob !== 'string') throw new Error(t('noApp'));
  return new TextDecoder().decode(Uint8Array.from(atob(blob), (one) => one.charCodeAt(0)));
}

/**
 * Shows an app in two frames. A frame with the app's HTML inherits the policy of its parent, and that of the page
 * allows no script but ours. So the outer frame is an empty page of the editor, which gets the policy of the app and
 * holds nothing but the inner frame. That is sandboxed without an origin: it reaches neither the page nor the editor.
 */
async function showApp(
  parent: HTMLElement,
  { html, sources }: App,
  { tool, run }: { readonly tool: Tool; readonly run: Run },
  signal: AbortSignal,
): Promise<AppBridge | undefined> {
  const outer = document.createElement('iframe');
  outer.src = emptyPage;
  outer.title = t('appOf', { tool: escapeDeceptive(tool.name) });
  outer.style.height = `${height.first}px`;
  const loaded = new Promise((resolve) => outer.addEventListener('load', resolve, { once: true }));
  parent.replaceChildren(outer);
  await loaded;
  if (signal.aborted) return undefined;
  const [within, inside] = [outer.contentWindow, outer.contentDocument];
  // Another page than the empty one may have a policy or scripts of its own.
  if (!within || !inside?.location.pathname.endsWith(`/${emptyPage}`) || inside.scripts.length > 0)
    throw new Error(t('noFrame'));
  const policy = inside.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = appPolicy(sources);
  // Apps listen to their parent alone, so a function of the outer frame has to post.
  const poster = inside.createElement('script');
  poster.textContent = "function post(message) { frames[0].postMessage(message, '*'); }";
  inside.head.replaceChildren(policy, poster);
  const inner = inside.createElement('iframe');
  inner.setAttribute('sandbox', 'allow-scripts allow-forms');
  inner.title = outer.title;
  inner.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0';
  const bridge = new AppBridge(
    {
      post: (message) => (within as unknown as AppFrame).post(message),
      request: (method, params) => ask({ kind: 'appRequest', method, params }, signal),
      resize: (wanted) => {
        const shown = Math.min(height.most, Math.max(height.least, Math.ceil(wanted)));
        outer.style.height = `${shown}px`;
      },
    },
    { tool, arguments: run.arguments, result: run.result ?? {} },
    () => hostContext(outer),
  );
  within.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (!signal.aborted && source === inner.contentWindow) bridge.receive(data);
  });
  // An app that knows light and dark follows the frames around it, and shows the page through where they agree.
  const color = (): void => {
    const scheme = isDarkTheme() ? 'dark' : 'light';
    for (const { style } of [outer, inside.documentElement]) style.colorScheme = scheme;
  };
  color();
  // VS Code writes the colours of a theme there.
  const theme = new MutationObserver(() => {
    color();
    bridge.contextChanged();
  });
  theme.observe(document.documentElement, { attributeFilter: ['style'] });
  theme.observe(document.body, { attributeFilter: ['class'] });
  signal.addEventListener('abort', () => theme.disconnect());
  inner.srcdoc = html;
  inside.body.replaceChildren(inner);
  return bridge;
}

function hostContext(frame: HTMLElement): McpObject {
  return {
    theme: isDarkTheme() ? 'dark' : 'light',
    styles: { variables: appStyles() },
    displayMode: 'inline',
    availableDisplayModes: ['inline'],
    containerDimensions: { width: frame.clientWidth, maxHeight: height.most },
    locale: shownLanguage().id,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: 'mcp-roundhouse',
    platform: 'desktop',
    deviceCapabilities: {
      touch: matchMedia('(any-pointer: coarse)').matches,
      hover: matchMedia('(any-hover: hover)').matches,
    },
  };
}
