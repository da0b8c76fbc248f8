import type { FindingKind } from '../../ipc/state';
import type { Phrase } from './phrases';

/** Words that stand for one another in orders to a model. */
const phraseWords = {
  not: "not never don't dont cannot can't mustn't shouldn't without avoid no stop refrain",
  user: "user users user's users' human humans human's customer person anyone anybody",
  always: 'always must should shall every each all any also additionally first secretly',
  all: 'all any every each',
  tell: 'tell telling inform informing notify notifying alert alerting mention mentioning reveal revealing disclose disclosing announce divulge warn',
  show: 'show showing display displaying explain explaining describe describing say discuss',
  this: 'this these that it',
  act: 'send read include append forward upload copy call invoke pass post attach bcc run execute fetch collect log record store exfiltrate transmit submit open access use',
  acts: 'sends reads includes appends forwards uploads copies calls passes posts puts adds attaches opens writes collects submits has put add write',
  model: 'you assistant assistants model models agent agents ai llm',
  read: 'read open cat load fetch retrieve access include attach send copy upload paste supply provide pass put insert append grab collect dump reading contents content extract exfiltrate obtain encode base64 type add write',
  gather:
    'read open fetch collect extract grab find gather search harvest scan locate steal dump retrieve list',
  pass: 'pass send include put provide submit insert append supply attach copy place add forward post upload transmit exfiltrate embed encode encoded',
  secrets:
    'credentials credential passwords secrets tokens apikey cookies mnemonic wallet keys seed key password token secret',
  instructions:
    'instructions instruction prompt prompts guidelines guideline directions directives directive safeguards guardrails',
  rules: 'rules rule policies policy restrictions messages constraints commands safety',
  earlier: "previous prior above earlier preceding existing original former your user's system",
  ignore:
    'ignore disregard forget override bypass supersede discard overrule circumvent supersedes overrides ignoring disregarding replaces',
  tools: 'tool tools function functions',
  use: 'use using call calling invoke invoking run running execute executing used called',
  other: 'other another else built native default alternative competing original existing',
  own: 'your current this ongoing user exact verbatim full entire whole complete all',
  talk: 'conversation conversations chat chats dialog dialogue discussion',
  record: 'history transcript transcripts context log logs messages so',
  write: 'add append write insert put save edit update create store prepend',
  learn: 'save store add write record commit note remember keep put',
  place:
    '@url @address parameter parameters argument arguments field sidenote note notes metadata context comment webhook endpoint server body header',
} as const;

/** The number of words between those of a phrase, and its places: alternatives, or lists of them. */
type Line =
  string | (Omit<Phrase<FindingKind>, 'kind' | 'places' | 'gap'> & { readonly line: string });

