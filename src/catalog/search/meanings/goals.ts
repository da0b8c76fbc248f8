/** What people want to reach, in their own words; how the lines are read stands at `readMeanings`. */
export const goals = `
log+expense log+entry log+purchase > create add record transaction
bought just+bought > create transaction
download+repository get+repository+on copy+repository > clone
mail+address mail+addresses email+address email+addresses > accounts contacts email
mail+account mail+accounts > accounts email
letter+to mail+to > send email
unread+mail new+mail any+mail > list emails unread
junk+mail > spam move mark
out+of+office vacation+reply > autoreply settings
meeting+in+mail invitation+in+mail > extract calendar
mail+folder mail+folders > mailbox mailboxes folder
flag+as+important important > flag mark star priority
as+read as+unread > mark email
clean+inbox many+mails > bulk delete
follow+up > reminder task
send+later send+at > schedule
who+wrote+to+me people+who+wrote > contacts extract
who+is+free who+has+time > availability free busy
put+on+calendar add+to+agenda > create event calendar
what+is+on+calendar on+agenda whats+on > list events calendar
day+off > event calendar holiday
say+hello > send message
private+message direct+message > message dm
post+in+channel write+in+channel tell+team tell+channel > post message channel
last+messages recent+messages latest+messages > history channel messages
scroll+back read+back > history
who+is+online > users presence
real+name profile+of > profile user
chat+rooms group+chats > channels
what+did+others+answer answers+to > replies thread
emoji+on+message react+with react+to > reaction add
make+channel > create channel
search+chat > search messages
tasks+for+me tasks+of+mine assigned+to+me on+my+plate my+work my+tasks my+tickets > my assigned issues cards tasks todos
who+should+do who+does responsible+for > assign assignee member
hand+card give+card give+ticket give+task > assign member
next+column another+column other+column > move list
in+done to+done into+done > move card done status transition
finish+card > move archive complete
new+card+for jot+down+task new+task new+todo > add create card task
until+when by+when > due date
mark+step step+done item+done subtask+done > update checklist item
check+list+of > checklist items
acceptance definition+of+done > acceptance criteria
make+column new+column add+column > create add list column field alter
column+of+table > field column
coloured+tag colored+tag color+tag > label
boards+i+have all+boards > list boards
switch+board use+board change+board > set active board
switch+workspace use+workspace > set active workspace
card+changed watch+card follow+card > watch card
take+off+board off+board > archive card
history+of+card card+history > history actions
photo+on+card picture+on+card > attach image
what+is+written+on+card > get card
who+is+on+board > members board
rename+column rename+list > update list
report+bug report+problem report+issue file+ticket new+ticket open+ticket new+issue > create issue
open+bug > create issue
open+tickets open+bugs open+issues > list issues
fix+typo+in+issue reword > update edit description
close+ticket close+issue close+bug > update issue close transition
transition+ticket change+status set+status > transition workflow status update
ticket+number issue+key > get issue
blocked+by duplicate+of duplicates+ticket relates+to > links link
discussion+on+ticket under+ticket on+ticket > comments comment
who+reported > issue reporter author
estimate story+points > issue field update
log+work book+hours > worklog time
propose+change propose+branch suggest+change propose+merging propose+for+merging > create pull+request
waiting+for+review to+be+reviewed needs+review open+prs > list pull+request merge+request
give+green+light green+light lgtm looks+good > approve review
take+back+approval withdraw+approval > unapprove
can+it+be+merged can+be+merged may+be+merged mergeable > status approval conflicts
land+it land+branch ship+pr > merge pull+request
changed+in+pr what+changes > diff files changes
rebase+pr update+pr > update branch
comment+on+line inline+comment > discussion thread review note
finished+discussion > resolve thread
is+ci+green ci+green build+green green+build > status checks pipeline
failed+build build+failed ci+failed red+build broken+build > pipeline job retry log
restart+build restart+ci build+again > retry pipeline
start+build start+ci start+pipeline > create trigger pipeline run
stop+build stop+ci abort+build > cancel pipeline job
why+build+failed why+did+build > job output log trace
build+log output+of+job output+of+build > job output log
manual+job manual+step > play job
results+of+tests test+results > test report
ci+file ci+config ci+configuration > lint validate ci
secret+for+ci ci+variable > variable pipeline
regularly every+week every+monday periodically > schedule
live+on runs+where what+is+live currently+live > deployments environments
tear+down > stop delete environment
unused stale old+environments > stale unused cleanup stop
protect+main nobody+pushes force+push > protect branch protected
main+branch > default branch
old+branches unused+branches > branches delete list
who+is+in+project project+team people+in+project > members project
who+am+i+logged > whoami
last+commits recent+commits > commits log
what+changed+in+commit > commit diff show
file+from+repo content+of+file+in+repo file+in+repo > file contents get
source+tree files+in+repo folder+of+repo > repository tree contents
upload+code put+file+in+repo commit+file > push files create update file
save+to+repo > commit push file
copy+of+repository own+copy > fork clone
projects+about repositories+about > search repositories
who+is+user find+developer find+person > search users
code+that code+where code+which > search code
todo+list to+do+list what+waits+for+me inbox+of+todos > todos list
everything+done all+done > mark all done
wiki+article documentation+page handbook+page > wiki page
release+goal release+plan > milestone
how+far+along how+far+are+we > progress burndown status
parent+group > group namespace
snapshot+of+code > tag commit archive
before+commit prepare+for+commit > add stage
mark+for+commit include+in+commit > add stage
record+changes record+snapshot > commit
put+aside+changes park+changes > stash
switch+branch change+branch other+branch > checkout
another+branch+beside two+branches+at+once second+working > worktree
take+one+commit one+commit single+commit > cherry+pick
throw+changes discard+changes forget+changes > reset checkout restore
publish+commits upload+commits > push
incoming+changes others+changes > pull fetch
what+is+new+on+remote > fetch
since+last+release > changelog log compare
new+version name+version version+number > tag version release
new+repo+here empty+repo > init
who+broke who+introduced guilty > blame bisect
where+is+repo+hosted > remote
what+is+in+file show+file open+file text+of+file > read file contents
several+files many+files files+at+once > read multiple files
picture+file sound+file > read media
change+line change+lines replace+line few+lines > edit file
new+file write+file > write create file
make+folder new+folder > create directory
what+is+in+folder contents+of+folder files+in+folder folder+contents > list directory
how+big+files size+of+files size+of+folder > sizes list directory
tree+of+folders folder+structure folder+tree > directory tree
when+modified last+modified last+changed > info metadata file
rename+file new+name+for > move rename
where+is+file find+file files+named files+called > search files
which+folders+allowed which+folders > allowed directories list
note+about+person learn+that remember+that keep+in+mind bear+in+mind > add observations create entities memory
no+longer+true wrong+fact outdated+fact > delete observations
knows married works+for friend friends > relations entities
what+do+you+remember everything+you+know all+you+know > read graph memory
new+person+in+memory new+concept > create entities
is+related+to relates+two > create relations
current+hour date+of+today todays+date > current time
in+other+city in+another+country in+tokyo in+london in+new+york > convert timezone
days+left days+until how+many+days > days relative time
leap+year > days month
seconds+since > timestamp
week+of+year which+week > week year
open+site go+to+site visit+site load+page > navigate url
tap+on push+button > click
fill+login log+into+site > fill form type
errors+on+page page+errors javascript+errors > console messages
photo+of+page picture+of+page image+of+page > screenshot
what+is+on+page structure+of+page elements+of+page > snapshot
text+on+page > find snapshot
phone+size mobile+size screen+size > resize
pick+file choose+file > upload file
say+yes+to say+no+to ok+in+dialog > handle dialog
drag+to > drag drop
keyboard+shortcut hit+enter hit+escape > press key
new+tab other+tab switch+tab next+tab > tabs
close+window close+page > close
response+of+request answer+of+request request+body > network request
until+text until+element until+page > wait
run+script+in execute+script+in > evaluate run code
print+style print+view reduced+motion > emulate media
docs+of docs+for manual+for > docs documentation library
name+of+library which+library find+library find+package > resolve library
how+do+i+use > docs query examples
figma+file design+data > figma data
assets+from+design pictures+from+design images+from+design > download images
facts+about news+on information+about information+on > search web
full+text+of+page full+article read+article read+page read+website > extract fetch content
pages+of+site all+pages+of > crawl map
deep+dive in+depth in+detail > research details
shops+near doctor+near business+near businesses+near > local search places
opening+times open+on+sunday > place details
ask+internet > web search
rows+of records+of entries+of > list records read
new+row add+row insert+row > create record insert
change+row change+cell edit+row edit+cell > update record
drop+row remove+row delete+row > delete record
row+by+id one+row single+row > get record
rows+that+contain rows+with > search records find
which+tables tables+in > list tables
what+columns column+names fields+of > describe table schema
rename+table > update alter table
rename+field > update field
new+table make+table > create table
new+database > create database
all+databases which+databases > list databases bases
file+into+row file+to+row file+to+record > upload attachment
note+on+row note+on+record > create comment
growth+over development+over change+over > line area chart trend
parts+of+whole shares+of market+shares > pie
compare+numbers compare+categories compare+products > bar column chart
two+scales two+axes > dual axes
spread+of variation+of outliers > boxplot violin histogram
how+are+spread > distribution histogram
relationship+of+two > scatter
decision+steps steps+of+process process+picture > flow diagram
ideas+around structure+ideas > mind+map
team+structure company+structure reporting+lines > organization chart
connections+between who+knows+whom > network graph
strengths+and+weaknesses compare+skills > radar
drop+off steps+to+purchase > funnel
gains+and+losses plus+and+minus > waterfall
part+of+part nested+shares disk+usage+by > treemap
common+in+two in+common > venn
where+money+flows from+to+flows > sankey
tag+cloud > word+cloud
heat+map+of+regions by+region by+country by+state > district map
points+on+map places+on+map > pin map
tour+on+map route+on+map > path map
how+full > liquid gauge percentage
crosstab grid+of+numbers > spreadsheet pivot
is+everything+ok anything+wrong what+is+wrong any+problems > find issues health status diagnose
all+machines my+machines my+servers > list servers
what+runs+on runs+on > server resources services list
start+app stop+app restart+app reboot+app > control application start stop restart
bring+down bring+up > stop start control
new+app > create application
which+apps all+apps my+apps > list applications
publish+app release+app deploy+app put+app+online > deploy
earlier+deploy past+deploys deploys > list deployments
stop+deploy > cancel deployment
tokens+of+cloud cloud+token > cloud tokens
who+is+in+team members+of+team people+in+team > team members
save+copy+of+database copy+of+database > database backup
recurring+job repeated+job background+job > scheduled tasks
disk+of+app files+of+app > storages persistent
which+domain domains+of address+of+app > domains server
version+of+server running+version > version
config+of+app environment+of+app > env variables
emergency panic pull+plug > stop all emergency
documentation+of+coolify how+does+coolify > search docs
repeat+after+me say+back > echo
plus+two what+is+plus > sum add
make+smaller make+file+smaller squeeze > compress gzip resize
environment+of+process > env environment variables
takes+long take+long long+task takes+while > long running operation
log+messages+on+off > toggle logging
tell+about+changes > subscribe updates toggle
place+to+eat somewhere+to+eat coffee > places search local
what+is+at+address > geocode places
travel+time time+to+drive how+long+drive how+long+to+drive > distance duration matrix directions
by+bus by+train by+bike on+foot > directions
above+sea+level sea+level > elevation
address+of+point point+on+map > reverse geocode
position+of+city where+lies+city > geocode geocoding
ratings stars+of+place > details rating
graph+of+cpu load+of+server > query metrics prometheus
which+dashboards find+dashboard > search dashboards
edit+dashboard change+panel new+panel > update dashboard
what+queries query+behind > panel queries
which+label labels+of+metric > label names values
log+lines search+logs find+in+logs > query logs
errors+in+logs > error pattern logs
how+much+is+logged amount+of+logs > log stats
fires firing alarm+rings > alert rules
whom+to+call who+to+call whom+to+page who+is+on+duty whose+turn on+duty+now > current oncall users
when+is+my+shift next+shift > oncall shift schedule
rota roster > oncall schedules
open+incidents current+incidents > list incidents
start+incident raise+incident > create incident
write+in+incident > add activity incident
who+gets+notified > contact points
root+cause+of find+cause > investigation analysis diagnose sift
where+time+is+spent hot+spots hotspots bottleneck > profile slow
data+come+from > datasources
new+customer new+contact new+company new+deal > create objects contact
change+customer change+deal update+deal > update objects
find+customer find+contact > search objects contacts
customer+data which+fields+of > properties schemas list
linked+to+customer deals+of+customer contacts+of+company > list associations
connect+contact associate+contact link+contact > create associations
called+customer note+about+customer log+call meeting+with+customer > create engagement
complain complaint give+feedback > feedback
what+objects+exist custom+objects > schemas
automation automations > workflow workflows
which+hubspot+user who+is+token > user details
paid pay+for > transactions
last+purchases what+did+i+buy what+did+i+spend what+have+i+spent card+payments > transactions get
spent+on spend+on > transactions budget category summary
money+left how+much+left left+this+month > budget summary
limit+for+spending limit+on+spending spend+at+most > budget upsert
monthly+bills regular+bills rent+and fixed+costs netflix standing+orders > recurring items
split+bill divide+payment divide+purchase > split transaction
belong+together group+payments > transaction group create
wrong+category recategorize recategorise > update transaction category
kinds+of+expenses kinds+of+spending > categories
bank+balance account+balance > accounts balance
my+savings > accounts balance
new+account cash+account > create account manual
bank+sync fetch+from+bank refresh+bank connected+bank linked+bank update+bank > plaid fetch sync accounts
how+wealth how+did+balance balance+over+time > balance history
my+coins coin+balance > crypto balance
currency+setting budget+period > budget settings
proof+of+purchase bill+photo photo+of+receipt scan+of+receipt > attach file transaction receipt
show+receipt see+receipt > attachment url transaction
hashtag keyword > tag
ask+database read+from+table rows+from > select query read records
change+data+in+table write+query > execute write query update
which+table where+is+stored table+about > find tables keyword search
value+anywhere anywhere+in+database everywhere > search data across tables
how+full+is+table table+size > table size
fix+sql sql+error correct+query > repair query
plan+of+query execution+plan > analyze explain
make+query+faster tips tuning > optimization hints
all+or+nothing together+or+not > transaction begin execute
keep+changes finalize make+permanent > commit
test+rows sample+rows made+up+data > seed generate
import+many many+rows rows+at+once thousands+of+rows > bulk insert
saved+query virtual+table > view
runs+automatically on+insert on+update > trigger
must+be+unique only+once > unique constraint
must+be+positive allowed+values > check constraint
points+to+other+table refers+to > foreign key
text+search search+words full+text > fulltext search
damaged+table corrupt corrupted > repair check table
all+rows+away remove+all+rows > truncate
er+model data+model picture+of+schema > erd schema relationships
is+database+up > test connection
overview+of+database > database summary
as+csv to+csv as+excel > export csv
add+to+page write+on+page append+to+page > append block children update page
read+page text+of+page what+page+says > retrieve page markdown block children
new+page > create page post
title+of+page change+page rename+page > update page properties patch
move+page page+under > move page
delete+paragraph remove+paragraph > delete block
who+uses people+in+workspace > users list
entries+in+database rows+in+database > query data source database
page+called page+named find+page > search title
build+something build+house > create object build generate
put+part add+part new+part block+in+world > create object instance
properties+of+part look+of+part > get instance properties
change+size+of+part change+part > set property
lua+code code+in+script > script source
add+code write+code > set script source insert lines edit
find+in+scripts search+in+scripts > grep scripts
start+game play+game > start playtest
end+game stop+game > stop playtest
walk+to go+to+place+in+game > character navigation
image+of+game picture+of+game look+of+game > capture screenshot
find+model find+mesh free+models > search assets
insert+model add+model > insert asset
press+in+game click+in+game > simulate input
parts+of+model inside+of+model > children descendants
open+studios connected+studios > connected instances
step+back one+step+back > undo
once+undone > redo
which+class methods+of > class info
find+stocks good+stocks best+stocks cheap+stocks cheap+shares stocks+with shares+with companies+with > screen stocks
best+coins crypto+with coins+with > screen crypto
currency+pairs > screen forex
is+it+time+to+buy bullish bearish overbought > ta summary technical analysis
strongest weakest > rank ta
abbreviation+of+company symbol+of+company ticker+of stock+symbol > search symbols lookup
what+can+i+filter filter+fields > list fields
strategies ready+strategies > presets list
market+fields > metainfo fields
will+it+rain will+it+snow do+i+need+umbrella do+i+need+jacket how+warm weather+tomorrow weather+today > weather forecast
was+it+cold was+it+warm weather+last+year weather+in+past weather+on+day > weather archive historical
healthy+air can+i+breathe dust fine+dust ozone > air quality
at+sea for+surfing for+sailing high+waves > marine
will+river high+river flooding > flood
next+season this+winter this+summer months+ahead > seasonal
in+decades in+future+climate end+of+century > climate projection
postal+code zip+code postcode > geocoding
alternatives range+of+forecasts spread+of+forecasts > ensemble
american+model us+model noaa > gfs
swiss alps > icon forecast
another+name other+name new+name different+name > rename
as+picture as+image as+photo > screenshot capture
raw+bytes bytes image+file audio+file > media binary base64
picture+from+disk image+from+disk > media file
searchable > search fulltext index
news news+about > search web
ticket tickets > issue issues jira
cut+out > extract crop
time+of+day > time
number+of+files > count list
not+working does+not+work doesn+t+work > diagnose health status logs
is+it+working is+working still+working works+still > health status test connection check
overdue late > due date
mine assigned+me > my
state+before previous+state earlier+state older+state > reset restore rollback revert checkout
side+by+side > compare dual diff
same+time simultaneously parallel > multiple bulk worktree
ram+use ram+usage memory+use > metrics resources usage
before+and+after > diff compare
`;
