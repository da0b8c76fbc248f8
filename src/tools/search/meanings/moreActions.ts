/** What is done, with things and among people; `readMeanings` tells how the lines are read. */
export const moreActions = `
merge combine join
combine concatenate union together sum
bring+together put+together > merge combine join build assemble
join enter participate
split divide separate
split+up break+down break+up > split divide decompose steps
convert transform translate
convert turn+into change+into > convert transform
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
