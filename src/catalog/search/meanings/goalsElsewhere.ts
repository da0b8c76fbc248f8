/** What people want of places, money, data, games and the weather; `readMeanings` tells how the lines are read. */
export const goalsElsewhere = `
place+to+eat somewhere+to+eat coffee > places search local
travel+time time+to+drive how+long+drive how+long+to+drive > distance duration matrix directions
by+bus by+train by+bike on+foot > directions
above+sea+level sea+level > elevation
address+of+point point+on+map > reverse geocode
position+of+city where+lies+city > geocode geocoding
ratings stars+of+place > details rating
graph+of+cpu load+of+server > query metrics prometheus
edit+dashboard change+panel new+panel > update dashboard
log+lines search+logs find+in+logs > query logs
errors+in+logs > error pattern logs
fires firing alarm+rings > alert rules
whom+to+call who+to+call whom+to+page who+is+on+duty whose+turn on+duty+now > current oncall users
rota roster > oncall schedules
open+incidents current+incidents > list incidents
start+incident raise+incident > create incident
write+in+incident > add activity incident
root+cause+of find+cause > investigation analysis diagnose sift
data+come+from > datasources
new+customer new+contact new+company new+deal > create objects contact
change+customer change+deal update+deal > update objects
find+customer find+contact > search objects contacts
customer+data which+fields+of > properties schemas list
linked+to+customer deals+of+customer contacts+of+company > list associations
connect+contact associate+contact link+contact > create associations
called+customer note+about+customer log+call meeting+with+customer > create engagement
complain complaint give+feedback > feedback
automation automations > workflow workflows
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
my+coins coin+balance > crypto balance
currency+setting budget+period > budget settings
proof+of+purchase bill+photo photo+of+receipt scan+of+receipt > attach file transaction receipt
show+receipt see+receipt > attachment url transaction
hashtag keyword > tag
ask+database read+from+table rows+from > select query read records
change+data+in+table write+query > execute write query update
value+anywhere anywhere+in+database everywhere > search data across tables
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
overview+of+database > database summary
as+csv to+csv as+excel > export csv
add+to+page write+on+page append+to+page > append block children update page
read+page text+of+page what+page+says > retrieve page markdown block children
new+page > create page post
title+of+page change+page rename+page > update page properties patch
move+page page+under > move page
delete+paragraph remove+paragraph > delete block
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
find+stocks good+stocks best+stocks cheap+stocks cheap+shares stocks+with shares+with companies+with > screen stocks
best+coins crypto+with coins+with > screen crypto
currency+pairs > screen forex
strongest weakest > rank ta
abbreviation+of+company symbol+of+company ticker+of stock+symbol > search symbols lookup
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
overdue late > due date
mine assigned+me > my
state+before previous+state earlier+state older+state > reset restore rollback revert checkout
side+by+side > compare dual diff
same+time simultaneously parallel > multiple bulk worktree
ram+use ram+usage memory+use > metrics resources usage
before+and+after > diff compare
`;
