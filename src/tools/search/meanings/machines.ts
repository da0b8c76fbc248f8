/** Machines and data; `readMeanings` tells how the lines are read. */
export const machines = `
server host machine instance
server node vm
machine computer server device
machines servers computers devices
container docker pod
container application service
image docker
cluster kubernetes
service application app
infrastructure servers resources overview
process program
command shell terminal bash
terminal console shell
down offline unreachable broken crashed > diagnose status health logs
broken failing wrong+with problems > issues diagnose health errors
reachable connection
hosting deploy server
cloud provider
job queue
queue message
settings configuration options preferences
setting option preference
permissions access rights roles
permission role access privilege
permitted > allowed permission access
secret password credential key token
password secret variable env
key private+key ssh
ssh key
environment+variable env+variable env+vars variable > env variables vars
set+a+variable > env variables
metric measurement metrics prometheus
metric performance figure
cpu memory load usage
cpu+usage memory+usage > metrics usage prometheus
promql prometheus metrics
logql loki logs
flame+graph flamegraph > profile profiling pyroscope
profile profiling performance
slow latency performance
slow+requests slow+request > trace traces slow latency
uptime availability health
health alive ping status
monitoring metrics dashboard alerts
dashboard panel overview
panel chart dashboard
graph+of > panel chart
alert alarm warning
alarm alert rule
alarms alerts
alert+rule alert
notification+channel notifications+go alerts+go > contact point points notification
incident outage alert
outage downtime incident
incident oncall
oncall pager duty rota shift
duty shift schedule
on+duty > oncall shift
timeline activity history
trace span
datasource source data
get+its+data data+from > datasource source
cost usage billing
model ai llm
prompt instruction
embedding vector semantic
agent assistant bot
device sensor
lamp light brightness
heating thermostat temperature
door lock
robot machine
printer print
app application
domain dns hostname
domain website url
certificate ssl tls https
proxy vpn
ip address
network connection traffic
port socket
load balancer
firewall rule
snapshot backup image
backup dump snapshot
backup schedule
space capacity size disk
gigabytes megabytes bytes space > size storage usage
biggest largest smallest > sizes size sort
size bytes length
schema structure definition
structure schema layout
structure tree outline
erd entity+relationship er+diagram > erd schema relationships
table schema column
columns+and+types column+types > schema describe structure
sql query select
sql+statement sql+query > query execute select
select+statement > select query
query search filter
query sql execute
query question
slow+query query+slow select+slow > analyze query explain optimization
lookups queries searches
faster+lookup make+lookups lookups+faster > index create
index key
unique distinct
no+two+same no+two no+duplicates > unique constraint
duplicate+rows duplicates > duplicate unique
related relationships relations
how+are+related tables+related > relationships foreign relations
foreign+key relationship reference
constraint rule
procedure routine function
stored+routine stored+function > procedure stored
trigger hook event
webhook callback hook
transaction commit rollback
view query
null+values null+counts distinct+values > statistics column
sample+data test+data dummy+data fake+data > seed data generate
seed populate
csv spreadsheet excel
excel spreadsheet sheet csv
spreadsheet table pivot
pivot table
json yaml
value number
key value
hash map
cache redis
filter criteria condition
filters criteria presets
filter rule
regex pattern glob
pattern regex match
uuid guid id
random dice
children nested descendants sub
below underneath beneath > children descendants
subpages sublinks > map crawl children
parent ancestor
everything+below all+below everything+under > descendants children tree
whole entire full complete
everything all entire
whole+graph > graph read
connection connect link
same equal identical
difference compare
`;
