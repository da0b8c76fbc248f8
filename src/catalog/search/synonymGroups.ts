/**
 * Words that mean the same, or nearly, where tools are named and asked for: groups between commas, by what they
 * are about. `look+up` is a phrase. A word may stand in several groups; what two groups mean is not put together.
 */
export const synonymGroups: Readonly<Record<string, string>> = {
  having: `
    create add new open make insert append generate build set+up setup, create register draft start begin found
    introduce, create write compose prepare, create schedule book arrange organize plan, add put place include
    insert, add enter record track capture, put set store write, delete remove drop erase destroy purge trash
    discard wipe unlink clear get+rid throw+away, delete forget, remove detach unassign revoke, clean clear purge
    prune empty tidy, restore recover undelete bring+back, undo revert rollback roll+back restore go+back take+back
    reset, save store keep persist write, archive shelve hide put+away`,
  seeing: `
    get fetch read show retrieve view look+up load display obtain give return see, list all enumerate browse show
    every overview see get, open view read show, open visit go navigate, search find query lookup look+up look+for
    locate seek grep discover, find filter match, check inspect examine look verify, check get status, check+off
    complete tick done, detail info information metadata describe about profile, explain describe definition
    meaning, summary summarize summarise overview digest abstract tldr recap, analyze analyse inspect examine
    investigate review evaluate assess, analyze cause why reason, watch view see, monitor watch observe track
    follow, count number amount many total size, compare diff difference delta changed versus, print show output,
    render draw plot visualize visualise display, preview render view`,
  changing: `
    update edit modify change set patch alter adjust replace correct amend fix revise, set configure assign define
    specify, move transfer relocate put drag migrate, rename retitle call, rename move, copy duplicate clone fork
    replicate, increase raise grow louder up, decrease lower reduce dim down, resize scale grow shrink, sort order
    rank, merge combine join concatenate, split divide separate, convert transform turn+into, translate translation
    language, format prettify style, encrypt decrypt cipher, encode decode, zip gzip compress archive pack, unzip
    extract decompress unpack, link connect relate associate attach relation, disconnect detach unlink separate,
    assign delegate allocate responsible owner, mark flag set label, mark star favorite favourite bookmark, pin
    stick, close resolve complete finish done, reopen open, enable activate turn+on switch+on, disable deactivate
    turn+off switch+off, toggle switch turn flip, lock block freeze, approve accept confirm allow ok, reject decline
    deny refuse, publish release post, share invite grant, share publish send, subscribe follow watch, unsubscribe
    unfollow leave stop opt+out, join enter participate, leave exit quit, vote poll survey, rate rating score`,
  saying: `
    send post deliver submit dispatch transmit, send message notify tell write say dm ping, send email mail write,
    notify alert inform tell remind, remind reminder, reply respond answer response, reply comment, comment note
    remark annotation, comment review feedback, react reaction emoji like thumb, forward pass relay, ask question
    query, schedule later plan, reschedule postpone move shift delay, mention tag, echo repeat, export download save
    dump, download save fetch, upload import attach ingest load`,
  doing: `
    run execute start launch invoke trigger perform kick+off call, play resume start, playback play pause skip next
    previous song, rerun retry run+again restart repeat try+again, restart reboot reload, stop cancel abort end kill
    terminate halt quit shut+down call+off, pause suspend hold, wait sleep pause delay, install setup add, uninstall
    remove, upgrade update, deploy release ship publish rollout roll+out deployment, build compile, test check
    verify validate, lint check style, debug diagnose troubleshoot, sync synchronize refresh pull push, refresh
    reload update, reload refresh, commit save stage check+in, checkout switch check+out, calculate compute evaluate
    math, sum add plus total, predict forecast estimate projection, generate produce, simulate mock emulate demo,
    scrape crawl extract harvest, extract fetch read content text, think reason thought reflect, remember memory
    memorize store save, recall remember memory, navigate visit goto go+to open browse, click press tap push hit,
    type fill enter input write key, hover mouse cursor, drag drop, scroll swipe, select choose pick, select query
    sql statement, login log+in sign+in authenticate auth signin, logout log+out sign+out signout, pay charge
    purchase checkout buy, refund reimburse money+back pay+back, trade buy sell order, bill invoice charge, hire
    recruit candidate`,
  code: `
    file document, file attachment enclosure, attachment file upload, folder directory dir, tree structure hierarchy
    outline, path location, disk drive filesystem file+system local, storage bucket blob s3, content text body,
    repository repo codebase, repository project, code source program script, function method symbol, javascript js,
    typescript ts, python py, commit revision changeset change, commit history log, history version revision past,
    branch ref, diff patch change, conflict merge, stash shelve, blame author annotate, pull+request merge+request
    pr mr, issue ticket bug defect problem, release version tag, package library dependency module, docs
    documentation manual guide reference, tutorial example howto guide sample, template blueprint boilerplate,
    snippet gist paste, lint rule style format, error exception failure crash problem, stack trace stacktrace error,
    log output trace console`,
  work: `
    task todo issue card item, task job, to+do todo task, subtask child task, story epic feature, sprint iteration
    cycle, backlog queue, milestone goal target, kanban board, checklist list, worklog time hour effort log,
    time+tracking worklog timesheet, due+date deadline due, priority urgency importance severity, status state
    progress, transition move status state workflow, assignee owner responsible, tag label category topic, user
    member person people account profile human, user who me myself, people attendee participant guest, contact lead
    person people, customer client buyer, company organisation organization org business firm enterprise, team group
    workspace organisation organization crew, employee staff worker colleague, lead deal opportunity prospect sale,
    deal pipeline sale, crm contact company deal, property field attribute, project space workspace, note memo page
    document journal, journal diary daily periodic, wiki page article knowledge, block paragraph section part,
    heading title section, title name heading, base database`,
  talk: `
    message chat dm text, chat conversation, channel room conversation group, thread reply conversation discussion,
    email mail message inbox, mailbox inbox folder, draft unsent, newsletter mailing+list, spam junk, phone call
    sms, call meeting, transcript caption subtitle said, calendar agenda schedule, event meeting appointment,
    invitation invite rsvp, availability free busy slot, webinar event, emoji emoticon icon, emoji reaction,
    notification push alert`,
  timeAndPlace: `
    date day today tomorrow yesterday, today now current, today daily, last latest recent newest, old oldest past
    previous history, next upcoming future, time clock hour now, timezone time+zone zone, expire expiration ttl,
    weather forecast temperature rain snow wind climate sunny, tomorrow forecast next week, temperature warm warmer
    cold heat heating thermostat, rain precipitation, air pollution aqi smog, wave sea ocean marine tide, river
    flood, sunset sunrise sun, location place address position where, coordinate latitude longitude geocode gps,
    address street geocode, route direction navigate navigation way path drive, distance far travel long, height
    elevation altitude high, restaurant cafe shop place poi nearby, nearby near close around, map geography chart,
    trip travel journey itinerary, flight plane airline, hotel accommodation stay room, country nation`,
  data: `
    database db sql, schema structure, schema table column, table sheet spreadsheet grid, column field property
    attribute, row record entry item, record data, cell range, index speed, view query, foreign+key relationship
    relation constraint, procedure routine function stored, trigger hook event, webhook callback hook, transaction
    commit rollback, backup snapshot dump, key value, hash map dictionary, cache redis, csv spreadsheet, json yaml,
    filter rule condition, pattern regex glob, uuid id identifier guid, random dice, knowledge fact observation
    memory, entity node thing object, relation edge relationship link connection, graph network, children child
    nested sub, parent ancestor, sample example`,
  pictures: `
    chart graph plot diagram visualization visualisation, bar column histogram, pie donut share proportion, line
    trend series, scatter correlation bubble, flow flowchart process, mindmap mind+map brainstorm, tree organization
    hierarchy, screenshot snapshot capture picture, image picture photo icon graphic logo, video clip movie film,
    view watched, audio sound music song, song track music, volume loud louder quiet, album record, artist musician
    band singer, light lamp brightness, design mockup layout ui, component widget element, font typography, color
    colour, style theme css, asset resource file, model object part 3d mesh, texture material, scene level world,
    animation motion, game play`,
  web: `
    page website web+page webpage site, url link address web, web internet online, news article headline, article
    blog, paper article study research academic, source citation reference, browser web page, tab window, button
    click, form field input, dropdown select option, cookie session, network request traffic http, dialog alert
    popup prompt, pdf print, snapshot accessibility, domain dns hostname, certificate ssl tls https, proxy vpn`,
  machines: `
    server host machine instance node vm, container docker pod, image docker, kubernetes k8s cluster, service app
    application, process program, command shell terminal bash, job workflow pipeline ci build action, cron schedule
    timer, queue job message, config configuration setting option preference, environment env variable, secret
    password credential key token, permission access role right privilege, metric statistic stats usage performance
    figure, cpu memory load usage metric, slow performance profile explain speed, uptime availability health, health
    status alive ping, dashboard panel board, alert alarm warning incident, silence mute snooze, incident outage
    oncall on+call, trace span, datasource data+source, query promql logql, cost usage billing, llm model ai, prompt
    instruction, embedding vector semantic, agent assistant bot, device sensor`,
  money: `
    price cost fee rate quote, payment transaction purchase, bill invoice receipt, chargeback dispute, discount
    coupon voucher promo, money cash balance fund, balance account, account bank, account asset, budget spending
    spend expense cost, expense transaction purchase spending, income salary revenue earning, recurring subscription
    regular monthly, debt loan credit, tax vat, order purchase, product article goods item, cart basket, grocery
    shopping list, inventory stock quantity warehouse, stock share ticker equity symbol, stock market exchange, coin
    crypto cryptocurrency bitcoin token, exchange rate currency convert, market exchange trading, candle ohlc
    candlestick bar, indicator rsi macd signal, screener scan filter gainer, gainer winner rise top best, loser
    faller drop worst, portfolio holding position investment, wallet balance, dividend earning, delivery shipping
    shipment ship parcel, property house apartment real+estate, car vehicle auto, food meal recipe, health fitness
    workout, patient medical doctor, student pupil course class`,
  anything: `
    contributor author committer developer, owner author creator, watcher follower subscriber, changelog release+notes,
    artifact artefact output, activity history event audit, audit log, duration time long minute, size big large
    length, truncate empty clear, quota limit, rate+limit throttle, keyword term word, related similar alike, popular
    trending top, best top, license licence, language locale, unread new, step stage phase`,
};
