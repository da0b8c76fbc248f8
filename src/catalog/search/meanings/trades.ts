/** The words of one trade for what another one, or its tools, call otherwise; `readMeanings` tells how the lines are read. */
export const trades = `
charge charges debit debits > transaction transactions
standing+order direct+debit membership fixed+cost fixed+costs > recurring items
divide part+of+payment between+two > split
earmark allot set+aside allowance+for > budget upsert
left+to+spend money+left can+i+spend may+i+spend > budget summary
savings+account cash+account real+estate valuables > manual account
link+to+bank bank+link refresh+bank pull+from+bank > plaid fetch sync account
development+over+time over+the+months over+the+years course+of > history
bracket+of label+for+expenses kind+of+expense > category tag
diagram+of+tables tables+connected how+tables+relate picture+of+schema > erd relationships schema foreign keys
smallest+and+largest min+max distinct+values null+values nulls average+of > column statistics
fake+data dummy+data sample+data test+data mock+data made+up+data > seed data
empty+table all+rows every+row wipe+table > truncate table delete records
query+plan execution+plan how+is+query+executed > analyze explain query
speed+up+query make+query+faster faster+lookups > optimization hints create index
points+to+other+table references+between key+to+other > foreign key
excel csv spreadsheet+file comma+separated > export csv spreadsheet
routine function+in+database > stored procedure
saved+query virtual+table > view
full+text word+search > fulltext search
rows entries lines+of+table > records
row entry line+of+table > record
field attribute+of+table > column
tables+there all+tables > list tables
how+many+rows row+count > table status count
sql select+statement > query select
insert+many load+many many+rows > bulk insert
avatar player+character figure > character
walk+to go+to+point > character navigation
texture image+on+surface > decal material
marketplace creator+store free+models > assets search
search+in+code search+in+scripts in+all+scripts > grep scripts search code find
replace+everywhere search+and+replace everywhere+in > find replace
console+output printed+messages > output log
definition+of+done > acceptance criteria checklist
deadline+of due+on finish+by > due date
extra+field own+field additional+field > custom field property
put+at+top put+at+bottom reorder order+of > position move
finished+card done+with > archive complete card
cronjob cron+job timer+job > scheduled tasks
ssh+key deploy+key > private keys
environment+variable secret+variable configuration+variable > env vars variables
machine+from+hetzner buy+server rent+server > hetzner server
restart+container bounce reboot > control restart
pull+latest+and+deploy publish+new+version put+live > deploy
conversation+with whole+conversation previous+mails back+and+forth > thread
pass+on pass+along send+on > forward
send+tomorrow send+later deliver+later > schedule email
address+book people+i+write correspondents > contacts extract
junk spam unwanted+mail > delete move bulk email
out+of+office newsletter > email template
saved+file+from+mail files+in+mail > download attachment
flame+chart where+is+time+spent cpu+time hot+spots > profile pyroscope
slow+endpoints slow+calls latency > slow requests
share+link link+to direct+link url+of > deeplink link url
on+shift who+works+when duty+roster rota > oncall schedules shift
notification+channel slack+alert+target alert+receiver > contact points
error+lines recurring+errors same+errors > error pattern logs
log+call log+meeting note+on+contact call+notes > engagement create
relation+between+records related+records linked+records > associations
pipeline+stage sales+stage > deal property
blocks+below append+paragraph add+paragraph add+text+to+page > block children patch
page+as+markdown page+as+text > page markdown retrieve
rows+of+database entries+of+database filter+database > query data source
conversion drop+out steps+until > funnel chart
flows+between where+it+goes energy+flow money+flow > sankey chart
overlap common+elements intersection > venn chart
brainstorm ideas+around > mind map
most+frequent+words words+by+size > word cloud
who+reports+to+whom reporting+lines company+hierarchy > organization chart
share+of+total portion+of parts+of+whole market+share > pie chart
trend+line over+time time+series > line area chart
horizontal+bars ranking+bars > bar chart
possible+causes ishikawa > fishbone
run+js run+javascript script+in+page > evaluate
http+calls xhr ajax api+calls+of+page > network requests
confirm+box alert+box popup+window pop+up > handle dialog
pick+from+list choose+from > select option
enlarge+window viewport window+size > resize
gainers losers undervalued cheap+stocks best+performing > screen stocks
buy+or+sell buy+signal technical+rating momentum oscillators > ta summary rank
currency+pairs exchange+rates > forex screen
weather+last+year past+weather weather+history back+then > archive weather
likelihood+of+rain forecast+uncertainty spread+of+forecast > ensemble forecast
waves+at+sea sea+state surfing sailing > marine weather
height+above+sea how+high+is altitude+of > elevation
next+season coming+months long+range > seasonal forecast
address+at which+address what+is+at+coordinates > reverse geocode
travel+times how+far+between distances+between > distance matrix
opening+hours phone+number+of rating+of+restaurant reviews+of > place details
who+wrote+line who+touched+line last+change+of+line > blame
shelve put+changes+aside park+changes > stash
lost+commits deleted+commit recover+commit > reflog
untracked+files leftover+files > clean
take+single+commit port+commit copy+commit > cherry pick
mark+version mark+release > tag release
squash rewrite+history linear+history > rebase
forbid+pushing nobody+may+push guard+branch > protect branch
check+pipeline+file yaml+valid ci+config > ci lint validate
settle+discussion close+discussion > resolve thread
suggest+change review+remark line+comment > discussion note thread comment
sprint cadence > iteration
goal+with+date version+goal > milestone
story epic ticket > issue
effort hours+spent time+spent log+work > time tracking estimate
duplicate+of blocks blocked+by relates+to depends+on > issue link links
next+status put+in+progress change+status move+to+done > transition workflow update
whole+site every+page+of+site > crawl map
content+of+url text+of+website plain+text+of > extract fetch
thorough+report background+report summary+of+sources > research
how+to+use+library code+examples+of > docs query
epoch unix+time > timestamp
local+time+there time+over+there time+difference > convert time
think+aloud reason+through > sequential thinking
stage+my stage+all stage+file stage+changes stage+edits > add stage
columns+of+board board+columns column+on+board > lists list
clash collide incompatible overlapping+changes > conflict conflicts
mail+addresses email+addresses mail+address > accounts account contacts
last+week this+week last+month this+month last+days past+days recent+days > recent activity history events
log+expense log+purchase log+payment log+spending log+cash book+expense > create transactions
imap smtp pop3 > email account
most+often most+frequently > stats frequency
weekly+or monthly+or > period settings
latest+news recent+news breaking+news todays+news > search web news
who+sees visible+to public+or+private > visibility permission settings
default standard+value > default settings
turn+into+pdf as+pdf to+pdf > pdf print export
translate in+other+language > language translate
attach+screenshot attach+picture attach+photo > attach image upload
without+sending before+sending not+yet+sent unsent > draft
what+costs which+costs cost+most > transactions spending summary
what+is+new what+has+changed since+last+time > activity changelog events history
`;
