/** Money, time and places; `readMeanings` tells how the lines are read. */
export const moneyAndPlaces = `
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
`;
