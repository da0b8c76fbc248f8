/** Tasks, records and code; `readMeanings` tells how the lines are read. */
export const work = `
task todo issue card item
task job
ticket issue task
bug defect problem issue
bug ticket issue
problem issue error bug
story epic issue task
subtask child
sprint iteration cycle
sprints iterations
backlog queue
milestone goal target
goals > milestones objectives
release version tag
release milestone deployment
version tag release
kanban board cards
board column list
column list status
column field property attribute
columns lists fields schema structure
card task item ticket
card+list list column
checklist steps list
checklist+item step > checklist item
step stage phase
step item
criteria requirements conditions
deadline due+date due
priority urgency importance severity
status state progress
progress completion percentage status
progress burndown remaining
remaining left+over remaining+work > burndown progress
transition status workflow state
in+progress move+ticket > status transition workflow
done finished > done status complete
assignee owner responsible
tag label category topic
tag tagged tags
label mark
category kind type group
kind type sort category
group category team
watchers followers subscribers
workspace project space
workspace organization team
project space repository
project workspace folder
worklog timesheet time+tracking
note memo page
note comment annotation remark
remark comment note
remarks comments notes
note+down write+down jot > note create add record
journal diary daily
wiki page article knowledge
knowledge memory graph facts
knowledge+base > knowledge graph wiki memory
knowledge+graph memory
fact observation statement
facts observations knowledge
entity node thing object
entity person
relation relationship connection link edge
relation association
page article document
page block content
paragraph block section text
paragraph > block append content
heading title section
title name subject
base database
sheet table spreadsheet
sheet grid
row record entry item
rows records entries
record row object
entry record item row
cell field value
table sheet database
field column attribute property
collection database list
code source program script
source script content
script code source program
function method symbol procedure
function used > code search
variable env parameter
unused+variable unused > lint
linter > lint eslint
code+style style+problems coding+style > lint format
commit revision changeset
commit change save
commits history log
history log past
history activity audit changes
history archive previous
line+by+line this+line which+line > blame
blame annotate author
version+control source+control > git repository init
local+changes change+locally changed+locally uncommitted > status diff git
ready+to+be+committed staged unstaged > status add stage
stash shelve
branch ref
bring+branch > rebase merge update
on+top+of > rebase
trunk main master > branch default
remote origin upstream
tag release
conflict clash collide > conflicts merge
clashes collisions > conflicts
lost > reflog recover restore
untracked unknown+files > clean status
working+copy working+tree worktree
diff patch changes
changes diff modifications
touched > changed files diff
reviewer review approval
review approve feedback comments
code+review > review pull+request
reviewers say > reviews comments
signed > approval
fork copy clone
star favorite
gist snippet
snippet code example
example sample
library package dependency module
package module library
framework library
docs documentation manual guide reference
manual guide handbook > docs documentation
code+sample code+example code+samples > docs code examples
tutorial howto guide
api endpoint docs
license licence
issue+tracker bug+tracker > issues jira
block+this blocks+this depends+on > link links relation
pipeline ci build job
pipeline workflow
ci build pipeline
build+output build+files built+files > artifacts
artifact output build
job task run
job+log build+log > job output log trace
checks status ci
checks+pass checks+passed tests+pass > status checks report
test+report tests test
tests+failed failing+tests > test report
nightly daily+run every+day every+night every+hour > schedule cron scheduled
cron+job cronjob cron > scheduled schedule task
schedule cron timer
deploy+history > deployments
releases+went+out what+was+released > deployments releases
staging production preview > environments environment
stage environment
review+app > environments
runner agent executor
lint validate yaml
yaml config
error exception failure crash
error bug problem
error+spike > error logs pattern
spike peak burst anomaly
stack+trace stacktrace traceback
log logs output trace
output print printed console
log output console
logs events entries
console terminal output
attack security vulnerability
vulnerability cve advisory
comment+on > comment
pinned pin
answer+below answer+under answer+to > reply thread respond
standup status+report > summary report
survey form poll
form fields input
course lesson class student
knowledge memory
thought thinking reasoning
idea thought note
quote citation
source citation reference link
sources citations references > research
bibliography references
`;
