/** What people say of what they have, lack or fear, rather than of what is to be done; `readMeanings` tells how the lines are read. */
export const situations = `
notify+me alert+me tell+me+when tell+me+if let+me+know keep+me+informed keep+me+posted > watch subscribe notify alert
stop+telling+me no+more+notifications leave+me+alone > unsubscribe watch mute notifications
follow > watch subscribe
mute silence > unsubscribe disable notifications
still+free already+taken is+taken already+exists does+exist > verify check exists validate
is+valid is+correct is+it+allowed > validate check verify lint
space+left how+full running+out > quota storage usage health stats sizes
fault culprit root+cause reason+for whats+wrong what+is+wrong went+wrong goes+wrong > diagnose issues health logs errors
not+come+up not+start does+not+work not+work not+respond keeps+crashing > diagnose health status logs
is+it+up is+up is+alive still+running is+running > health status ping test
works+at+all does+work > test check health
hang hangs stuck frozen takes+forever > cancel stop abort kill restart status
too+slow is+slow so+slow > performance optimize explain profile metrics
prewritten ready+made canned predefined boilerplate > template preset
blank+form > template
only+allow must+be must+not may+not at+least+one not+below not+above > constraint check rule validate
no+two duplicates duplicate+entries twice > unique constraint duplicate
orphan dangling > integrity relation foreign
broken corrupt damaged corrupted > repair check fix
wasted reclaim bloat > optimize clean prune vacuum
grows+too+large too+big too+large > optimize prune size compress
lost+my i+lost accidentally by+accident by+mistake > restore recover undo revert history
wrong+one wrongly misspelled typo+in mistake+in > update edit correct fix rename
change+my+mind take+it+back never+mind > undo revert cancel withdraw unapprove
once+more one+more+time over+again > retry repeat redo rerun
for+good for+ever permanently irrevocably > delete drop purge destroy
for+now temporarily for+a+while for+later > draft stash pause archive disable
until+later later+on not+now at+a+later+time > schedule postpone snooze draft
every+day every+night every+morning every+week every+month each+night nightly > schedule scheduled recurring cron
as+soon+as automatically by+itself on+its+own whenever > trigger automation workflow hook rule
before+it+is+too+late ends+soon runs+out > expire deadline due
behind+schedule late past+due > overdue due late
block+until wait+for hold+on+until until+done until+finished > wait
in+one+go at+once all+of+them in+bulk many+at+once several+at+once > bulk batch multiple mass
one+by+one step+by+step > sequential each
all+or+nothing atomically as+one+unit > transaction begin commit rollback
make+it+stick make+permanent for+real > commit save apply publish
what+would+happen dry+run without+doing before+i+do > preview simulate plan explain validate
side+by+side next+to+each+other versus difference+between > compare diff
who+else which+people involved takes+part take+part belongs+to belong+to > members participants users attendees
who+is+responsible in+charge responsible+for > owner assignee assigned oncall members
hand+over pass+the+baton take+over > assign transfer ownership
put+on+hold on+hold > pause suspend block
not+mine someone+elses > other user
my+own about+me > current user profile me
coworker teammate workmate > user member
boss supervisor superior > manager user
customer client buyer > customer contact company
prospect lead > contact deal
remark note+below leave+a+note say+something+on > comment note reply
write+back get+back+to respond+to > reply
thank react like+a+message applaud > reaction emoji
talk+about conversation+about debate > discussion thread comments messages
chatroom room > channel
diary agenda datebook planner > calendar events
get+together gathering call+with > meeting event calendar
spare+time when+free free+slot availability > availability free busy calendar
outage downtime breakdown emergency disruption > incident alert status
on+duty who+gets+paged paged page+someone > oncall schedule users
pager phone+tree > oncall contact
spike anomaly unusual > alert metrics query incident
slowest longest most+expensive > slow performance stats profile
box boxes rig > server
hostname hostnames host+name web+address domain+name > domain url
reach+from+outside expose public+address > public domain port expose
rollout rollouts rolled+out ship+to+production > deploy deployments release
go+back+to+old previous+version earlier+version older+version > rollback revert restore versions
who+may+enter let+in give+access share+with > invite permission access add member
throw+out+of kick+out lock+out ban > remove revoke block member
passphrase credentials login+data > secret password token credential
switch+it+on make+active > enable activate start
switch+it+off make+inactive > disable deactivate stop
thing+to+do chore errand duty > task todo issue card
shopping+list packing+list bucket+list > checklist list items
point+of+list bullet+point sub+item > item checklist
lane swimlane pile > list column board
sticky+note post+it > card note
rename call+it call+something+else other+name another+name new+name > rename update name
relocate other+place elsewhere somewhere+else > move transfer
twin same+again a+copy > copy clone duplicate
lump bundle group+together put+together gather > group merge combine
put+back+together > unsplit merge restore combine
take+apart break+apart in+two > split
pick+up take+down note+down jot+down write+down > create add record save note
look+through go+through leaf+through > list search read browse
peek glance quick+look at+a+glance in+short in+brief the+gist > summary preview get overview
in+full word+for+word completely whole+thing > get full content read
behind+the+scenes under+the+hood inner+workings > details explain config
by+hand manually myself > manual
made+by+hand > manual create
wallet+address purse > wallet account balance
paid+for bought purchases shopping > transactions
groceries rent fuel > category transactions budget
what+i+own belongings property+value net+worth > assets accounts balance
receipt+for proof+of+purchase > attachment invoice receipt
pocket+money allowance > budget
coins tokens+of+crypto altcoin > cryptocurrency crypto
fund funds > etf
ticker+symbol shares equities > stocks symbols
petrol+station gas+station restaurant pharmacy supermarket > places search local
walk drive+to cycle+to get+from way+to > directions route distance
itinerary round+trip > route path map directions
overflow burst+its+banks inundation > flood
decades+ahead end+of+century global+warming > climate projection
swell surf tide > marine wave
smog pollen fine+dust > air quality
gauge progress+ring percent+full > liquid gauge
dots+of cloud+of+points point+cloud > scatter
spider+web spider+diagram > radar
nested+boxes nested+rectangles > treemap
quartiles outliers whiskers > boxplot violin
how+often+values spread+of+values > histogram distribution
two+axes second+axis bars+and+line > dual axes
steps+of+process decision+process decision+tree > flow diagram
who+knows+whom connected+with+whom > network graph
cause+and+effect > fishbone diagram
regions+coloured coloured+by+region provinces > district map
pins+on+map points+on+map places+on+map > pin map
escape+key enter+key key+combination arrow+key > press key
tooltip flyout mouse+over pointer+over > hover
cursor pointer > mouse hover
words+on+page phrase+in+page > find page snapshot
pull+across pull+over pull+onto > drag
attach+to+form upload+dialog file+chooser > file upload
game+world scene+graph > project structure tree instance
test+run trial+run play+through > playtest test run
end+run end+test > stop
wall walls bricks > part
marked chosen highlighted > selection selected
environment+settings system+variables > env variables
`;
