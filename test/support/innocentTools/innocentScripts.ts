import { toolOf } from '../poisonedTools/toolOf';
import type { InnocentDefinition } from './innocentDefinition';

/** The scripts of the world. What is invisible stands here as an escape and belongs to good spelling. */
export const innocentScripts: readonly InnocentDefinition[] = [
  {
    looksLike: 'a joiner',
    tool: toolOf('team', 'Shows the team \u{1f469}\u200d\u{1f4bb}\u{1f468}\u200d\u{1f373}.'),
  },
  {
    looksLike: 'variation selectors',
    tool: toolOf('like', 'Likes a post \u2764\ufe0f or marks it 1\ufe0f\u20e3.'),
  },
  {
    looksLike: 'tag characters',
    tool: toolOf(
      'scores',
      'Results of \u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} and \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}.',
    ),
  },
  {
    looksLike: 'marks of direction in Hebrew',
    tool: toolOf(
      'translate_he',
      '\u05ea\u05e8\u05d2\u05d5\u05dd \u05dc-C++\u200e \u05d5\u05dc-C#\u200e \u05d1\u05de\u05d4\u05d9\u05e8\u05d5\u05ea.',
    ),
  },
  {
    looksLike: 'marks of direction in Arabic',
    tool: toolOf('search_ar', 'يبحث في الملفات (PDF\u200e) وفي الرسائل.'),
  },
  {
    looksLike: 'a non-joiner in Persian',
    tool: toolOf(
      'calendar_fa',
      'رویدادهای تقویم را نشان می\u200cدهد و آن\u200cها را مرتب می\u200cکند.',
    ),
  },
  {
    looksLike: 'joiners in Hindi',
    tool: toolOf('dictionary_hi', 'शब्दकोश: क्\u200dष और क्\u200cष दोनों खोजता है।'),
  },
  {
    looksLike: 'spaces without width in Thai and Khmer',
    tool: toolOf(
      'translate_th',
      'แปล\u200bภาษา\u200bไทย\u200bเป็น\u200bภาษา\u200bอังกฤษ และ ភាសា\u200bខ្មែរ។',
    ),
  },
  {
    looksLike: 'another alphabet',
    tool: toolOf('weather_ru', 'Показывает погоду в выбранном городе на неделю.'),
  },
  {
    looksLike: 'letters that look alike',
    tool: toolOf('regress', 'Fits y = α + βx + ε and tells ρ, χ² and Δμ.'),
  },
  {
    looksLike: 'a mixture of alphabets',
    tool: toolOf('metro', 'Маршруты метро в формате JSON или CSV через API.'),
  },
  {
    looksLike: 'Chinese, Japanese and Korean',
    tool: toolOf(
      'recipes',
      '菜谱搜索。重要：先调用 list_recipes。レシピを検索します。\u3000조리법을 찾습니다.',
    ),
  },
  {
    looksLike: 'accents',
    tool: toolOf('menu', 'Zeigt die Tageskarte: Käsespätzle, crème brûlée, smørrebrød, phở.'),
  },
  {
    looksLike: 'accents that are characters of their own',
    tool: toolOf('cafe', 'Finds a cafe\u0301 in Zu\u0308rich.'),
  },
  {
    looksLike: 'typography',
    tool: toolOf('prices', 'Prices from 10\u00a0000\u202f€ – “net”, 5\u2009% off…'),
  },
];

/** Layout, markup and codes that are shown as what they are. */
export const innocentForms: readonly InnocentDefinition[] = [
  {
    looksLike: 'escapes of a terminal',
    tool: toolOf(
      'strip_colors',
      'Removes escapes such as `\\u001b[31m` and `\\x1b[0m` from the output.',
    ),
  },
  {
    looksLike: 'HTML',
    tool: toolOf(
      'render_html',
      'Renders HTML. Allowed are `<b>`, `<p>` and `<strong>`; `<!-- more -->` ends the teaser.',
    ),
  },
  {
    looksLike: 'a picture of Markdown',
    tool: toolOf(
      'make_badge',
      'Makes a badge. Put it into a page as `![build](https://badges.example/build.svg)`.',
    ),
  },
  {
    looksLike: 'a long way down',
    tool: toolOf(
      'plan_trip',
      'Plans a trip.\n\n\n## Input\n\n- from\n- to\n\n\n## Output\n\nA list of legs.\n\n\n',
    ),
  },
  {
    looksLike: 'a long way to the right',
    tool: toolOf(
      'align',
      'Aligns columns:\n\n    name                              size\n    report.pdf                        2 MB',
    ),
  },
  {
    looksLike: 'line ends of Windows',
    tool: toolOf('convert_lines', 'Converts line ends.\r\n\r\nKeeps\ttabs.\r\n'),
  },
  {
    looksLike: 'the order of calls in a server',
    instructions:
      'Always call list_projects before the other tools, and keep the id. Never delete without asking the user. Dates are ISO 8601.',
  },
  {
    looksLike: 'rules in a server',
    instructions:
      'IMPORTANT: this server is read-only. If a tool answers that you are not signed in, tell the user to sign in; do not try again.',
  },
];
