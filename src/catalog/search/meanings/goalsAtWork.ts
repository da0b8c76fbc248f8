/** What people want of messages, boards, code and files; `readMeanings` tells how the lines are read. */
export const goalsAtWork = `
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
put+on+calendar add+to+agenda > create event calendar
day+off > event calendar holiday
say+hello > send message
private+message direct+message > message dm
post+in+channel write+in+channel tell+team tell+channel > post message channel
last+messages recent+messages latest+messages > history channel messages
scroll+back read+back > history
real+name profile+of > profile user
chat+rooms group+chats > channels
emoji+on+message react+with react+to > reaction add
make+channel > create channel
search+chat > search messages
tasks+for+me tasks+of+mine assigned+to+me on+my+plate my+work my+tasks my+tickets > my assigned issues cards tasks todos
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
failed+build build+failed ci+failed red+build broken+build > pipeline job retry log
restart+build restart+ci build+again > retry pipeline
start+build start+ci start+pipeline > create trigger pipeline run
stop+build stop+ci abort+build > cancel pipeline job
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
last+commits recent+commits > commits log
file+from+repo content+of+file+in+repo file+in+repo > file contents get
source+tree files+in+repo folder+of+repo > repository tree contents
upload+code put+file+in+repo commit+file > push files create update file
save+to+repo > commit push file
copy+of+repository own+copy > fork clone
projects+about repositories+about > search repositories
code+that code+where code+which > search code
todo+list to+do+list what+waits+for+me inbox+of+todos > todos list
everything+done all+done > mark all done
wiki+article documentation+page handbook+page > wiki page
release+goal release+plan > milestone
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
since+last+release > changelog log compare
new+version name+version version+number > tag version release
new+repo+here empty+repo > init
several+files many+files files+at+once > read multiple files
picture+file sound+file > read media
change+line change+lines replace+line few+lines > edit file
new+file write+file > write create file
make+folder new+folder > create directory
tree+of+folders folder+structure folder+tree > directory tree
rename+file new+name+for > move rename
`;
