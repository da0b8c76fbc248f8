/** What is done to things; `readMeanings` tells how the lines are read. */
export const actions = `
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
logged+in+as signed+in+as > whoami current user self account
find search query lookup locate
find seek discover explore
find filter match grep
find get list read
look+up look+for search+for > search find lookup query get
google > search web
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
`;
