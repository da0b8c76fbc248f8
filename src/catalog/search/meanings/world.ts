/** Machines, data, money, time, places, pictures and games; how the lines are read stands at `readMeanings`. */
export const world = `
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
price cost fee rate quote
price quote value
expensive cheap > price cost
payment transaction purchase
purchase transaction order
expense transaction spending
expense budget cost
expenses transactions spending
bill invoice receipt
invoice payment
chargeback dispute
discount coupon voucher promo
money cash balance fund
money account transaction
balance account
bank account
bank+account > account accounts balance
bank+connection my+bank > account bank sync
rich wealthy fortune wealth > net worth balance
net+worth > balance history net worth
account balance
account asset
asset resource
budget spending plan
budget limit
over+budget under+budget > budget summary
spending expenses categories
spending+kinds expense+types > category categories
income salary revenue earning
recurring subscription regular monthly
subscriptions recurring
every+month each+month monthly > recurring monthly
food groceries restaurant > category categories spending
grocery food shopping
groceries > budget category
dollars euros dollar euro money > amount currency budget
debt loan credit mortgage
tax vat
order purchase
product article goods item
cart basket
inventory stock quantity
stock share ticker equity
shares stocks
stock symbol
stock market
stock+market > stocks market screen
fund etf
funds etf index
fund+fees index+fund > etf
coin crypto bitcoin token
coins cryptocurrencies crypto
bitcoin crypto ethereum
ethereum crypto
wallet crypto balance
exchange+rate currency forex
currency forex exchange
euro+against against+dollar > forex currency
euro forex currency
dollar forex currency
pair forex
market exchange
candle ohlc candlestick
indicator rsi macd signal technical
technical+analysis ta
screener screen scan filter
rose risen gained gainer > gain top change performance screen
fell fallen lost+most > loser change performance screen
gainer winner top best
loser worst bottom
best top rank
portfolio holding position investment
holdings balances positions
investment asset portfolio
dividend yield
ticker symbol
delivery shipping shipment parcel
property house apartment estate
car vehicle auto
recipe meal cooking
fitness workout health
doctor patient medical
flight plane airline
hotel accommodation room
trip travel journey itinerary
itinerary route path
date day time
date calendar
today now current
today+agenda > events
now current
current latest now
yesterday past history
last latest recent newest
latest recent newest current
lately recently > recent latest history events activity
newest new latest
past previous history old
so+far > history
in+the+past years+ago last+year > historical archive history
historical archive past
past+weather was+the+weather > historical archive weather
next upcoming future
future forecast projection
coming+months next+months months+ahead > seasonal long+range forecast
in+2050 by+2050 in+2100 > climate projection
until christmas birthday > relative time countdown
ago+from+now from+now > relative time
time clock hour
time date
epoch unix unix+time > timestamp
timestamp time
calendar+week week+number > week
week month year
month days
february january december > month
duration time
expire expiration ttl
hours opening
weather forecast temperature
weather climate
forecast prediction
rain precipitation weather
umbrella rain snow wind sunny sunshine > weather forecast
snow weather
storm hurricane weather
warm hot cold heat > temperature weather
temperature weather heat
temperatures temperature forecast
climate warming
global+warming > climate
smog pollution pollen dust > air quality
air pollution quality aqi
wave sea ocean marine
surfing surf swim sailing tide boat > marine wave
river flood water
overflow inundation high+water > flood
uncertainty ensemble probability
sunset sunrise sun
german germany > dwd german
french france > meteofrance french
norwegian norway > metno norwegian
japanese japan > jma japan
canadian canada > gem canadian
american usa > gfs us
european europe > ecmwf european
british britain england > uk
location place address position
location coordinates
place business poi location
place+name > geocode location
coordinates latitude longitude
latitude longitude > geocode geocoding coordinates
geocode geocoding coordinates
where+on+globe on+the+globe on+earth > geocode geocoding location
which+street street+at address+at > reverse geocode address
gps position coordinates
address street
route direction way path
directions route navigation
way+to get+from get+to drive walk drive+to > directions route
station > directions transit
drive travel directions
distance far travel
far distance matrix
elevation height altitude
mountain hill > elevation
high tall > elevation height
nearby near local close around
near+me close+by around+here > local nearby places
restaurant cafe pizza bar shop > places local restaurant
reviews+of ratings+of > details reviews rating
rating score reviews
map geography
map chart
country nation region
region district area
province state district
city town village
mark+places marker markers > pin map
chart graph plot diagram
chart visualization
diagram chart flow
picture diagram chart
bar column
pie share proportion
share percentage proportion
line trend series
trend time+series over+time over+the+months over+the+years > line area chart trend history
correlation correlate scatter relationship
correlates correlated > scatter
distributed distribution histogram
bins histogram
quartiles median > boxplot violin
median statistics
flow flowchart process
flowchart flow+diagram
energy+flow flow+between > sankey flow
cause+and+effect ishikawa root+cause > fishbone
overlap intersection sets > venn
conversion conversions > funnel
spider spider+web multidimensional skills > radar
most+frequent+words frequent+words word+frequency > word+cloud
org+chart organigram > organization chart
hierarchy organization tree treemap
gauge percent percentage > liquid gauge
cumulative increments > waterfall
screenshot snapshot capture picture
image picture photo graphic
icon logo image svg
photo image picture
thumbnail preview image
decal texture image
texture material decal
video clip movie film
audio sound music
song track music
volume loud quiet
artist musician band
design mockup layout ui
mockup wireframe figma design
design file
layout structure
component widget element
font typography text
style theme css
dark+mode light+mode color+scheme > emulate media theme
model object part mesh
part object instance
thing object
object instance
scene level world
world place map
game+world > object instance place
marketplace toolbox catalog > assets asset library
asset resource file model
game play experience
testing playtest test
test+the+game run+the+game try+the+game > playtest start
while+testing > playtest output
character avatar player
character+walk walk+the > navigation character move
luau lua > script luau
scripts code
editor studio
selected selection
running+game > simulate
key+press press+key press+a+key > keyboard key press
key keyboard
property attribute
colour property
color property
size+of+window window+smaller window+bigger window+size > resize
window tab
tab page
browser web page
browser playwright
page website site
url link address web
url web+address
link url deeplink
link+to > link deeplink url
links+exist > map links
web internet online
on+the+internet on+the+web online > web search
news headline article
latest+news news > web search news
article blog page
article+behind behind+a+url behind+a+link > extract fetch url content
text+of+page > extract fetch content
button click
menu option
button element
form input field
fill form
entry+of option
dropdown select option
cookie session
request traffic http
http request network api
http+call http+calls ajax xhr > network requests
api+call api+calls > requests network
dialog alert popup prompt
alert+popup popup > dialog handle
js javascript
run+js run+javascript > evaluate code run
loading wait
gone disappear vanish > wait
snapshot accessibility
subpage page link
site map sitemap
whole+site whole+website > crawl map
report research
thorough deep comprehensive
topic question
`;
