/** Single words of everyday life and of the command line; `readMeanings` tells how the lines are read. */
export const everyday = `
cat > read file show
ls > list directory files
mv > move rename file
cp > copy file
rm > delete remove file
mkdir > create directory
rmdir > delete directory
stat > info metadata status
touch > create file
du > sizes size directory
df > disk storage
curl wget > fetch url download request
chmod > permissions file
grep rg > search find code logs
sed > replace edit
tail head > logs read lines
ps top > processes resources
ssh > server key
tar > archive compress
man > docs help
select join > query select
sandbox roots accessible > allowed directories
subdirectories subfolders recursive > tree directory children
text+file textfile > read text file
overwrite > write update
wrote+down > notes records
facts preferences > observations memory
learn learned > remember create observations
recollect recall > memory search read
friend colleague sibling spouse > relation entity
weekday > current date week day
tonight noon midnight morning evening > time today forecast schedule
elapsed countdown remaining > relative time
utc gmt offset > timezone convert timestamp
milliseconds seconds iso > timestamp time
deadline countdown > due relative
dropdown combobox picker > select option
checkbox radio > form fill select option
textbox field textarea > type fill form input
hyperlink anchor > click link navigate
hotkey shortcut enter escape > press key
modal overlay confirm+box > dialog handle
reload+page refresh+page > navigate reload
dom markup accessibility > snapshot evaluate
viewport > resize
headers body payload > request network
warning warnings errors > console messages logs
sdk npm pip crate gem > library package docs
vector svg png jpg jpeg > image images export download
layers frames nodes typography spacing > figma design data layout
journalism headlines gossip > news search
blogpost webpage homepage > page fetch extract url
crawler spider > crawl
competitor competitors trends > research search
barber dentist bakery supermarket pharmacy bar pub cinema museum > places local search business
opinion opinions verdict > reviews comments rating summary
maintainer collaborator contributor > members users commits
defect regression crash+report > issue bug
readme license > file contents get
organisation+account > repository owner organization
patch patches > diff changes update
hotfix > branch commit merge
rejected > review changes request
commented > comments notes
labels > label list
sum+up condense shorten > summary
plot scatterplot > chart scatter
infographic illustration > chart generate diagram
revenue turnover profit loss > sales data chart waterfall deal
genealogy > organization tree
subway journey commute > route path directions
nested proportion composition > treemap pie
spread variance deviation outlier outliers > boxplot distribution statistics violin
trendline timeseries seasonality > line chart
ranking league > bar column rank
survey+answers > chart bar
stages funnel pipeline > funnel
brainstorm mindmap > mind map
keywords buzzwords > word cloud search
crashing crashes crashed hangs hanging stuck frozen > diagnose logs health restart
unhealthy sick ill > health diagnose issues
hardware ram > resources server memory
hoster vps > server hetzner provider
tls letsencrypt > certificate domain
subdomain > domain domains
dotenv envs > env variables
cronjob timer > scheduled tasks
mount mounts volumes > storages persistent
squad crew > team teams
postgres mysql mariadb sqlite redis mongo > database
wordpress plausible n8n > service
rollout rollouts > deployment deployments
hello greet greeting > send message echo
missive correspondence > email thread
envelope letterbox > mailbox email
outbox > scheduled draft sent
trash bin recycle > delete deleted
addressee addressees receiver receivers > recipient to email contact
carbon+copy > cc email
autoresponder > template reply
appointment appointments > events calendar
rendezvous date+with > event calendar
birthday anniversary > event calendar contact
nudge ping+me > reminder notify
sound+alert popups banner > notification desktop alert
quota usage+limit > health quota
addition adding > sum
logo > image tiny
progress+bar > progress long running
culprit guilty > blame author
checkpoint > commit tag save snapshot
clobber abandon > reset discard clean
duplicate+repo > clone fork
author+of authorship > blame log
undo+commit > reset revert
timeline chronicle chronology > log history activity
tidy+history squash interactive > rebase
bookmark version+mark > tag
remote+url > remote
incoming > fetch pull
outgoing > push
collision > merge conflicts
ballot thumbs > emoji reaction vote
sanction endorse bless > approve
assigned+me > my issues
chore chores errand errands > todo task card
permission+level rank > members access role
epic roadmap > milestone plan
doc+page docs+page > wiki page
binaries binary+files bundle deliverable deliverables > artifacts artifact
console+output > job output log
skip+tests > pipeline variables
yaml+file > lint validate
namespace path+of+group > namespace
attachments enclosures > attachment
hurdle obstacle blocker blockers > blocked link issue
junction intersection crossing > geocode location
street postcode zip house+number > address geocode
route+planner navi navigator satnav > directions
mileage kilometres kilometers miles km > distance
traffic+jam > directions traffic duration
summit peak hike hiking > elevation
eatery diner sushi burger bistro > places local restaurant
telemetry observability > metrics monitoring dashboard
throughput qps rps latency percentile > metrics query prometheus
histogram gauge counter > metric metrics
pager pagerduty duty standby > oncall
postmortem aftermath > incident
escalation > oncall alert incident
firing triggered > alert alerts rules
panel widget > dashboard panel
traceid tracing > trace tempo slow
stacktraces > error logs profile
heap allocations flame > profile pyroscope
salesman salesperson seller > owner deal user
prospects leads buyers > contacts objects deals search
turnover+of deals+won > deals objects search
phone+call phoned called > call engagement
pipeline+stage > deal property
workitem work+item > issue card
kanban+column swimlane lane > list column board
sticky postit > card note
chart+of+accounts > categories accounts
earnings wage wages pay+cheque paycheck > income transactions
withdrawal deposit payment payments > transaction transactions
merchant payee > transaction
bakery supermarket restaurants eating > spending category transactions places
savings pension > account balance
allowance envelope+budget > budget
utilities > recurring bills items
reconcile > sync update transaction
ledger bookkeeping > transactions accounts
btc eth doge > crypto bitcoin
stocks+owned > portfolio holdings
dedupe deduplicate > duplicate unique
cardinality distinct > statistics column
slowness sluggish lagging laggy > slow performance analyze diagnose
megabyte kilobytes footprint > size
rebuild reorganize > optimize
broken+table > repair check
dummy fixture fixtures fake mock > seed data sample
savepoint atomic atomically > transaction begin
nullable datatype datatypes > schema column describe
cascade referential integrity > foreign key constraint validate
sproc subroutine > stored procedure
before+insert after+update > trigger
materialized > view
autocomplete fuzzy relevance > fulltext search
privileges grants > permission connection
subpage subpages > page children
bullet bullets todo+block > block append
notebook > page database
workspace+members > users list
cube brick block sphere > object part create block
terrain map+of+game > workspace instance
npc hero > character
skin outfit > asset texture
sky lighting > property service
mouse+click clicking > simulate mouse click
localscript modulescript > script source
console+of+game > output log
error+in+script bugs+in+script > script analysis
collectionservice > tags tagged
group+of+parts > model children
bullish uptrend downtrend momentum > technical analysis rating screen
undervalued pe+ratio marketcap capitalization > screen stocks fields
nasdaq dow dax s&p > index symbols lookup
altcoin altcoins stablecoin memecoin > crypto screen
yen pound franc > forex
tracker trackers > etf
quarterly+results earnings+per+share > stocks fundamental screen
pencil+in > create event schedule
drizzle thunderstorm hail fog cloudy gale > weather forecast
heatwave frost freezing > temperature weather forecast
allergy asthma nitrogen pm10 > air quality
swell currents yacht boat sailing > marine wave
drought precipitation > seasonal forecast climate
runoff discharge > flood river
carbon warming co2 > climate projection
almanac records+of+weather > archive historical
met+office > forecast weather
quebec ontario toronto > gem canadian
tokyo osaka > jma japan
oslo bergen > metno norwegian
paris lyon > meteofrance french
munich berlin hamburg > dwd german
`;
