/** What is done; how the lines are read stands at `readMeanings`. */
export const deeds = `
create add new make
create open file raise submit report
create generate build produce compose
create register draft found introduce
create set+up setup init initialize bootstrap
create insert append put
create start begin
create schedule book arrange plan
create write compose prepare author
create invent draw paint sketch
file+a raise+a log+a+bug report+a > create issue
bring+into+being spin+up stand+up > create start
add insert append include put place
add attach link connect assign
add invite join enroll enrol
add enter record track capture log
add write save store
give > add assign grant set send share
hand+over pass+to > assign transfer
delete remove drop erase destroy
delete purge wipe trash discard clear
delete uninstall unlink detach
delete cancel revoke
get+rid+of throw+away throw+out take+out wipe+out blow+away > delete remove erase
do+away+with strike+out cross+out > delete remove
no+longer not+any+more any+more > delete remove disable
forget > delete remove clear
remove detach unassign revoke unlink
take+off take+away pull+out kick+out > remove unassign delete
clear clean purge prune empty reset tidy
clean+up tidy+up > clean purge delete prune repair
start+over from+scratch > reset clear init
empty > truncate clear purge flush
restore recover undelete rescue
bring+back get+back > restore recover reopen undo
undo revert rollback restore reset unsplit
roll+back go+back take+back back+out > rollback revert undo reset back
redo again retry repeat
save store keep persist
save write export commit
save+for+later put+aside set+aside for+later > stash draft save bookmark snooze
keep remember note memorize > save store add record create
archive shelve hide close
put+away out+of+sight > archive hide
get fetch read retrieve
get show view display
get load obtain lookup pull
get download export
get describe inspect details
show view display see print
show render preview draw
show open read
list all enumerate browse
list get show find
list search query
which what > list search get
how+many number+of > count list stats total summary
how+much > amount total cost price balance usage sum budget summary
how+often > frequency count stats
how+long > duration time relative length days age
how+far > distance directions route elevation
how+high how+tall > elevation height altitude
how+big how+large how+heavy > size sizes stats
how+fast > speed performance latency
how+old > age created date history
how+hot how+cold how+warm > temperature weather forecast climate
how+sure how+certain how+likely > probability uncertainty ensemble confidence
how+to how+do+i > docs guide documentation help directions
how+does how+do > explain describe docs details
how+is how+are how+goes > status health stats summary progress get
what+is what+are > get list describe show explain read
what+happened what+went+on whats+new > history activity events log changelog
what+has+happened what+was+done > history activity events log
what+changed what+did+change what+is+different > diff changes history changelog status
what+was+said what+did+say what+do+say > messages history comments transcript
what+time > current time now
what+day which+day what+date > current date today time calendar
what+kind what+kinds what+type what+sorts > types list categories schema
what+can > list available supported capabilities
what+exists what+is+there what+are+there > list
what+is+in what+is+inside > read contents list get
what+does+look > screenshot preview snapshot describe schema
what+do+i+have+to+do what+should+i+do what+is+next > todos tasks my issues assigned
who+is > user users profile member whois search
who+am+i > whoami self me current user profile account
logged+in+as signed+in+as > whoami current user self account
who+changed who+edited who+touched who+modified > blame history log audit
who+wrote who+made who+created who+did > author blame history log creator user
who+owns who+has > owner list users permissions
who+works who+belongs who+is+in who+is+on > members users list
who+can who+may > permissions members access users
who+approved who+signed+off signed+off > approval approvals reviews state
who+reports reports+to > organization hierarchy manager
where+is where+are where+lies > location find locate search path geocode
where+does where+do where+used > find search destination references list
where+am > current location
where+goes > destination route path contact
when+is when+are when+was when+did > date time schedule events history created info
when+free > availability free busy
why > diagnose cause reason explain error logs analyze debug
why+slow > explain analyze slow profile performance optimization hints
is+it+true > verify check validate
is+there are+there do+i+have > list check find search get
is+up is+down still+up up+and+running > health status ping diagnose
is+valid is+correct > validate verify check lint
is+ok is+okay all+right > validate check health status
am+i+allowed may+i is+allowed allowed+to > permissions allowed access approval
find search query lookup locate
find seek discover explore
find filter match grep
find get list read
look+up look+for search+for > search find lookup query get
google > search web
where+is+used > search references code grep find
find+out > get search describe research
look+into dig+into get+to+the+bottom > investigate analyze research diagnose
look+at > view read get show inspect
find+and+replace search+and+replace > replace find edit
check verify validate test
check inspect examine status
check health status
check+off tick+off tick cross+off > complete done checklist item update toggle mark
check+in > commit save register
sanity+check double+check > validate verify check test
detail info information metadata
details describe properties attributes
details read get full
explain describe clarify
explain analyze
summary summarize overview digest
summary stats statistics report
tldr recap at+a+glance in+short > summary overview
analyze examine investigate evaluate
analyze inspect diagnose profile
analyze statistics stats review
research investigate explore study
watch follow subscribe monitor
watch track observe
keep+an+eye+on > watch monitor subscribe track
get+told be+told let+me+know tell+me+when > notify watch subscribe alert notification
stop+watching > unwatch unsubscribe unfollow watch
count number amount total
count statistics stats
compare diff difference delta
compare versus between match
compare+with > diff compare
print output log show
print pdf export
update edit modify change
update set patch put
update alter replace amend
update correct adjust revise fix
update upgrade refresh sync
change set configure
change switch toggle
overwrite > write update replace set
fill+in fill+out > fill form type set update input
set configure assign define
set choose select activate
make+it > set update change
use+from+now+on from+now+on work+with > set active switch select
configure settings setup config
settle > resolve close done merge
move transfer relocate migrate
move put drag reorder
move rename
put+into put+in move+to > move add insert write set update
put+below put+under put+inside > move add nest parent children
put+on put+up > add publish post set
put+back > restore return revert
transfer > move send transaction
reorder sort order position rank
sort order rank
rename retitle update edit
rename move
give+a+name give+another+name change+the+name call+it > rename name title update
copy duplicate clone fork
copy replicate mirror
make+a+copy make+copies one+more+like > copy duplicate clone
take+over > cherry+pick ownership transfer copy import
increase raise grow scale
decrease lower reduce shrink
resize scale size smaller larger bigger
merge combine join
combine concatenate union together sum
bring+together put+together > merge combine join build assemble
join enter participate
split divide separate
split+up break+down break+up > split divide decompose steps
convert transform translate
convert turn+into change+into > convert transform
is+when in+other+zone > convert time timezone
translate translation language localize
format prettify style beautify
encode decode base64
encrypt decrypt cipher sign
zip gzip compress archive pack
unzip extract decompress unpack
link connect relate associate
link attach relation relationship association
belongs+to belong+to connected+to linked+to related+to > associations relations relationships links related
disconnect detach unlink remove
assign delegate responsible owner assignee
assign+to put+in+charge give+to take+care > assign member assignee owner
mark flag set label
mark star favorite bookmark
pin stick highlight
close resolve complete finish
done complete finished completed resolved closed
finish+up wrap+up > complete close finish wrap+up
mark+as+done > complete done resolve close mark
reopen open+again > reopen update restore
enable activate start
turn+on switch+on set+on > enable activate start toggle control set
disable deactivate stop
turn+off switch+off shut+off > disable deactivate stop toggle control set
toggle switch enable disable
lock block protect freeze
forbid prohibit nobody+may may+not must+not > protect block deny restrict lock constraint disable
unlock unblock unprotect
restrict limit protect
allow permit grant enable
approve accept confirm allow
approve sign+off agree thumbs+up > approve approval accept
unapprove withdraw disapprove
reject decline deny refuse
request+changes send+back > review reject
publish release post submit
go+live make+public send+off > publish release submit deploy
share invite grant
share publish send link
subscribe follow watch
unsubscribe unfollow leave opt+out
vote poll survey
rate rating score review feedback
send post deliver submit
send message notify email
send dispatch push transmit
post message send publish
post+something say+something > post message comment send
tell inform notify send message
tell+everyone let+everyone+know announce broadcast > post message send notify announcement
say > message comment post send echo reply
talk chat converse > message chat send comment
contact reach write+to > send message email call
write+to drop+a+line > send email message compose
write > create update edit add post send
notify alert inform remind
remind reminder
remind+me dont+let+me+forget wake+me > reminder create alarm schedule
reply respond answer
answer > reply respond comment response
write+back answer+to > reply respond
comment note remark annotation
comment discuss discussion feedback
comment reply review
react reaction emoji
like heart thumbs+up+to upvote > reaction emoji star add
thumbs+up thumb+up > emoji reaction like award
forward pass+on relay pass+along > forward send
ask question query prompt
ask+for request > request create query
schedule plan calendar
schedule later delay postpone defer
reschedule postpone move delay update
tomorrow+morning next+week at+night in+an+hour later+today > schedule scheduled later
mention tag
echo repeat parrot
export download dump
export save convert
download save fetch get
download+to save+to > download export save clone
upload import attach
upload send put add
import load ingest insert
run execute start
run launch invoke trigger
run perform call
run test play
run+again once+more try+again start+again > retry rerun restart redeploy replay
kick+off set+off fire > trigger run start
start launch boot resume
start open
restart reboot reload
stop cancel abort
stop terminate kill end
stop halt pause quit
shut+down > stop shutdown close terminate control
call+off not+after+all after+all do+not+send dont+send > cancel abort delete
leave exit quit close
pause suspend hold snooze
wait sleep delay until
play resume start
skip next previous
install setup add
remove uninstall
deploy release ship publish
roll+out rollout go+to+production put+live push+live > deploy release redeploy publish
build compile make
test check verify
lint check style validate
debug diagnose troubleshoot
diagnose inspect health
fix repair correct
fix update edit patch
mend heal make+work get+working > repair fix recover
repair fix restore
sync synchronize refresh
sync pull push fetch
refresh reload update sync
bring+up+to+date up+to+date catch+up > update sync pull refresh latest
newest+version latest+version latest+changes > pull fetch update version
calculate compute evaluate math
sum add plus total
subtract minus difference
predict forecast estimate projection
simulate mock emulate fake
optimize improve tune
make+faster faster speed+up slow > optimize performance index analyze
defragment shrink compact vacuum > optimize
scrape crawl extract harvest
extract parse fetch read
extract collect gather
collect gather harvest aggregate
think reason reflect
think+about think+through figure+out step+by+step > thinking reason plan
brainstorm > mind+map ideas thinking
solve > thinking reason fix resolve
decide > thinking decision approve
plan prepare roadmap > plan planning thinking schedule
remember memory recall memorize
do+you+know do+you+remember know+about > memory search recall knowledge read
navigate visit goto browse
go+to open+page open+url open+website > navigate open visit url
go+back previous+page one+page+back > back navigate
click press tap hit
push+button press+button > click
type fill enter input
type write keyboard
hover mouse cursor pointer
drag drop
scroll swipe
select choose pick
pick+from choose+from > select option
log+in sign+in login signin > authenticate login auth session
log+out sign+out logout signout > logout session
sign+up > register create account user signup
pay charge purchase checkout
buy > purchase order checkout create
spend > transactions spending budget expenses
spent > transactions spending budget expenses
refund reimburse money+back pay+back
trade buy sell order
buy+or+sell should+i+buy should+i+sell > analysis signal recommendation summary rating
rent lease hire > create order book provision
bill invoice charge
reserve book reservation booking
hire recruit candidate
measure metric metrics record
be+measured > metrics
wipe format erase
draw plot chart generate
visualize visualise display chart plot
visualise > chart graph plot generate
as+a+picture as+picture as+an+image > generate chart image diagram
capture screenshot record grab
take+a+picture take+a+photo take+a+shot > screenshot capture
inspect snapshot view examine
hide show visible visibility
zoom scale
reach reachable ping connect > test connection validate ping health
contact+the connect+to > connect connection test
listen hear speak > audio speech voice
record recording capture
crop cut trim edit
paste insert
dismiss > handle close dialog reject
accept+alert > handle dialog
ignore mute silence snooze suppress
escalate incident alert
declare > create
supervise monitor watch
mass bulk batch multiple
at+once in+one+go several many thousands > bulk batch multiple mass many
all+at+once > bulk all batch
copy+over > copy import
distribute spread share
guess infer predict suggest
suggest recommend hint hints
recommendation suggestion advice hint
populate fill seed
`;
