/** Words that stand for one another in orders to a model. */
export const phraseWords = {
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
