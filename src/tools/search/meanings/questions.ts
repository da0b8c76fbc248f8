/** How people begin to ask; `readMeanings` tells how the lines are read. */
export const questions = `
which what > list search get
how+many number+of > count list stats total summary
how+much > amount total cost price balance usage sum budget summary
how+often > frequency count stats
how+long > duration time relative length days age
how+far > distance directions route elevation
how+high how+tall > elevation height altitude
how+big how+large how+heavy > size sizes stats
how+fast > speed performance latency
how+old > age created date history
how+hot how+cold how+warm > temperature weather forecast climate
how+sure how+certain how+likely > probability uncertainty ensemble confidence
how+to how+do+i > docs guide documentation help directions
how+does how+do > explain describe docs details
how+is how+are how+goes > status health stats summary progress get
what+is what+are > get list describe show explain read
what+happened what+went+on whats+new > history activity events log changelog
what+has+happened what+was+done > history activity events log
what+changed what+did+change what+is+different > diff changes history changelog status
what+was+said what+did+say what+do+say > messages history comments transcript
what+time > current time now
what+day which+day what+date > current date today time calendar
what+kind what+kinds what+type what+sorts > types list categories schema
what+can > list available supported capabilities
what+exists what+is+there what+are+there > list
what+is+in what+is+inside > read contents list get
what+does+look > screenshot preview snapshot describe schema
what+do+i+have+to+do what+should+i+do what+is+next > todos tasks my issues assigned
who+is > user users profile member whois search
who+am+i > whoami self me current user profile account
who+changed who+edited who+touched who+modified > blame history log audit
who+wrote who+made who+created who+did > author blame history log creator user
who+owns who+has > owner list users permissions
who+works who+belongs who+is+in who+is+on > members users list
who+can who+may > permissions members access users
who+approved who+signed+off signed+off > approval approvals reviews state
who+reports reports+to > organization hierarchy manager
where+is where+are where+lies > location find locate search path geocode
where+does where+do where+used > find search destination references list
where+am > current location
where+goes > destination route path contact
when+is when+are when+was when+did > date time schedule events history created info
when+free > availability free busy
why > diagnose cause reason explain error logs analyze debug
why+slow > explain analyze slow profile performance optimization hints
is+it+true > verify check validate
is+there are+there do+i+have > list check find search get
is+up is+down still+up up+and+running > health status ping diagnose
is+valid is+correct > validate verify check lint
is+ok is+okay all+right > validate check health status
am+i+allowed may+i is+allowed allowed+to > permissions allowed access approval
where+is+used > search references code grep find
is+when in+other+zone > convert time timezone
who+wrote+to+me people+who+wrote > contacts extract
who+is+free who+has+time > availability free busy
what+is+on+calendar on+agenda whats+on > list events calendar
who+is+online > users presence
what+did+others+answer answers+to > replies thread
who+should+do who+does responsible+for > assign assignee member
what+is+written+on+card > get card
who+is+on+board > members board
who+reported > issue reporter author
is+ci+green ci+green build+green green+build > status checks pipeline
why+build+failed why+did+build > job output log trace
who+is+in+project project+team people+in+project > members project
who+am+i+logged > whoami
what+changed+in+commit > commit diff show
who+is+user find+developer find+person > search users
how+far+along how+far+are+we > progress burndown status
what+is+new+on+remote > fetch
who+broke who+introduced guilty > blame bisect
where+is+repo+hosted > remote
what+is+in+file show+file open+file text+of+file > read file contents
what+is+in+folder contents+of+folder files+in+folder folder+contents > list directory
how+big+files size+of+files size+of+folder > sizes list directory
when+modified last+modified last+changed > info metadata file
where+is+file find+file files+named files+called > search files
which+folders+allowed which+folders > allowed directories list
what+do+you+remember everything+you+know all+you+know > read graph memory
is+related+to relates+two > create relations
what+is+on+page structure+of+page elements+of+page > snapshot
how+do+i+use > docs query examples
which+tables tables+in > list tables
what+columns column+names fields+of > describe table schema
how+are+spread > distribution histogram
where+money+flows from+to+flows > sankey
how+full > liquid gauge percentage
is+everything+ok anything+wrong what+is+wrong any+problems > find issues health status diagnose
what+runs+on runs+on > server resources services list
which+apps all+apps my+apps > list applications
who+is+in+team members+of+team people+in+team > team members
which+domain domains+of address+of+app > domains server
what+is+at+address > geocode places
which+dashboards find+dashboard > search dashboards
what+queries query+behind > panel queries
which+label labels+of+metric > label names values
how+much+is+logged amount+of+logs > log stats
when+is+my+shift next+shift > oncall shift schedule
who+gets+notified > contact points
where+time+is+spent hot+spots hotspots bottleneck > profile slow
what+objects+exist custom+objects > schemas
which+hubspot+user who+is+token > user details
how+wealth how+did+balance balance+over+time > balance history
which+table where+is+stored table+about > find tables keyword search
how+full+is+table table+size > table size
is+database+up > test connection
who+uses people+in+workspace > users list
which+class methods+of > class info
is+it+time+to+buy bullish bearish overbought > ta summary technical analysis
what+can+i+filter filter+fields > list fields
is+it+working is+working still+working works+still > health status test connection check
`;
