import { questionsIn } from './searchQuestions';

/*
 * Written from the servers' lists alone by somebody who knew neither the ranking nor the other questions; somebody
 * else then went through the labels with the lists, and added one. Nothing was tuned with them: a question or a
 * label is never changed because of what a search finds. Behind its answers: what two language models looked for on
 * its behalf, each of which knew no more than the search tool's definition and the question.
 */
const written = `
plain | Take back my approval on merge request !48 | gitlab/unapprove_merge_request | unapprove merge request revoke remove approval | unapprove merge request revoke approval
plain | Submit all my pending draft comments on MR !77 at once | gitlab/bulk_publish_draft_notes | publish all draft notes merge request submit pending review comments | publish all draft notes merge request submit pending review comments
plain | Mark everything on my GitLab to-do list as done | gitlab/mark_all_todos_done | mark all todos as done gitlab to-do list | mark all todos as done GitLab to-do list
plain | Run the nightly pipeline schedule right now instead of waiting for it | gitlab/play_pipeline_schedule | run play pipeline schedule now trigger | run pipeline schedule now play trigger scheduled pipeline
plain | Erase the log and artifacts of CI job 99812 | gitlab/erase_pipeline_job | erase job log artifacts CI delete trace | erase CI job log artifacts delete trace
plain | Which merge requests shipped with deployment 341? | gitlab/list_deployment_merge_requests | list merge requests of deployment gitlab | list merge requests of deployment GitLab
plain | Delete the Onboarding page from our group's wiki | gitlab/delete_group_wiki_page | delete group wiki page | delete group wiki page GitLab
plain | Which files were changed in merge request !31? I don't need the diff | gitlab/list_merge_request_changed_files | list changed files merge request paths without diff | list changed files merge request names without diff
plain | Which of our database tables stores invoices? | mysql/find_tables_by_keyword mysql/search_schema mysql/get_schema_rag_context | search find tables database schema by name list tables | search database tables find table by name list schema
plain | Insert these 5,000 rows into the orders table | mysql/bulk_insert | bulk insert rows into table batch database | bulk insert rows into table batch insert records
plain | Add a check to the users table that age is at least 18 | mysql/add_check_constraint | add check constraint to table database | add check constraint table alter SQL
plain | Export the result of this SQL join to CSV | mysql/export_query_to_csv | export query result to CSV SQL | export SQL query result to CSV
plain | Run the stored procedure recalc_totals with 2026 as its argument | mysql/execute_stored_procedure | call execute stored procedure with arguments | call stored procedure execute with arguments
plain | Show me the CREATE statement of the view v_active_users | mysql/show_create_view | show create view definition statement SQL | show create view definition SQL DDL
plain | Undo the last change in Roblox Studio | roblox/undo | undo last change Roblox Studio | undo last change Roblox Studio
plain | Which objects do I have selected right now in Studio? | roblox/get_selection | get selection selected objects Roblox Studio | get selection selected objects instances Roblox Studio
plain | Move Workspace.Door into the Workspace.Buildings folder | roblox/move_object | move instance set parent reparent object Roblox Studio | move instance reparent set parent object Roblox Studio
plain | Upload logo.png as a decal to Roblox | roblox/upload_decal | upload decal image asset Roblox | upload decal image asset Roblox
plain | Press W for three seconds in the running playtest so the character walks forward | roblox/simulate_keyboard_input | simulate keyboard input press hold key playtest Roblox character | simulate keyboard input press key playtest character Roblox
plain | Set the health, speed and damage attributes on the Boss model in one go | roblox/bulk_set_attributes | bulk set attributes multiple on instance Roblox | set multiple attributes instance bulk Roblox
plain | Split the 120 dollar supermarket transaction into groceries and household | lunchmoney/split_transaction | split transaction into categories | split transaction into categories budget expense
plain | Fetch the newest transactions from my bank through Plaid | lunchmoney/trigger_plaid_fetch | trigger fetch Plaid accounts sync bank transactions | fetch Plaid transactions sync bank accounts
plain | Add a tag "vacation 2026" with a green background in Lunch Money | lunchmoney/create_tag | create tag color Lunch Money | create tag color Lunch Money
plain | Group these three restaurant transactions into one | lunchmoney/create_transaction_group | create transaction group combine transactions | create transaction group combine transactions
plain | Copy this Trello card to a list on the other board | trello/copy_card | copy card to list other board Trello duplicate | copy card to another board list Trello duplicate
plain | Find all HubSpot deals over 50,000 euros that close this month | hubspot/hubspot-search-objects | search deals HubSpot filter amount close date | search deals HubSpot filter amount close date
plain | Remove Anna from the Trello card | trello/remove_member_from_card | remove member from card Trello unassign | remove member from card Trello unassign
plain | Add these twelve tasks as cards to the Backlog list | trello/add_cards_to_list | create multiple cards batch add list Trello tasks | create multiple cards batch add cards to list Trello
plain | Schedule this email to go out on Monday at 9 in the morning | email/schedule_email | schedule send email later at time | schedule email send later
plain | Add the meeting invitation from this email to my calendar | email/add_to_calendar | add calendar event from email invitation import invite | create calendar event from email invitation add ICS
plain | Rename the mail folder Projekte to Projects | email/rename_mailbox | rename mail folder email | rename mail folder mailbox
plain | Send the draft I wrote to Peter | email/send_draft | send draft email | send draft email
plain | Restart all apps in the shop project | coolify/restart_project_apps | restart all applications in project Coolify | restart all applications project Coolify
plain | Deploy everything that has the tag "staging" in Coolify | coolify/deploy | deploy by tag Coolify trigger deployment | deploy by tag Coolify
plain | Why is the Coolify app shop.example.com down? Please diagnose it | coolify/diagnose_app | diagnose application Coolify troubleshoot down | diagnose application Coolify troubleshoot app down
plain | Set LOG_LEVEL to debug on all five of these apps | coolify/bulk_env_update | bulk update environment variable multiple applications set env | set environment variable multiple applications bulk update env
plain | Who is on call right now for the backend schedule? | grafana/get_current_oncall_users | get current on-call users schedule | who is on call current on-call users schedule
plain | Generate a link to the CPU panel in Grafana for the last six hours | grafana/generate_deeplink | generate deeplink Grafana panel link URL time range | generate Grafana panel link deeplink URL dashboard time range
plain | What queries are behind the panels of dashboard abc123? | grafana/get_dashboard_panel_queries | get dashboard panel queries Grafana | get dashboard panel queries Grafana
plain | Stash my uncommitted changes for later | git/git_stash | git stash uncommitted changes save | git stash changes
plain | Set up a second working tree for the hotfix branch | git/git_worktree | git worktree add create working tree branch | git worktree add working tree branch
plain | Rebase my feature branch onto main | git/git_rebase | git rebase branch onto main | git rebase branch
plain | Draw an organization chart of our company with the CEO at the top | chart/generate_organization_chart | generate organization chart org diagram hierarchy | generate organization chart diagram hierarchy
plain | Make a pivot table of sales by region and month | chart/generate_spreadsheet | generate pivot table spreadsheet summary cross table | generate pivot table spreadsheet
plain | Merge pull request 88 | github/merge_pull_request | merge pull request GitHub | merge pull request GitHub
plain | What did the reviewers write on pull request 19? | github/get_pull_request_reviews github/get_pull_request_comments | get pull request reviews review comments GitHub | get pull request reviews review comments
plain | Choose "Germany" in the country dropdown on the page | playwright/browser_select_option | select option dropdown browser page | select option dropdown browser page
plain | What network requests did the page send to the API? | playwright/browser_network_requests | list network requests browser page | list network requests browser page
plain | Move the Notion page "Roadmap" under "Planning" | notion/API-move-page | move page Notion change parent | move page Notion change parent
plain | Query the Notion tasks database for entries with status Open | notion/API-query-data-source | query database data source Notion filter status | query Notion database data source filter
plain | Create a follow-up task for this deal in HubSpot | hubspot/hubspot-create-engagement | create task HubSpot deal follow-up engagement | create task HubSpot deal follow-up
plain | How hot was it in Rome in July 1976? | weather/weather_archive | historical weather archive temperature past data | historical weather archive past temperature
plain | Get the forecast for Oslo from the Norwegian weather service | weather/metno_forecast | weather forecast Norwegian MET Norway | weather forecast Norwegian MET Norway
plain | Create a new table "Suppliers" in my Airtable base | airtable/create_table | create table Airtable base | create table Airtable base
plain | Find all .csv files below the data folder on disk | filesystem/search_files | search files by pattern glob directory find | search files by pattern directory find
plain | Find US stocks with a P/E below 15 and a dividend yield above 4% | tradingview/screen_stocks | stock screener screen stocks P/E dividend yield | stock screener filter P/E ratio dividend yield
plain | Show me everything you have in the knowledge graph | memory/read_graph | read whole knowledge graph memory | read graph knowledge graph memory entities relations
plain | Post "deploy finished" to the #releases channel on Slack | slack/slack_post_message | post send message Slack channel | post message Slack channel send
plain | What address is at 48.8584, 2.2945? | google-maps/maps_reverse_geocode | reverse geocode coordinates to address latitude longitude | reverse geocode coordinates to address
plain | If it's 15:00 in London, what time is it in Tokyo? | time/convert_time | convert time between timezones | convert time between time zones
plain | Search the web for news about the EU AI Act | tavily/tavily_search exa/web_search_exa brave/brave_web_search | web search news internet | web search news
plain | Download the icons from this Figma file as SVG | figma/download_figma_images | download Figma images icons SVG export | download Figma images SVG export icons
synonym | Can MR !210 go in cleanly, or does it clash with something on main? | gitlab/get_merge_request_conflicts | check merge request conflicts mergeability can be merged | check merge request conflicts mergeable merge status
synonym | New clones of our GitLab project should land on develop instead of master from now on | gitlab/update_default_branch gitlab/update_project | update project default branch gitlab change settings | update project default branch GitLab settings
synonym | Which pages exist on docs.example.com? Just a list of their addresses | tavily/tavily_map | map website list URLs of site discover pages sitemap | map website URLs list pages of site sitemap
synonym | Is the group name acme-labs still free on GitLab? | gitlab/verify_namespace | check group name path exists available gitlab namespace | check group namespace exists available GitLab
synonym | Who wrote lines 40 to 60 of src/auth.rb, and when? | git/git_blame gitlab/get_file_blame | git blame file lines author | git blame file lines author history
synonym | The colleague who set up our weekly cron build has left; make it mine so that I can edit it | gitlab/take_ownership_pipeline_schedule | take ownership pipeline schedule | take ownership of pipeline schedule GitLab
synonym | What did the failed build step print to the console in GitLab CI? | gitlab/get_pipeline_job_output | get job log output trace gitlab CI pipeline job | get pipeline job output log trace GitLab CI
synonym | Give the go-ahead for the production rollout that is waiting for sign-off in GitLab | gitlab/approve_deployment | approve deployment gitlab environment protected approval | approve deployment GitLab pending approval environment
synonym | Hold on until CI run 7781 is through, then tell me how it ended | gitlab/wait_for_pipeline | wait for pipeline to finish status gitlab | wait for pipeline to finish status CI
synonym | Change just one sentence in the text of GitLab issue #41 without sending the whole thing again | gitlab/update_issue_description_patch | edit issue description replace text patch partial update gitlab | edit issue description partial replace text patch GitLab
synonym | Draw me a picture of how our database tables hang together | mysql/get_schema_erd | ER diagram database schema entity relationship draw tables | generate entity relationship diagram database schema ER
synonym | How many different values does customers.email have, and how many are empty? | mysql/get_column_statistics | column statistics profile distinct values null count table | column statistics profile distinct values null count table
synonym | My SQL statement fails with error 1064, what's wrong with it? | mysql/repair_query | explain SQL error validate syntax check query | explain SQL error diagnose query syntax fix
synonym | Empty the sessions table completely but keep its structure | mysql/truncate_table | truncate table empty delete all rows | truncate table empty delete all rows
synonym | We deleted millions of rows from logs but the table still takes up as much disk, get the room back | mysql/optimize_table | optimize table reclaim disk space defragment | optimize table reclaim disk space vacuum
synonym | I need believable fake customers and orders in the dev database, with foreign keys that fit | mysql/plan_seed_data mysql/seed_from_template | generate fake test data seed database foreign keys | generate fake test data seed database tables foreign keys
synonym | Am I really on the staging database, and as which user? | mysql/describe_connection | current database connection info user status test connection | database connection info current database user status
synonym | Have my avatar walk over to the spawn point while the game is running | roblox/character_navigation | move character navigate to position walk playtest Roblox | navigate character move player walk to position playtest Roblox
synonym | Swap OldRemote for NewRemote everywhere in my game's Lua code | roblox/find_and_replace_in_scripts | find and replace in scripts Roblox search replace code | find and replace text in all scripts Roblox Lua
synonym | These two doors in my game should act the same but don't, what is different between them? | roblox/compare_instances | compare instances diff properties Roblox | compare instances diff properties two objects Roblox
synonym | Let me peek at what's inside marketplace model 18283 before I put it into my game | roblox/preview_asset | preview inspect marketplace asset model contents Roblox before insert | preview marketplace asset inspect model contents before insert Roblox
synonym | Is there any Luau code in my place that won't compile? | roblox/get_script_analysis | check script syntax errors Luau validate compile | check scripts syntax errors Luau validate compile
synonym | Reason through this tricky problem bit by bit, going back on earlier ideas where needed | thinking/sequentialthinking | sequential thinking step by step reasoning revise | sequential thinking step by step reasoning revise
synonym | Put ten more lamp posts in a row, each five studs further along | roblox/smart_duplicate | duplicate instance multiple copies with offset Roblox smart clone array | duplicate object multiple copies with offset position Roblox
synonym | How much of this month's food money do I have left? | lunchmoney/get_budget_summary | get budget summary remaining category month spending | get budget summary category remaining spending
synonym | Keep the photo of the receipt together with that hardware store purchase | lunchmoney/attach_file_to_transaction | attach file to transaction receipt attachment upload | attach file receipt to transaction upload attachment
synonym | Give groceries a limit of 400 for December | lunchmoney/upsert_budget | set budget amount category month upsert | set budget amount for category month
synonym | My Coinbase numbers look old, get the current ones | lunchmoney/refresh_synced_crypto | refresh crypto balance synced Coinbase | refresh crypto balance sync Coinbase
synonym | Forget Bob completely, he should no longer be in what you remember | memory/delete_entities | delete entity memory knowledge graph remove | delete entities knowledge graph memory forget
synonym | Let me know whenever something happens on that Trello card | trello/watch_card | subscribe to card watch notifications Trello webhook | create webhook Trello card notifications watch subscribe
synonym | Put the Done column at the far right of the board | trello/update_list_position | move list position reorder board Trello | move list position board Trello reorder update list
synonym | Tick off "write tests" on the card | trello/update_checklist_item | check checklist item complete card Trello update | complete checklist item on card check off Trello
synonym | How far along in percent is the Launch to-do list on that card? | trello/get_checklist_by_name | get checklist progress completion percent card Trello | get checklist progress percent complete card Trello
synonym | What has been going on on our Trello board over the last few days? | trello/get_recent_activity | get board recent activity actions Trello | get recent board activity Trello actions
synonym | That mail planned for tomorrow must not go out after all | email/cancel_scheduled | cancel scheduled email unschedule | cancel scheduled email
synonym | Who writes to me most often? | email/extract_contacts email/get_email_stats | email statistics top senders contacts analytics | top senders email statistics contacts most frequent
synonym | What appointments do I have next week? | email/list_events | list calendar events upcoming appointments | list calendar events upcoming appointments
synonym | Pass this mail on to my tax adviser | email/forward_email | forward email message | forward email message
synonym | Only bother me with a pop-up for really urgent mails | email/configure_alerts | notification settings desktop alerts email urgent configure | configure notification alerts settings urgent email desktop
synonym | Go over our whole Coolify setup and tell me what is unhealthy | coolify/find_issues | find issues infrastructure health overview Coolify scan unhealthy | find infrastructure issues health check overview Coolify unhealthy
synonym | Panic, shut down every single app we host, now! | coolify/stop_all_apps | stop all applications emergency Coolify | stop all applications emergency Coolify
synonym | Rent a new small machine at Hetzner in Falkenstein | coolify/hetzner | create server Hetzner cloud provision | create Hetzner server cloud provision
synonym | Hand PROJ-77 over to Lisa in Jira | jira/jira_issues | assign issue Jira change assignee | assign issue Jira change assignee update
synonym | Checkout is down, open an outage with the highest severity | grafana/create_incident | create incident severity Grafana outage | create incident severity outage
synonym | Which calls in the payments service took longest over the last hour? | grafana/find_slow_requests | find slow requests traces service latency | find slow requests traces service latency
synonym | Where does our service burn its CPU time? Get me the flame graph | grafana/fetch_pyroscope_profile | fetch profile flame graph CPU profiling service | fetch profile CPU profiling flame graph Pyroscope
synonym | Write down in the running incident that we have rolled back | grafana/add_activity_to_incident | add activity note to incident timeline | add activity note to incident timeline
synonym | Where do our Grafana alarms get sent to, mail or chat? | grafana/list_contact_points | list contact points alerting notification Grafana receivers | list contact points alerting notification Grafana
synonym | I lost a commit after a hard reset, find where HEAD pointed before | git/git_reflog | git reflog show HEAD history | git reflog HEAD history recover lost commit
synonym | Throw away all the files in my checkout that git doesn't know about | git/git_clean | git clean remove untracked files | git clean remove untracked files
synonym | Take back my last three commits but keep the work in the folder | git/git_reset | git reset soft undo commits keep changes | git reset soft undo commits keep changes
synonym | Show how 400 applicants shrink to 5 hires over the stages of our recruiting | chart/generate_funnel_chart | generate funnel chart | generate funnel chart
synonym | Picture how our profit comes about: start with revenue, take off each cost, end at the net result | chart/generate_waterfall_chart | generate waterfall chart | generate waterfall chart
synonym | Show how salaries are spread within each department, with median and quartiles | chart/generate_boxplot_chart chart/generate_violin_chart | generate boxplot chart distribution quartiles | generate boxplot chart distribution
synonym | Lay out the root causes of our late deliveries as an Ishikawa | chart/generate_fishbone_diagram | generate fishbone diagram Ishikawa cause effect | generate fishbone diagram cause effect Ishikawa
synonym | Are all the checks green on pull request 51? | github/get_pull_request_status | get pull request status checks CI GitHub | pull request status checks CI check runs GitHub
synonym | See how the site looks in dark mode | playwright/browser_emulate_media | emulate dark mode color scheme browser | emulate dark mode color scheme browser
synonym | Make the browser as narrow as a phone | playwright/browser_resize | resize browser window page viewport mobile | resize browser window viewport emulate phone
synonym | Write another paragraph at the end of my meeting notes in Notion | notion/API-patch-block-children notion/API-update-page-markdown | append block children Notion page add paragraph content | append block paragraph content to Notion page
synonym | Which companies does this contact belong to in our CRM? | hubspot/hubspot-list-associations | list associations contact company CRM HubSpot | list associations contact companies HubSpot CRM
synonym | Put the product photo from my disk on the existing Airtable row | airtable/upload_attachment | upload attachment Airtable record file image | upload attachment Airtable record file image
synonym | How high will the waves be off Biarritz on Saturday? | weather/marine_weather | marine weather forecast wave height | marine weather forecast wave height
synonym | Will the Rhine overflow in the next weeks? | weather/flood_forecast | flood forecast river discharge | flood forecast river discharge
synonym | Are the indicators saying buy or sell on Nvidia at the moment? | tradingview/get_ta_summary | technical analysis indicators stock buy sell signal | technical analysis indicators stock buy sell signal
keywords | protect main branch | gitlab/protect_branch | protect branch gitlab github branch protection | protect branch GitLab GitHub branch protection
keywords | link related issues | gitlab/create_issue_link jira/jira_links | create issue link related issues relate | create issue link related issues
keywords | validate gitlab-ci.yml | gitlab/validate_ci_lint gitlab/validate_project_ci_lint | lint validate CI configuration gitlab-ci.yml | validate CI lint gitlab-ci.yml configuration
keywords | pipeline unit test results | gitlab/get_pipeline_test_report gitlab/get_pipeline_test_report_summary | get pipeline test report unit test results | get pipeline test report unit test results
keywords | milestone burndown | gitlab/get_milestone_burndown_events gitlab/get_group_milestone_burndown_events | get milestone burndown chart events | milestone burndown chart events
keywords | pizza near me | brave/brave_local_search google-maps/maps_search_places | search places nearby restaurants map pizza | search places nearby restaurants maps
keywords | abort sql transaction | mysql/rollback_transaction | rollback transaction SQL abort database | rollback transaction SQL abort
keywords | list triggers database | mysql/list_triggers | list triggers database | list triggers database
keywords | table size mysql | mysql/get_table_size mysql/get_table_status | table size disk usage MySQL database | get table size MySQL disk usage
keywords | fulltext search articles table | mysql/fulltext_search | fulltext search table SQL text match | full-text search table columns SQL
keywords | fix corrupted table | mysql/repair_table | repair table corrupted check database | repair table corrupted MySQL
keywords | database latency check | mysql/test_connection | ping database connection latency health check | ping database latency connection test health
keywords | roblox instances by tag | roblox/get_tagged | get tagged instances by tag Roblox CollectionService | get tagged instances Roblox CollectionService tag
keywords | creator store search | roblox/search_assets | search creator store assets Roblox marketplace | search creator store assets Roblox marketplace toolbox
keywords | webpage to markdown | exa/web_fetch_exa tavily/tavily_extract | fetch URL web page convert to markdown scrape | scrape fetch web page convert to markdown
keywords | studio viewport screenshot | roblox/capture_screenshot | capture screenshot viewport Roblox Studio | capture screenshot viewport Roblox Studio
keywords | next.js docs lookup | context7/resolve-library-id context7/query-docs | library documentation lookup docs Next.js | library documentation lookup framework docs Next.js
keywords | net worth history | lunchmoney/get_balance_history | net worth history balance over time | net worth history balance accounts over time
keywords | recurring bills subscriptions | lunchmoney/get_recurring_items | recurring items bills subscriptions list | list recurring items expenses subscriptions bills
keywords | lat lon paris | google-maps/maps_geocode weather/geocoding | geocode address city to coordinates latitude longitude | geocode address city to coordinates latitude longitude
keywords | cards assigned me | trello/get_my_cards | get my cards assigned to me Trello | get my cards assigned to me Trello
keywords | acceptance criteria checklist | trello/get_acceptance_criteria | get acceptance criteria checklist card | get acceptance criteria checklist card Trello
keywords | trello custom field definitions | trello/get_board_custom_fields | get custom fields board Trello definitions | list custom fields board Trello definitions
keywords | mark many emails read | email/bulk_action | bulk mark emails as read | mark emails as read bulk batch
keywords | email conversation thread | email/get_thread | get email thread conversation | get email thread conversation messages
keywords | test desktop notification | email/test_notification | test notification desktop send | send test notification desktop check
keywords | coolify database backup schedule | coolify/database_backups | create database backup schedule Coolify | create database backup schedule Coolify scheduled backups
keywords | app container logs | coolify/logs coolify/application_logs | get application logs container Coolify | get application logs container
keywords | cron job coolify app | coolify/scheduled_tasks | scheduled task cron application Coolify create | create scheduled task application cron job Coolify
keywords | list firing alert rules | grafana/list_alert_rules | list alert rules firing Grafana alerting | list alert rules firing Grafana
keywords | run promql | grafana/query_prometheus | query Prometheus PromQL | query Prometheus PromQL
keywords | logql query | grafana/query_loki_logs | query Loki logs LogQL | query Loki logs LogQL
keywords | cherry-pick commit | git/git_cherry_pick | git cherry-pick commit | git cherry-pick commit
keywords | clone repo url | git/git_clone | git clone repository url | git clone repository URL
keywords | word cloud | chart/generate_word_cloud_chart | generate word cloud chart | generate word cloud chart
keywords | venn overlap | chart/generate_venn_chart | generate venn diagram overlap sets | generate venn diagram chart
keywords | radar chart skills | chart/generate_radar_chart | generate radar chart | generate radar chart
keywords | fork repository | github/fork_repository gitlab/fork_repository | fork repository project | fork repository GitHub GitLab
keywords | github code search | github/search_code | search code GitHub repositories | search code GitHub repositories
keywords | dismiss alert dialog | playwright/browser_handle_dialog | handle dialog dismiss alert browser | handle dialog dismiss alert browser
keywords | browser console errors | playwright/browser_console_messages | list console messages errors browser | list console messages browser errors
keywords | notion workspace users | notion/API-get-users | list users Notion workspace | list users Notion workspace
keywords | hubspot workflows | hubspot/hubspot-list-workflows | list workflows HubSpot automation | list workflows HubSpot automation
keywords | pm2.5 air pollution | weather/air_quality | air quality PM2.5 pollution | air quality forecast PM2.5 pollution
keywords | altitude of coordinates | weather/elevation google-maps/maps_elevation | elevation altitude of coordinates | elevation of coordinates altitude
keywords | airtable add column | airtable/create_field | create field Airtable table add column | create field Airtable table add column
keywords | rename file | filesystem/move_file | rename move file | rename file move
keywords | gzip file | everything/gzip-file-as-resource | gzip compress file archive | gzip compress file
keywords | iso week number | time/get_week_year | get week number ISO week of year date | get ISO week number of date calendar
keywords | lint javascript files | eslint/lint-files | lint JavaScript files eslint | lint files JavaScript ESLint
typo | wich gitlab acount am I logged in as | gitlab/whoami | get current user whoami gitlab account | get current user GitLab account whoami
typo | drop teh foreing key fk_orders_customer from the orders table | mysql/drop_foreign_key | drop foreign key constraint table | drop foreign key constraint table
typo | what is teh place id of the roblox game I'm editting | roblox/get_place_info | get place info place id Roblox Studio game | get place info place id game Roblox Studio
typo | creat a new catgory "Pets" for my spending | lunchmoney/create_category | create category budget spending | create category budget spending
typo | archive teh lsit "Old ideas" in Trello | trello/archive_list trello/update_list | archive list Trello close | archive list Trello close
typo | downlod the atachment invoice.pdf from this email | email/download_attachment | download email attachment save | download email attachment save file
typo | serach grafana for the kuberntes dashboard | grafana/search_dashboards | search dashboards Grafana | search dashboards Grafana
typo | draw a histgram of the test scors | chart/generate_histogram_chart | generate histogram chart | generate histogram chart
typo | opne a new browser tabb | playwright/browser_tabs | open new browser tab page | open new page browser tab
typo | anwser in the slack thred with "done" | slack/slack_reply_to_thread | reply to thread Slack message | reply to thread Slack message
typo | driving directons from Colonge to Aachen | google-maps/maps_directions | directions driving route maps navigation | directions driving route between places maps
typo | move jira tiket PROJ-12 to in progess | jira/jira_workflow | transition issue Jira change status | transition issue Jira change status
parameter | Merge MR !12 by itself as soon as its pipeline is green | gitlab/merge_merge_request | merge request auto merge when pipeline succeeds | merge merge request when pipeline succeeds auto-merge GitLab
parameter | List who is in the GitLab project, counting those inherited from the parent group | gitlab/list_project_members | list project members including inherited gitlab all | list project members including inherited GitLab
parameter | Show me the estimated cost and plan of this SELECT without actually executing it | mysql/run_select_query mysql/analyze_query | explain query plan cost SQL execution plan | explain query execution plan cost SQL
parameter | Start a playtest with four players | roblox/start_playtest | start playtest multiplayer multiple players Roblox Studio | start multiplayer playtest with multiple players Roblox Studio
parameter | Which of my October expenses have no category yet? | lunchmoney/get_transactions | list uncategorized transactions without category | list uncategorized transactions by date
parameter | Make me a new Trello board without the usual starter lists | trello/create_board | create board Trello new without default lists | create board Trello without default lists
parameter | Show me the mails with attachments that I have not replied to | email/list_emails email/search_emails | search emails with attachments unanswered not replied filter | search emails with attachments unanswered not replied
parameter | What is DATABASE_URL set to on the api app? I need the plaintext value | coolify/env_vars | get environment variable value reveal application env | get application environment variables reveal value
parameter | Push my rewritten branch, but only if nobody else has pushed to it meanwhile | git/git_push | git push force with lease | git push force with lease
parameter | Make a donut chart of our market shares | chart/generate_pie_chart | generate pie donut chart | generate pie chart donut
parameter | Take a picture of the whole web page, including the part below the fold | playwright/browser_take_screenshot | take screenshot full page browser | take screenshot full page browser
parameter | Show only the last 50 lines of server.log | filesystem/read_text_file filesystem/read_file | read last lines of file tail | read file last lines tail log
`;

export const lateQuestions = questionsIn(written);
