/** Pictures, games and the web; `readMeanings` tells how the lines are read. */
export const pictures = `
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
