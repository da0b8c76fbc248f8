import { questionsIn } from './searchQuestions';

/*
 * Written from the servers' lists alone by somebody who knew neither the ranking nor the other questions, then
 * labelled once more against the list of all tools. A question or a label is never changed because of what a search
 * finds.
 * Behind its answers: what a language model looked for, on its behalf.
 */
const written = `
plain | update several records in an Airtable table | airtable/update_records | airtable update records rows multiple batch
synonym | add another column to my Airtable contacts sheet | airtable/create_field | airtable create field add column table
keywords | airtable upload attachment | airtable/upload_attachment | airtable upload attachment file to record
parameter | read Airtable rows that match a formula like {Status}='Done', sorted by date | airtable/list_records | airtable list records rows filter by formula sort
plain | brave web search for recent articles | brave/brave_web_search | brave web search news articles
synonym | find coffee shops close to the hotel | brave/brave_local_search google-maps/maps_search_places | local search places nearby coffee shops cafes points of interest
synonym | look something up on the internet and give me a few links about it | brave/brave_web_search exa/web_search_exa tavily/tavily_search | web search internet results links
plain | pie chart of market share | chart/generate_pie_chart | create pie chart graph visualization
plain | generate a word cloud from customer reviews | chart/generate_word_cloud_chart | generate word cloud chart visualization from text
synonym | draw an Ishikawa diagram of what leads to defective parts | chart/generate_fishbone_diagram | generate fishbone diagram Ishikawa cause and effect chart
keywords | scatter plot correlation | chart/generate_scatter_chart | create scatter plot chart correlation graph
keywords | sankey diagram | chart/generate_sankey_chart | generate sankey diagram flow chart
typo | waterfal chrt of profit and loss | chart/generate_waterfall_chart | generate waterfall chart profit and loss graph
synonym | current API reference and sample code for the React framework | context7/query-docs | get library documentation API reference code examples React framework
plain | resolve the Context7 library ID of a package | context7/resolve-library-id | context7 resolve library ID package name
plain | diagnose my app in Coolify | coolify/diagnose_app | coolify diagnose application app troubleshoot health
plain | restart all apps in a project | coolify/restart_project_apps | restart all applications apps in project
synonym | it's an emergency, halt every app that is running on the platform | coolify/stop_all_apps | stop all applications apps emergency shutdown
synonym | dump my hosted database to S3 every night | coolify/database_backups | create scheduled database backup S3 schedule dump
keywords | coolify app logs | coolify/logs coolify/application_logs | coolify get application logs app output
keywords | hetzner create server | coolify/hetzner | hetzner create server cloud VPS provision
keywords | ssh private keys | coolify/private_keys | list private keys SSH key manage
typo | depoy all resourses that carry a tag | coolify/deploy | deploy resources by tag
plain | reply to an email and keep the thread | email/reply_email | reply to email message in thread
plain | save an email as a draft | email/save_draft | create email draft save message
plain | create a new label | email/create_label gitlab/create_label trello/create_label | create label tag folder
synonym | have this mail go out tomorrow morning at eight | email/schedule_email | schedule email send later message
synonym | put the meeting invitation from a message into my calendar | email/add_to_calendar | add calendar event from email invitation ICS import invite
synonym | pass a mail on to a colleague | email/forward_email | forward email message mail
keywords | bulk mark emails read | email/bulk_action | bulk mark emails as read messages flag seen
keywords | mailbox folders unread count | email/list_mailboxes | list mailboxes folders unread count email status
typo | cancle a schedulled email | email/cancel_scheduled | cancel scheduled email delete pending message
parameter | find mails bigger than 10 MB that I have not answered | email/search_emails | search emails by size larger unanswered messages filter
keywords | lint files | eslint/lint-files | lint files check code style errors
plain | echo back a message | everything/echo | echo message back
synonym | add 17 and 25 | everything/get-sum | add numbers sum calculate
keywords | gzip compress file | everything/gzip-file-as-resource | gzip compress file
synonym | read the article behind this link and give it to me as markdown | exa/web_fetch_exa tavily/tavily_extract | fetch URL web page content convert to markdown scrape
parameter | look for people's LinkedIn profiles | exa/web_search_exa | search LinkedIn profiles people
plain | download images from a Figma file | figma/download_figma_images | figma download images export assets
synonym | inspect the layout and components of this design so that I can build it in code | figma/get_figma_data | figma get design data file layout components nodes
plain | read multiple files at once | filesystem/read_multiple_files | read multiple files contents
plain | edit lines in a text file | filesystem/edit_file | edit file lines text replace
synonym | when was this file on disk last changed and who may open it | filesystem/get_file_info | get file info metadata modified time permissions
synonym | which folders on this machine am I permitted to touch | filesystem/list_allowed_directories | list allowed directories folders access
keywords | find files glob pattern | filesystem/search_files | search files glob pattern find
parameter | show only the last 50 lines of a file on disk | filesystem/read_text_file filesystem/read_file | read file last lines tail
plain | show the git status of the working tree | git/git_status | git status working tree
plain | create a new branch | git/git_branch git/git_checkout github/create_branch gitlab/create_branch | git create branch new
plain | push local commits to the remote | git/git_push | git push commits to remote
synonym | who wrote each line of this source file | git/git_blame gitlab/get_file_blame | git blame file line authors
synonym | put my uncommitted changes aside for a moment | git/git_stash | git stash save uncommitted changes
synonym | find the commit that I lost after a bad reset | git/git_reflog | git reflog show history recover lost commit
keywords | cherry pick commit | git/git_cherry_pick | git cherry-pick commit apply
keywords | git remove untracked files | git/git_clean | git clean remove untracked files
parameter | commits by one author since last month | git/git_log gitlab/list_commits | git log commits history by author since date
parameter | get what is new on origin, but fail unless it can be fast-forwarded | git/git_pull | git pull fast-forward only from remote origin
plain | create an issue in a GitHub repository | github/create_issue | github create issue ticket bug report repository
plain | merge a GitHub pull request | github/merge_pull_request | github merge pull request
plain | add a comment to an issue | github/add_issue_comment gitlab/create_issue_note gitlab/create_note jira/jira_comments | add comment to issue ticket
synonym | bring my PR up to date with main on GitHub | github/update_pull_request_branch | github update pull request branch with base main
synonym | did the CI pass for this GitHub PR | github/get_pull_request_status | github pull request status checks CI workflow result
synonym | commit several files to a hosted repository in one go, without a local clone | github/push_files gitlab/push_files | push multiple files single commit to remote repository github
keywords | github search code | github/search_code | github search code repositories
keywords | fork repo | github/fork_repository gitlab/fork_repository | fork repository
typo | get the fiels changed in a pul request | github/get_pull_request_files | get pull request files changed diff list
parameter | request changes on somebody's pull request | github/create_pull_request_review | create pull request review request changes
plain | approve a GitLab merge request | gitlab/approve_merge_request | gitlab approve merge request
plain | list protected branches of a project | gitlab/list_protected_branches | list protected branches project gitlab
plain | create a wiki page in a project | gitlab/create_wiki_page | create wiki page project
synonym | show me what the failed CI job printed | gitlab/get_pipeline_job_output | get CI job log output trace failed pipeline
synonym | is the CI YAML that I just wrote correct, before I commit it | gitlab/validate_ci_lint | validate CI YAML lint gitlab-ci configuration
synonym | have CI run on main every night at two | gitlab/create_pipeline_schedule | create pipeline schedule CI cron nightly branch
keywords | gitlab retry pipeline | gitlab/retry_pipeline | gitlab retry pipeline rerun failed jobs
keywords | milestone burndown | gitlab/get_milestone_burndown_events gitlab/get_group_milestone_burndown_events | get milestone burndown events chart
typo | downlod the artifcats archive of a CI job | gitlab/download_job_artifacts | download job artifacts archive CI
plain | directions from the airport to the hotel | google-maps/maps_directions | directions route navigation between two places maps
synonym | which street address is at this latitude and longitude | google-maps/maps_reverse_geocode | reverse geocode coordinates latitude longitude to address
synonym | how many metres above sea level are these coordinates | google-maps/maps_elevation weather/elevation | get elevation altitude of coordinates
keywords | distance matrix travel time | google-maps/maps_distance_matrix | distance matrix travel time between origins and destinations
plain | search Grafana dashboards | grafana/search_dashboards | grafana search dashboards
plain | create an incident | grafana/create_incident | create incident
plain | fetch a Pyroscope profile | grafana/fetch_pyroscope_profile | fetch pyroscope profile profiling data
synonym | who has pager duty right now | grafana/get_current_oncall_users | get current on-call users schedule who is on duty
synonym | which calls between our services take too long, judging by the traces | grafana/find_slow_requests | find slow requests traces latency spans services
keywords | promql range query | grafana/query_prometheus | query prometheus promql range metrics
keywords | list alert rules state | grafana/list_alert_rules | list alert rules state alerting firing
typo | genrate a deeplnik to a grafana panel | grafana/generate_deeplink | grafana generate deeplink panel URL link
parameter | fetch only some parts of a dashboard with a JSONPath | grafana/get_dashboard_property | get dashboard property JSONPath part of dashboard
plain | create a custom property for HubSpot contacts | hubspot/hubspot-create-property | hubspot create property contacts custom field
synonym | which companies does this CRM contact belong to | hubspot/hubspot-list-associations | list associations contact company CRM
synonym | log on a deal what was said on the phone | hubspot/hubspot-create-engagement | log call on deal create engagement note CRM
keywords | hubspot list workflows | hubspot/hubspot-list-workflows | hubspot list workflows automation
keywords | hubspot search deals filter | hubspot/hubspot-search-objects | hubspot search deals filter CRM objects
plain | search Jira issues with JQL | jira/jira_search | jira search issues JQL
synonym | set a Jira ticket to done | jira/jira_workflow | jira transition issue status change ticket done
keywords | jira link issues | jira/jira_links | jira create issue link between issues tickets
plain | split a transaction | lunchmoney/split_transaction | split transaction into categories
plain | create a manual account | lunchmoney/create_manual_account | create manual account
synonym | how much of this month's grocery money is left | lunchmoney/get_budget_summary | get budget category remaining balance spending this month
keywords | net worth history | lunchmoney/get_balance_history | net worth history account balances over time
keywords | refresh synced crypto | lunchmoney/refresh_synced_crypto | refresh synced crypto accounts balances
typo | set the budgett of a catagory for june | lunchmoney/upsert_budget | set budget amount category month update
plain | create relations between entities in the knowledge graph | memory/create_relations | create relations knowledge graph entities link
synonym | remember another fact about somebody you already know | memory/add_observations | add observations to existing entity memory remember fact
keywords | read whole knowledge graph | memory/read_graph | read graph entire knowledge graph memory
plain | list the tables of the MySQL database | mysql/list_tables | mysql list tables database
plain | test the database connection | mysql/test_connection | test database connection ping
synonym | draw how the tables hang together as a diagram | mysql/get_schema_erd | generate ER diagram database schema table relationships foreign keys
synonym | where in the database are customers' phone numbers kept | mysql/find_tables_by_keyword mysql/search_schema | search database columns by name schema find table phone
keywords | explain slow sql query | mysql/analyze_query | explain SQL query plan slow performance analyze
keywords | stored procedures list | mysql/list_stored_procedures | list stored procedures database routines
keywords | export query csv | mysql/export_query_to_csv | export query results CSV
typo | insret thousands of rows into a tabel | mysql/bulk_insert | bulk insert rows into table records batch
plain | create a page in Notion | notion/API-post-page | notion create page
synonym | put a notion doc beneath another one | notion/API-move-page | notion move page under another parent
synonym | add paragraphs to the end of a Notion document | notion/API-patch-block-children notion/API-update-page-markdown | notion append block children paragraphs to page content
plain | take a screenshot of the current page | playwright/browser_take_screenshot | take screenshot of browser page
plain | resize the browser window | playwright/browser_resize | resize browser window
synonym | return to the site I was on before | playwright/browser_navigate_back | browser navigate back previous page
synonym | accept the alert that popped up in the browser | playwright/browser_handle_dialog | browser handle dialog accept alert popup
keywords | browser console errors | playwright/browser_console_messages | browser console messages errors logs
keywords | hover element | playwright/browser_hover | browser hover over element mouse
typo | wiat untill a text appers on the page | playwright/browser_wait_for | browser wait for text to appear on page
parameter | see how a site looks in dark mode | playwright/browser_emulate_media | browser emulate dark mode color scheme media
plain | start a playtest | roblox/start_playtest | start playtest run game play mode
plain | get all instances with a tag | roblox/get_tagged | get tagged instances by tag
plain | compare two instances | roblox/compare_instances | compare instances diff
synonym | make the player walk to a spot during the test game | roblox/character_navigation | playtest move character navigate player to position walk
synonym | swap one word for another throughout the code of my game | roblox/find_and_replace_in_scripts | find and replace in scripts text across code game
keywords | luau syntax errors | roblox/get_script_analysis | luau syntax check script errors validate
keywords | roblox export build | roblox/export_build | roblox export build model
plain | post a message to a Slack channel | slack/slack_post_message | slack post message to channel send
synonym | answer underneath somebody's Slack message | slack/slack_reply_to_thread | slack reply to thread message
synonym | put a thumbs-up on a chat message | slack/slack_add_reaction | add reaction emoji to message slack
keywords | slack user profile | slack/slack_get_user_profile | slack get user profile
plain | crawl a website | tavily/tavily_crawl | crawl website pages
synonym | which URLs does this site consist of | tavily/tavily_map | map website URLs list links sitemap
parameter | search the web, but only on two domains that I name | tavily/tavily_search | web search restrict include domains
synonym | reason about a hard problem bit by bit, with room to change my mind | thinking/sequentialthinking | sequential thinking step by step reasoning revise thoughts
plain | current time in Tokyo | time/current_time | get current time timezone
plain | number of days in a month | time/days_in_month | days in month date calendar
synonym | what is 3 pm in Berlin for somebody in New York | time/convert_time | convert time between timezones
keywords | iso week number | time/get_week_year | get ISO week number of date
plain | screen stocks with a low P/E | tradingview/screen_stocks | stock screener filter P/E ratio fundamentals
synonym | do moving averages and oscillators say buy or sell for this share | tradingview/get_ta_summary | technical analysis stock indicators moving averages oscillators buy sell rating
keywords | forex screener | tradingview/screen_forex | forex screener currency pairs scan
plain | move a card to another Trello list | trello/move_card | trello move card to list
plain | delete a comment from a Trello card | trello/delete_comment | trello delete comment card
synonym | duplicate a Trello task along with its checklists | trello/copy_card | trello copy card duplicate with checklists
synonym | put a person in charge of a Trello card | trello/assign_member_to_card | trello assign member to card
keywords | trello archive list | trello/archive_list trello/update_list | trello archive list
keywords | my assigned cards | trello/get_my_cards | get my cards assigned to me tasks
typo | tick a checklst item as complet | trello/update_checklist_item | update checklist item complete check off
plain | marine weather with wave height | weather/marine_weather | marine weather forecast wave height sea
plain | climate change projection | weather/climate_projection | climate change projection model forecast
synonym | how warm was it in London in July 1976 | weather/weather_archive | historical weather archive past temperature
synonym | is the river about to burst its banks | weather/flood_forecast | flood forecast river discharge
keywords | pm2.5 ozone | weather/air_quality | air quality PM2.5 ozone pollution
keywords | noaa gfs forecast | weather/gfs_forecast | NOAA GFS weather forecast
`;

/** All of them, server by server. */
export const freshQuestions = questionsIn(written);
