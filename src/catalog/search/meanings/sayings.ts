/** How people put what they want in passing, in most trades; `readMeanings` tells how the lines are read. */
export const sayings = `
gif bmp webp mp3 wav mp4 > media image
picture+file image+on+disk picture+on+disk photo+on+disk > read media file
first+lines last+lines first+ten+lines last+ten+lines beginning+of+file end+of+file > head tail read text file
largest+files heaviest+files takes+most+space what+takes+space > sizes list directory
bunch+of+files couple+of+files pair+of+files > read multiple files
typo+in+file swap+a+word one+word+in+file > edit file
created+on+disk permissions+of+file owner+of+file > file info
new+directory empty+folder nested+folders > create directory
works+at works+for employed+by lives+in married+to born+in boss+of > memory relations entities observations
puzzle riddle dilemma tricky+problem complex+problem chain+of+thought pros+and+cons > sequential thinking
code+smells code+quality static+analysis semicolons > lint
hours+ahead hours+behind what+time+will local+time > convert time timezone
fell+on falls+on > date week days
tabs+open open+tabs > browser tabs
take+browser+to bring+up+page bring+up+site > navigate
shut+browser quit+browser > close browser
shut+page shut+tab > close tabs
write+in+box type+in+box > type fill form
tick+box tick+checkbox > click fill form
double+click right+click > click
wait+till till+it+shows > wait
printable+version dark+theme > emulate media
api+reference up+to+date+docs newest+docs syntax+of > docs query
scholarly papers literature+on state+of+the+art > research search
grab+text scrape+text pull+text text+from+url > extract fetch
structure+of+site links+of+site links+on+site urls+of+site > map crawl
pull+down+assets export+images export+icons > download images
people+on+github developers+in > search users
where+in+code which+file+has occurrences+of > search code grep
join+branches combine+branches branch+into+mine branch+into+main branches+together > merge branch
my+own+repo new+repository start+repository > create repository
pr+diff files+in+pr > pull request files
say+no+to+pr block+pr > review pull request
comments+on+pr > pull request comments
ci+result ci+status state+of+checks > status pull request pipelines
runs+of+ci ci+runs ran+on+ci builds+lately recent+builds > list pipelines
build+result result+files produced+by+build build+produce > job artifacts
what+failed failing+job broken+job > job output pipeline
rerun+build re+run > retry
scheduled+build nightly+build > pipeline schedule
kick+off+build launch+build > trigger create pipeline
default+branch+of shows+first > default branch
approvals+missing approvals+needed enough+approvals > approval state
silence+thread close+thread mark+thread > resolve thread
emoji+under reaction+on > emoji reaction
member+of+project team+of+project > project members
weekly+plan time+box > iterations
sum+of+work work+left+over chart+of+remaining > burndown
release+planning next+release+plan > milestone
wiki+entry > wiki page
unstage unstaging remove+from+staging take+out+of+staging > reset
last+commit+undo undo+last+commit drop+last+commit > reset
commit+history history+of+commits past+commits > log list commits
tag+release tag+version stamp+version > tag
send+commits send+my+commits share+commits commits+to+server > push
get+latest+changes newest+commits latest+commits+from > pull fetch
download+refs new+refs without+touching+files > fetch
change+locally local+modifications edited+locally > diff status
who+last+touched who+is+to+blame > blame
copy+commit grab+commit borrow+commit > cherry pick
new+repo+locally make+folder+a+repo > init
several+checkouts > worktree
throw+away+untracked delete+untracked > clean
base+bases airtable+base > bases tables
sheet+of+base sheets+in+base table+of+base > list tables
row+in+base rows+in+base rows+of+base > records
drop+field alter+field rename+field > update field
remark+on+row note+on+row > comment
upload+to+row file+into+row > upload attachment
team+structure structure+of+company family+tree > organization chart
wins+and+losses plus+and+minus > waterfall chart
two+measures two+scales > dual axes
age+groups how+common > histogram
budget+shares slices cake > pie
places+with+numbers mark+on+map > pin map
route+on+map tour+on+map > path map
skills+profile strengths+and+weaknesses > radar
visitors+to+buyers sign+up+steps > funnel
what+is+deployed what+is+hosted all+resources fleet everything+that+runs+here > infrastructure overview
machines hosts > servers
sick+app app+down app+broken site+down > diagnose app
sick+server server+down server+slow > diagnose server
put+latest+live ship+latest release+to+production to+production into+production > deploy redeploy
stop+everything emergency+stop halt+everything > stop all
stored+passwords+for+cloud api+keys > cloud tokens
backups+of+database nightly+backup > database backups
mail+folder mail+folders folder+in+mail > mailbox mailboxes
unsent+mail > draft
who+wrote+me people+in+my+inbox > extract contacts
answer+mail mail+back > reply email
send+mail+on+to pass+mail+to > forward email
throw+mail+away bin+mail > delete email
star+mail flag+mail as+seen > mark email
write+mail compose+mail > send email draft
meeting+from+mail date+in+mail > extract calendar
canned+reply canned+response > template
mail+for+later mail+next+week mail+tomorrow > schedule email
not+send+after+all stop+the+scheduled > cancel scheduled
space+in+mailbox mailbox+full full+mailbox left+in+mailbox > email stats health
mailbox+statistics mail+volume > email stats
mark+mail+urgent tag+mail tag+message tag+email label+message > add label
longitude+of latitude+of where+exactly+is coordinates+of > geocode
nearest closest > places search
how+do+i+get+to how+do+i+get+from way+from > directions
worth+visiting worth+a+visit > place details reviews
in+the+hills uphill > elevation
alerts+sent alerts+get+sent where+alerts+go receives+alerts gets+alerts alerted > contact points
get+up+at+night gets+called called+at+night wakes+up woken on+night+duty > current oncall users
went+wrong+last+night timeline+of+incident > incident
logs+with+errors most+common+errors repeated+errors > error pattern logs
what+is+measured which+metrics names+of+metrics > metric names
memory+leak burns+cpu cpu+hog where+cpu+goes > profile pyroscope
link+to+dashboard link+to+panel > deeplink
customer+records crm+records > objects
link+to+record open+in+crm record+in+browser in+the+website > link
kinds+of+objects object+types > schemas
own+property own+field > create property
meeting+note call+note noted+call > engagement
type+of+relation kinds+of+links > association definitions
subtask+link block+ticket ticket+blocks > links
what+can+happen+next allowed+transitions > workflow
file+on+ticket files+on+ticket > attachments
where+did+money+go what+was+paid who+paid > transactions
my+house my+car own+house > manual account
latest+from+bank bank+data > plaid fetch
how+rich how+much+am+i+worth total+wealth > balance history accounts
every+month+pay pay+every+month regularly+pay > recurring items
cap+on+spending spending+limit > upsert budget
shared+bill part+of+bill > split transaction
wrongly+split undo+split > unsplit transaction
routine+code source+of+routine code+of+procedure source+of+procedure > show create procedure
named+select select+under+name query+under+name keep+query > create view
greater+than above+zero positive+only only+positive never+negative > check constraint
stop+duplicates prevent+duplicates forbid+duplicates > unique constraint
how+big+is+table rows+in+table > table size status
lost+connection can+i+reach+database database+reachable > test connection
undo+changes+in+database > rollback transaction
empty+whole+table > truncate
where+is+column which+table+has > find tables keyword search schema
explain+relations how+tables+fit > relationships erd
below+block inside+block nested+blocks > block children
line+to+page sentence+to+page text+into+page > block children append
all+walls all+parts every+part every+brick > mass set property
make+red paint+red color+red > set property
several+copies many+copies > duplicate
run+through+of+game end+test+run test+run+of+game > playtest
below+object inside+object object+in+tree > descendants children
what+did+game+print > playtest output log
what+is+selected > selection
say+in+channel tell+channel write+to+channel > post message
like+message like+a+message thumbs+up+message > reaction
who+is+in+slack people+in+slack > users
older+messages what+did+i+miss missed+messages > channel history
make+money+with+stocks promising+stocks dividend+stocks > screen stocks
strong+coins rising+coins > screen crypto
overbought oversold > ta summary
my+todo+cards what+have+i+to+do what+i+have+to+do my+overdue > my cards
card+to+archive throw+card+away > archive card
who+does+card give+card+to card+to > assign member
next+step+of+card move+to+other+list drag+card > move card
due+date+of+card describe+card change+card > update card
point+on+checklist tick+off+point finish+item > update checklist item
in+july+of in+the+year years+back decades+back back+in summer+of winter+of hot+was+it cold+was+it warm+was+it > archive historical
pressure humidity barometer dew+point > weather
snow+this+winter mild+winter > seasonal
safe+to+swim height+of+waves > marine
safe+to+breathe pollen+count > air quality
`;
