/** What people want of memory, the web, tables, charts and servers; `readMeanings` tells how the lines are read. */
export const goalsOnline = `
note+about+person learn+that remember+that keep+in+mind bear+in+mind > add observations create entities memory
no+longer+true wrong+fact outdated+fact > delete observations
knows married works+for friend friends > relations entities
new+person+in+memory new+concept > create entities
current+hour date+of+today todays+date > current time
in+other+city in+another+country in+tokyo in+london in+new+york > convert timezone
days+left days+until how+many+days > days relative time
leap+year > days month
seconds+since > timestamp
week+of+year which+week > week year
open+site go+to+site visit+site load+page > navigate url
tap+on push+button > click
fill+login log+into+site > fill form type
errors+on+page page+errors javascript+errors > console messages
photo+of+page picture+of+page image+of+page > screenshot
text+on+page > find snapshot
phone+size mobile+size screen+size > resize
pick+file choose+file > upload file
say+yes+to say+no+to ok+in+dialog > handle dialog
drag+to > drag drop
keyboard+shortcut hit+enter hit+escape > press key
new+tab other+tab switch+tab next+tab > tabs
close+window close+page > close
response+of+request answer+of+request request+body > network request
until+text until+element until+page > wait
run+script+in execute+script+in > evaluate run code
print+style print+view reduced+motion > emulate media
docs+of docs+for manual+for > docs documentation library
name+of+library which+library find+library find+package > resolve library
figma+file design+data > figma data
assets+from+design pictures+from+design images+from+design > download images
facts+about news+on information+about information+on > search web
full+text+of+page full+article read+article read+page read+website > extract fetch content
pages+of+site all+pages+of > crawl map
deep+dive in+depth in+detail > research details
shops+near doctor+near business+near businesses+near > local search places
opening+times open+on+sunday > place details
ask+internet > web search
rows+of records+of entries+of > list records read
new+row add+row insert+row > create record insert
change+row change+cell edit+row edit+cell > update record
drop+row remove+row delete+row > delete record
row+by+id one+row single+row > get record
rows+that+contain rows+with > search records find
rename+table > update alter table
rename+field > update field
new+table make+table > create table
new+database > create database
all+databases which+databases > list databases bases
file+into+row file+to+row file+to+record > upload attachment
note+on+row note+on+record > create comment
growth+over development+over change+over > line area chart trend
parts+of+whole shares+of market+shares > pie
compare+numbers compare+categories compare+products > bar column chart
two+scales two+axes > dual axes
spread+of variation+of outliers > boxplot violin histogram
relationship+of+two > scatter
decision+steps steps+of+process process+picture > flow diagram
ideas+around structure+ideas > mind+map
team+structure company+structure reporting+lines > organization chart
connections+between who+knows+whom > network graph
strengths+and+weaknesses compare+skills > radar
drop+off steps+to+purchase > funnel
gains+and+losses plus+and+minus > waterfall
part+of+part nested+shares disk+usage+by > treemap
common+in+two in+common > venn
tag+cloud > word+cloud
heat+map+of+regions by+region by+country by+state > district map
points+on+map places+on+map > pin map
tour+on+map route+on+map > path map
crosstab grid+of+numbers > spreadsheet pivot
all+machines my+machines my+servers > list servers
start+app stop+app restart+app reboot+app > control application start stop restart
bring+down bring+up > stop start control
new+app > create application
publish+app release+app deploy+app put+app+online > deploy
earlier+deploy past+deploys deploys > list deployments
stop+deploy > cancel deployment
tokens+of+cloud cloud+token > cloud tokens
save+copy+of+database copy+of+database > database backup
recurring+job repeated+job background+job > scheduled tasks
disk+of+app files+of+app > storages persistent
version+of+server running+version > version
config+of+app environment+of+app > env variables
emergency panic pull+plug > stop all emergency
documentation+of+coolify how+does+coolify > search docs
repeat+after+me say+back > echo
plus+two what+is+plus > sum add
make+smaller make+file+smaller squeeze > compress gzip resize
environment+of+process > env environment variables
takes+long take+long long+task takes+while > long running operation
log+messages+on+off > toggle logging
tell+about+changes > subscribe updates toggle
`;
