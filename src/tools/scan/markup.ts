import type { FindingKind } from '../../ipc/state';

interface Pattern {
  readonly kind: FindingKind;
  readonly pattern: RegExp;
}

/**
 * Suspicious forms: markup that readers do not see, and the frames of conversations with models. All repetitions are
 * bounded, so that no pattern takes long.
 */
export const markup = patternsOf({
  hiddenText: [
    // A comment that says more than a few words.
    /<!--\s*(?:[^\s<>-][^\s<>]*\s+){3}/,
    /^\s{0,3}\[[^\]\n]{1,60}\]:\s*(?:#|<>)\s*["'(][^\n]{12}/m,
    /\]\(#?\s*"[^"\n]{20}/,
    /<[a-z][^<>]{0,200}style\s*=[^<>]{0,200}(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?![.\d])|color\s*:\s*(?:white|#fff|transparent))/i,
    /<[a-z]+\s(?:[^<>]{0,100}\s)?hidden(?:\s[^<>]{0,100})?>/i,
  ],
  fakeRole: [
    /<\|[^\s<>|]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>/i,
    /<(important|system|system[-_]?(?:prompt|reminder|message|instructions?|note)|secret|hidden|critical|admin|override|assistant|human|developer|tool_result|function_results?|user_query)>[^<>]{15,2000}<\/\1/i,
    /(?:^|\n)\s{0,9}(?:Human|Assistant|SYSTEM|USER|ASSISTANT)\s*:\s*(?:\S+\s+){3}/,
    // In lists, `System:` stands before what a parameter is: it counts with an order, or with words to somebody.
    /(?:^|\n)\s{0,9}System\s*:\s{0,9}(?=(?:\S+\s+){3})(?:(?:[Pp]lease\s)?(?:[Ii]gnore|[Dd]isregard|[Ff]orget|[Oo]verride|[Oo]bey|[Ff]ollow|[Cc]omply|[Ss]end|[Aa]ttach|[Uu]pload|[Pp]ost|[Ff]orward|[Ii]nclude|[Rr]ead|[Oo]pen|[Ff]etch|[Cc]all|[Ii]nvoke|[Rr]un|[Ee]xecute|[Rr]espond|[Rr]eply|[Aa]nswer|[Rr]eveal|[Cc]opy|[Dd]elete|[Ss]ave|[Tt]ell|[Ss]ay|[Aa]ct|[Pp]retend|[Tt]reat|[Gg]rant|[Ee]nable|[Dd]isable)\b|[^\n]{0,200}\b(?:[Yy]ou (?:must|should|have to|are|will|need to|may|to)|[Nn]ever|[Aa]lways|[Dd]o not|[Dd]on['’]t|[Ii]gnore|[Aa]ssistant|[Ii]nstructions?|[Ff]rom now on)\b)/,
    /(?:^|\n)\s{0,9}#{1,4}\s*(?:system(?:\s{0,9}(?:[:\n]|$)|\s{1,9}[–—-]\s|\s(?:prompt|message|instruction|override|notice|note|directive|reminder)s?\b|\s(?:alert|update|rule|policy|mode)\s{0,9}(?:[:\n]|$))|(?:instructions? to|hidden|assistant|ai)\b)/i,
    /(?:[[(*]\s*|\b)(?:system|admin|administrator|developer|security)\s(?:message|override|notice|alert|instruction|directive|prompt)\s{0,9}[\])*]{0,9}\s{0,9}:/i,
    /\[\s*(?:system|admin|developer)\b[^\]\n]{0,30}\]\s*:?\s*\w/i,
    /\b(?:instructions?|messages?|attention|directives?)\s{0,9}(?:(?:to|for|:)\s{0,9})?(?:(?:the|all|any)\s{0,9})?(?:ai|llm|language model|assistant)s?\b(?:\s(?:assistant|agent|model)s?)?\s*[:,!-]/i,
    // The end of a definition, and a message behind it.
    /[\]}]\s{0,9},?\s{0,9}\{\s{0,9}\\?["']role\\?["']\s{0,9}:\s{0,9}\\?["'](?:system|developer)/,
  ],
  secrets: [
    // A key by the name of its variable.
    /\b(?:[Ww]orks best with|[Pp]ut|[Pp]ass|[Ss]end|[Ii]nclude|[Ii]nsert|[Ss]upply|[Pp]aste|[Ff]ill in|[Cc]opy)\s[^.\n]{0,60}\b[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,4}_(?:KEY|TOKEN|SECRET|PASSWORD|PAT)\b(?!\W{0,3}env)/,
  ],
  redirect: [
    // A picture or a link whose address takes something along.
    /!\[[^\]\n]{0,100}\]\(\s*https?:\/\/[^)\s]{0,300}(?:[{<[$]|%7B|=\s*\))/i,
    /<img\b[^<>]{0,200}src\s*=\s*["']?https?:\/\/[^<>\s]{0,300}(?:[{[$]|%7B)/i,
    /\]\(\s*https?:\/\/[^)\s]{0,300}[?&][\w-]{1,40}=(?:[A-Z_]{4,}\b|[{<[$]|%7B)/,
    // A host that is named after a secret.
    /[{<](?:api[ _-]?)?(?:token|key|secret|password|data|content|payload)[}>]\.[\w-]{1,63}\./i,
    /\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/,
    /\b(?:irm|iwr|invoke-(?:restmethod|webrequest))\b[^\n|]{0,300}\|\s*(?:iex|invoke-expression)\b/i,
  ],
});

/**
 * The most common orders to a model in other languages. Where case is ignored, letters are written out without the flag
 * `u`, because otherwise the first tool of a host takes ten milliseconds longer: each pattern is compiled at its first
 * use.
 */
export const foreign = patternsOf({
  override: [
    /(?:ignorier|missachte|vergiss|vergesse)[a-zß-ɏ]{0,12}.{0,30}(?:anweisung|instruktion|regel|vorgabe)/i,
    /(?:ignore[zr]?|oublie[zr]?|n[ée]glige[zr]?).{0,30}(?:instructions|consignes|r[èe]gles|directives)/i,
    /(?:ignor[ae]|olvida|descarta|desconsider[ae]|esque[çc]a).{0,30}(?:instru(?:ccion|[cç][õo])es|reglas|regras|indicaciones)/i,
    /(?:ignora|dimentica).{0,30}(?:istruzioni|regole)/i,
    /(?:игнорируй|забудь|не обращай внимания)[а-яё]{0,12}.{0,30}(?:инструкц|указан|правил)/i,
    /(?:忽略|无视|忘记|忘掉|無視|忽視).{0,12}(?:指令|指示|规则|規則|提示|说明)/u,
    /(?:指示|命令|ルール|指令).{0,8}(?:無視|忘れ)/u,
    /(?:지시|명령|규칙).{0,8}(?:무시|잊)/u,
    /(?:talimat|kural|yönerge)[a-zß-ɏ]{0,12}.{0,30}(?:yok say|görmezden gel|unut)/i,
    /(?:negeer|vergeet).{0,30}(?:instructies|regels|aanwijzingen)/i,
    /(?:zignoruj|ignoruj|pomiń|zapomnij).{0,30}(?:instrukcj|polece|zasad)/i,
    /(?:abaikan|lupakan).{0,30}(?:instruksi|petunjuk|perintah|aturan)/i,
    /(?:bỏ qua|quên|phớt lờ).{0,30}(?:hướng dẫn|chỉ thị|chỉ dẫn|quy tắc)/i,
    /(?:تجاهل|انس).{0,30}(?:التعليمات|الأوامر|القواعد)/u,
    /(?:निर्देश|नियम|आदेश).{0,40}(?:अनदेखा|नज़रअंदाज़|भूल)/u,
  ],
  secrecy: [
    /(?:nutzer|benutzer|anwender)[a-zß-ɏ]{0,12}.{0,30}\b(?:nichts?|nie|niemals|kein[a-zß-ɏ]{0,12})\b.{0,30}(?:sag|erz[äa]hl|mitteil|erw[äa]hn|verrat|zeig|inform)/i,
    /(?:sag|erz[äa]hl|verrat|zeig|inform)[a-zß-ɏ]{0,12}.{0,20}(?:nutzer|benutzer|anwender)[a-zß-ɏ]{0,12}.{0,20}\b(?:nichts?|nie|niemals)\b|(?:erw[äa]hne|verrate)[a-zß-ɏ]{0,12}.{0,30}\b(?:nichts?|nie)\b.{0,30}(?:nutzer|benutzer|anwender)/i,
    /\bn[e'’](?:\s|en\s)?.{0,12}(?:dis|dites|dire|informe[a-zß-ɏ]{0,12}|mentionne[a-zß-ɏ]{0,12}|r[ée]v[èe]le[a-zß-ɏ]{0,12}|parle[a-zß-ɏ]{0,12}).{0,20}(?:pas|rien|jamais).{0,30}utilisateur/i,
    /\b(?:no|nunca|n[ãa]o|sin|sem)\b.{0,12}(?:dig[a-zß-ɏ]{0,12}|inform[a-zß-ɏ]{0,12}|mencion[a-zß-ɏ]{0,12}|revel[a-zß-ɏ]{0,12}|cont[a-zß-ɏ]{0,12}|avis[a-zß-ɏ]{0,12}).{0,30}(?:usuario|usu[áa]rio)/i,
    /\b(?:non|mai)\b.{0,12}(?:dire|informare|menzionare|rivelare).{0,30}utente/i,
    /(?<![а-яё])не(?![а-яё]).{0,15}(?:говори|сообща|упомина|раскрыва|рассказыва)[а-яё]{0,12}.{0,30}пользовател/i,
    /(?:不要|不得|切勿|别|勿|請勿|请勿).{0,8}(?:告诉|告訴|告知|通知|提及|透露).{0,8}(?:用户|用戶|使用者|任何人)/u,
    /ユーザー?(?:に|には).{0,12}(?:言わない|伝えない|知らせない|教えない|話さない)/u,
    /사용자.{0,12}(?:알리지|말하지|언급하지|보고하지)/u,
    /kullan[ıi]c[ıi]y?a.{0,40}(?:söyleme|bahsetme|bildirme|anlatma)/i,
    /(?:vertel|zeg|meld).{0,30}gebruiker.{0,20}(?:niet|niets|nooit)|gebruiker.{0,30}(?:niets|nooit|niet).{0,12}(?:weten|horen|vertel)/i,
    /\bnie\b.{0,12}(?:mów|informuj|wspominaj|ujawniaj).{0,30}użytkownik/i,
    /\bjangan\b.{0,20}(?:beri ?tahu|katakan|ungkap|sebut).{0,40}pengguna/i,
    /(?:không|đừng).{0,20}(?:nói|tiết lộ|cho|báo).{0,20}người dùng/i,
    /لا (?:تخبر|تذكر|تكشف).{0,30}المستخدم/u,
    /(?:उपयोगकर्ता|यूज़र).{0,30}(?:मत|न|नहीं) बता/u,
  ],
});

function patternsOf(
  table: Readonly<Partial<Record<FindingKind, readonly RegExp[]>>>,
): readonly Pattern[] {
  return Object.entries(table).flatMap(([kind, patterns]) =>
    patterns.map((pattern) => ({ kind: kind as FindingKind, pattern })),
  );
}