/** Phrases that are meant for a model behind the back of its person. */
const lines: Readonly<Partial<Record<FindingKind, readonly Line[]>>> = {
  secrecy: [
    { line: '4 {not} {tell} {user}', inClause: true, unless: 'apart' },
    '2 {not} {tell} {this}|{instructions}',
    '4 {not} {show} {this}|{instructions} {user}',
    '4 {not} let {user} know|see|notice|find',
    '3 hide|hidden|hiding|conceal|concealed|keep|kept|secret|invisible from {user}',
    '3 without {user} knowing|knowledge|noticing|notice|awareness|aware|realizing|realising|seeing|suspecting',
    '3 {user} must|should|shall|may|need not|never know|see|notice|aware|told|informed|learn|find|realize|realise',
    '2 nobody|none needs|need|should|must|may know|hear|learn|see|notice',
    '2 {user} not|never|no need know|see|aware|told|informed',
    '2 silently|secretly|covertly|stealthily|surreptitiously|discreetly|invisibly {act}',
    '8 {act} secretly|covertly|stealthily|surreptitiously|discreetly',
    '2 keep|remain|stay {this}|{instructions} secret|confidential|hidden|quiet|yourself|private',
    '1 {not} say|tell so|why|anything',
    '2 leave|keep|leaves {this}|them out of|from what|your|any',
    '1 {tell} nobody|noone',
    '3 no need|reason {user} know|learn|hear|notice|see',
  ],
  secrets: [
    '6 {read} @file',
    '6 {model} {act}|{acts} @file|@env',
    '6 @file|@env content|contents {place}',
    '0 with|include|pass|send {all} secrets|credentials|passwords|tokens',
    '8 read|contents|content|cat|open|reading @env {pass}',
    '6 {pass} contents|content @env',
    '8 {pass} @env {place}',
    '7 {gather} credentials|passwords|secrets|cookies|mnemonic|keys|tokens {pass}',
    '5 {pass} {user}|your|{all} credentials|passwords|secrets|keys|tokens|cookies|mnemonic|password|token {place}',
    '7 {pass} {secrets} @url|@address',
    '10 {pass}|{gather} environment variables|variable {pass}|{place}',
    '6 {gather}|{acts}|opens|loads @file puts|passes|sends|hands|writes',
    '6 ask|asks|prompt|request|have|get|make {user} password|passwords|passcode|pin|otp|passphrase|mnemonic|cvv',
    '6 {gather}|{acts}|opens|loads @env puts|sends|hands',
    {
      line: '0 all|every environment variables|variable',
      inInput: true,
      unless: 'to set passed pass container',
    },
    '3 send|forward|upload|leak|transmit|post every|all password|passwords|secrets|credentials',
  ],
  conversation: [
    '4 {pass} {talk} {record}',
    { line: '2 {own}|previous|prior {talk} {record}', inInput: true },
    '2 your|own|verbatim|exact system|developer prompt|instructions|message',
    '2 reveal|disclose|print|repeat|output|leak|verbatim system|developer|hidden prompt|instructions|message',
    { line: '3 all|list|names|every {tools} available|access you|your', inInput: true },
    {
      line: "6 user's|users|everything|what said|wrote|asked|told far|earlier|conversation|verbatim",
      inInput: true,
    },
    '3 all|full|complete|entire|whole|every {talk} so|verbatim',
    '2 all|full|complete|entire|every|previous messages|turns this|our {talk}',
    '3 {pass} everything|all {user} said|wrote|asked|typed|told',
    { line: '4 said|written|discussed {talk} now|far|word|verbatim', inInput: true },
  ],
  override: [
    '3 {ignore} {earlier}|other|{all} {instructions}',
    '2 {ignore} {earlier}|other {instructions}|{rules}',
    '3 takes|take|have|has|given precedence|priority over {earlier}|{all}|other {instructions}|{tools}|request|requests|policy|policies',
    '3 not follow|obey {earlier}|other|{all} {instructions}|{rules}',
    '2 you are now mode',
    '2 {rules}|{instructions} not|no apply',
    '1 no longer bound|restricted|obey',
    '0 jailbreak|unrestricted|god mode|agent|assistant|ai|model',
  ],
  otherTools: [
    '2 before|prior|whenever|after {use} {all}|other|another {tools}',
    '1 before {all} other {tools}|action|actions|call',
    "3 not|never|don't|avoid {use} {other} {tools}",
    '5 {other} {tools}|versions|version|server|servers|one deprecated|broken|insecure|malicious|compromised|disabled|obsolete|unsafe|unreliable|forbidden|untrusted|dangerous',
    '4 always|must use|choose|prefer|select|pick|call this over|instead|rather|before {all}|other',
    "6 when|whenever|if {tools}|tool's used|called|invoked|available|present must|always|should {act}",
    '2 when|whenever|if|once|after a|another|any|other|every|each {tools} writes|reads|sends|runs|used|called',
    '3 {act}|report answers|results|outputs|arguments all|any|every|other {tools}',
    '1 always|must call|use|run|invoke this {tools} first',
    '5 every|each message|response|query|turn|task|conversation|prompt|answer call|invoke this {tools}',
    '5 call|invoke this {tools} every|each message|response|query|turn|task|conversation|prompt|answer|request',
    '5 {other} {tools}|server|servers copies|fake|fakes|counterfeit|impostors|trusted',
    '8 instead|rather of|than unmaintained|maintained|insecure|unsafe|unreliable|compromised|untrusted|malicious|loses|leaks',
    '2 ahead of {all}|other {tools}',
    '3 {other} {tools}|server|servers leak|leaks|steal|steals|lose|loses|spy|spies|corrupt|corrupts',
  ],
  redirect: [
    '9 {always} bcc|cc|forward|copy|send|redirect|mail|email|post|upload|submit|transmit @address|@url',
    '6 change|replace|set|modify|rewrite|substitute|redirect|swap recipient|recipients|destination|address|number|account|phone|iban|wallet @address',
    '5 bcc @address',
    '3 @address bcc',
    '8 send|forward|post|upload|submit|transmit|copy|report|leak|exfiltrate conversation|everything|copy|data|content|contents|results|result|output|history|query|file|files @url|@address',
    '8 then|also|additionally send|forward|post|upload|submit|transmit|fetch|visit|load|request|ping @url',
    '5 recipient|recipients|destination must|always @address',
    '5 @address as recipient|destination|payee|beneficiary|receiver',
    '3 recipient|parameter|argument|field takes|gets|becomes @address',
    '3 @address whatever|regardless|no matter|user',
    '6 {user} paste|run|type terminal|powershell|console|shell|prompt administrator|admin|root|sudo',
    '4 goes|go|redirected|forwarded @address',
    '3 @address hidden|blind|secret copy|recipient|cc',
  ],
  noApproval: [
    "4 never|don't|dont|not|without|no ask|asking|prompt|prompting|wait|waiting|seek|seeking|request|requesting permission|confirmation|approval|consent|confirm|approve",
    { line: '1 without asking|prompting|consulting {user}', unless: "never not don't" },
    '5 no confirmation|approval|permission|consent needed|necessary|required',
    '2 {user} already approved|authorized|authorised|agreed|consented|granted {all}|these|this|everything',
    '3 {user} not|never|no need|needs|want|wants asked|prompted|consulted',
    {
      line: '3 {user}|owner|operator gave|given|gives consent|approval|permission',
      unless: 'only if unless after once until when',
    },
  ],
  persistence: [
    '0 from now on',
    '1 {all} future|subsequent conversations|conversation|responses|response|chats|interactions|turns|answers',
    '4 append|add|include|insert|end|close|conclude|embed|begin|start|prepend|promote|recommend|mention|put|finish every|each|your response|responses|answer|answers|reply|replies',
    '3 every|each response|answer|reply must|should',
    '4 {learn} your|its|long memory|memories that',
    '8 {write} @rules',
    '4 code|scripts|programs|files {model} write|writes|produce|produces|generate|generates has|have|must|should|always|turn|disable|skip|import|use|add',
    '3 {learn} {this} your memory|memories',
    '4 remember|memorize later|future|subsequent|next sessions|conversations|chats that',
  ],
  deceit: [
    '2 lie|lying|lies {user}|about',
    '12 if|when|whenever claim|pretend|insist that|to|it',
    '14 say|answer|reply|report|state|tell that whatever|regardless',
  ],
  overreach: [
    '7 call|invoke|run|repeat|feed|use|refine least|than|hundred times before|until',
    '7 call|invoke|run|repeat|feed|use|refine times before you|answering|replying|responding',
    '14 denied|forbidden|refused|blocked create|generate|use|grant|disable|run token|sudo|root|admin|permissions|chmod|key|rights',
    '0 agent|assistant|llm also|additionally|quietly',
    '3 go|carry|continue on write|produce|generate|compose',
  ],
  fakeRole: [
    '3 new rule|rules|instruction|instructions from system|administrator|operator|developer',
  ],
  encoded: ['6 do|follow|obey|execute|perform what|whatever says|say|spells|reads'],
};

export const phraseTable: readonly Phrase<FindingKind>[] = Object.entries(lines).flatMap(
  ([kind, some]) => some.map((one) => phraseOf(kind as FindingKind, one)),
);

function phraseOf(kind: FindingKind, one: Line): Phrase<FindingKind> {
  const { line, ...options } = typeof one === 'string' ? { line: one } : one;
  const [gap, ...places] = line.split(' ');
  return { kind, gap: Number(gap), places: places.map(wordsOf), ...options };
}

function wordsOf(place: string): string {
  const lists: Readonly<Record<string, string>> = phraseWords;
  const words = place
    .split('|')
    .map((one) => (one.startsWith('{') ? (lists[one.slice(1, -1)] ?? one) : one));
  return words.join(' ');
}
