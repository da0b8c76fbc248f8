import { questionsIn } from '../searchQuestions';

/*
 * Written from the servers' lists alone by somebody who knew neither the ranking nor the other questions, then
 * labelled once more against the list of all tools. A question or a label is never changed because of what a search
 * finds.
 */
const written = `
plain | update several records in an Airtable table | airtable/update_records
synonym | add another column to my Airtable contacts sheet | airtable/create_field
keywords | airtable upload attachment | airtable/upload_attachment
parameter | read Airtable rows that match a formula like {Status}='Done', sorted by date | airtable/list_records
plain | brave web search for recent articles | brave/brave_web_search
synonym | find coffee shops close to the hotel | brave/brave_local_search google-maps/maps_search_places
synonym | look something up on the internet and give me a few links about it | brave/brave_web_search exa/web_search_exa tavily/tavily_search
plain | pie chart of market share | chart/generate_pie_chart
plain | generate a word cloud from customer reviews | chart/generate_word_cloud_chart
synonym | draw an Ishikawa diagram of what leads to defective parts | chart/generate_fishbone_diagram
keywords | scatter plot correlation | chart/generate_scatter_chart
keywords | sankey diagram | chart/generate_sankey_chart
typo | waterfal chrt of profit and loss | chart/generate_waterfall_chart
synonym | current API reference and sample code for the React framework | context7/query-docs
plain | resolve the Context7 library ID of a package | context7/resolve-library-id
plain | diagnose my app in Coolify | coolify/diagnose_app
plain | restart all apps in a project | coolify/restart_project_apps
synonym | it's an emergency, halt every app that is running on the platform | coolify/stop_all_apps
synonym | dump my hosted database to S3 every night | coolify/database_backups
keywords | coolify app logs | coolify/logs coolify/application_logs
keywords | hetzner create server | coolify/hetzner
keywords | ssh private keys | coolify/private_keys
typo | depoy all resourses that carry a tag | coolify/deploy
plain | reply to an email and keep the thread | email/reply_email
plain | save an email as a draft | email/save_draft
plain | create a new label | email/create_label gitlab/create_label trello/create_label
synonym | have this mail go out tomorrow morning at eight | email/schedule_email
synonym | put the meeting invitation from a message into my calendar | email/add_to_calendar
synonym | pass a mail on to a colleague | email/forward_email
keywords | bulk mark emails read | email/bulk_action
keywords | mailbox folders unread count | email/list_mailboxes
typo | cancle a schedulled email | email/cancel_scheduled
parameter | find mails bigger than 10 MB that I have not answered | email/search_emails
keywords | lint files | eslint/lint-files
plain | echo back a message | everything/echo
synonym | add 17 and 25 | everything/get-sum
keywords | gzip compress file | everything/gzip-file-as-resource
synonym | read the article behind this link and give it to me as markdown | exa/web_fetch_exa tavily/tavily_extract
parameter | look for people's LinkedIn profiles | exa/web_search_exa
plain | download images from a Figma file | figma/download_figma_images
synonym | inspect the layout and components of this design so that I can build it in code | figma/get_figma_data
plain | read multiple files at once | filesystem/read_multiple_files
plain | edit lines in a text file | filesystem/edit_file
synonym | when was this file on disk last changed and who may open it | filesystem/get_file_info
synonym | which folders on this machine am I permitted to touch | filesystem/list_allowed_directories
keywords | find files glob pattern | filesystem/search_files
parameter | show only the last 50 lines of a file on disk | filesystem/read_text_file filesystem/read_file
plain | show the git status of the working tree | git/git_status
plain | create a new branch | git/git_branch git/git_checkout github/create_branch gitlab/create_branch
plain | push local commits to the remote | git/git_push
synonym | who wrote each line of this source file | git/git_blame gitlab/get_file_blame
synonym | put my uncommitted changes aside for a moment | git/git_stash
synonym | find the commit that I lost after a bad reset | git/git_reflog
keywords | cherry pick commit | git/git_cherry_pick
keywords | git remove untracked files | git/git_clean
parameter | commits by one author since last month | git/git_log gitlab/list_commits
parameter | get what is new on origin, but fail unless it can be fast-forwarded | git/git_pull
plain | create an issue in a GitHub repository | github/create_issue
plain | merge a GitHub pull request | github/merge_pull_request
plain | add a comment to an issue | github/add_issue_comment gitlab/create_issue_note gitlab/create_note jira/jira_comments
synonym | bring my PR up to date with main on GitHub | github/update_pull_request_branch
synonym | did the CI pass for this GitHub PR | github/get_pull_request_status
synonym | commit several files to a hosted repository in one go, without a local clone | github/push_files gitlab/push_files
keywords | github search code | github/search_code
keywords | fork repo | github/fork_repository gitlab/fork_repository
typo | get the fiels changed in a pul request | github/get_pull_request_files
parameter | request changes on somebody's pull request | github/create_pull_request_review
plain | approve a GitLab merge request | gitlab/approve_merge_request
plain | list protected branches of a project | gitlab/list_protected_branches
plain | create a wiki page in a project | gitlab/create_wiki_page
synonym | show me what the failed CI job printed | gitlab/get_pipeline_job_output
synonym | is the CI YAML that I just wrote correct, before I commit it | gitlab/validate_ci_lint
synonym | have CI run on main every night at two | gitlab/create_pipeline_schedule
keywords | gitlab retry pipeline | gitlab/retry_pipeline
keywords | milestone burndown | gitlab/get_milestone_burndown_events gitlab/get_group_milestone_burndown_events
typo | downlod the artifcats archive of a CI job | gitlab/download_job_artifacts
plain | directions from the airport to the hotel | google-maps/maps_directions
synonym | which street address is at this latitude and longitude | google-maps/maps_reverse_geocode
synonym | how many metres above sea level are these coordinates | google-maps/maps_elevation weather/elevation
keywords | distance matrix travel time | google-maps/maps_distance_matrix
plain | search Grafana dashboards | grafana/search_dashboards
plain | create an incident | grafana/create_incident
plain | fetch a Pyroscope profile | grafana/fetch_pyroscope_profile
synonym | who has pager duty right now | grafana/get_current_oncall_users
synonym | which calls between our services take too long, judging by the traces | grafana/find_slow_requests
keywords | promql range query | grafana/query_prometheus
keywords | list alert rules state | grafana/list_alert_rules
typo | genrate a deeplnik to a grafana panel | grafana/generate_deeplink
parameter | fetch only some parts of a dashboard with a JSONPath | grafana/get_dashboard_property
plain | create a custom property for HubSpot contacts | hubspot/hubspot-create-property
synonym | which companies does this CRM contact belong to | hubspot/hubspot-list-associations
synonym | log on a deal what was said on the phone | hubspot/hubspot-create-engagement
keywords | hubspot list workflows | hubspot/hubspot-list-workflows
keywords | hubspot search deals filter | hubspot/hubspot-search-objects
plain | search Jira issues with JQL | jira/jira_search
synonym | set a Jira ticket to done | jira/jira_workflow
keywords | jira link issues | jira/jira_links
plain | split a transaction | lunchmoney/split_transaction
plain | create a manual account | lunchmoney/create_manual_account
synonym | how much of this month's grocery money is left | lunchmoney/get_budget_summary
keywords | net worth history | lunchmoney/get_balance_history
keywords | refresh synced crypto | lunchmoney/refresh_synced_crypto
typo | set the budgett of a catagory for june | lunchmoney/upsert_budget
plain | create relations between entities in the knowledge graph | memory/create_relations
synonym | remember another fact about somebody you already know | memory/add_observations
keywords | read whole knowledge graph | memory/read_graph
plain | list the tables of the MySQL database | mysql/list_tables
plain | test the database connection | mysql/test_connection
synonym | draw how the tables hang together as a diagram | mysql/get_schema_erd
synonym | where in the database are customers' phone numbers kept | mysql/find_tables_by_keyword mysql/search_schema
keywords | explain slow sql query | mysql/analyze_query
keywords | stored procedures list | mysql/list_stored_procedures
keywords | export query csv | mysql/export_query_to_csv
typo | insret thousands of rows into a tabel | mysql/bulk_insert
plain | create a page in Notion | notion/API-post-page
synonym | put a notion doc beneath another one | notion/API-move-page
synonym | add paragraphs to the end of a Notion document | notion/API-patch-block-children notion/API-update-page-markdown
plain | take a screenshot of the current page | playwright/browser_take_screenshot
plain | resize the browser window | playwright/browser_resize
synonym | return to the site I was on before | playwright/browser_navigate_back
synonym | accept the alert that popped up in the browser | playwright/browser_handle_dialog
keywords | browser console errors | playwright/browser_console_messages
keywords | hover element | playwright/browser_hover
typo | wiat untill a text appers on the page | playwright/browser_wait_for
parameter | see how a site looks in dark mode | playwright/browser_emulate_media
plain | start a playtest | roblox/start_playtest
plain | get all instances with a tag | roblox/get_tagged
plain | compare two instances | roblox/compare_instances
synonym | make the player walk to a spot during the test game | roblox/character_navigation
synonym | swap one word for another throughout the code of my game | roblox/find_and_replace_in_scripts
keywords | luau syntax errors | roblox/get_script_analysis
keywords | roblox export build | roblox/export_build
plain | post a message to a Slack channel | slack/slack_post_message
synonym | answer underneath somebody's Slack message | slack/slack_reply_to_thread
synonym | put a thumbs-up on a chat message | slack/slack_add_reaction
keywords | slack user profile | slack/slack_get_user_profile
plain | crawl a website | tavily/tavily_crawl
synonym | which URLs does this site consist of | tavily/tavily_map
parameter | search the web, but only on two domains that I name | tavily/tavily_search
synonym | reason about a hard problem bit by bit, with room to change my mind | thinking/sequentialthinking
plain | current time in Tokyo | time/current_time
plain | number of days in a month | time/days_in_month
synonym | what is 3 pm in Berlin for somebody in New York | time/convert_time
keywords | iso week number | time/get_week_year
plain | screen stocks with a low P/E | tradingview/screen_stocks
synonym | do moving averages and oscillators say buy or sell for this share | tradingview/get_ta_summary
keywords | forex screener | tradingview/screen_forex
plain | move a card to another Trello list | trello/move_card
plain | delete a comment from a Trello card | trello/delete_comment
synonym | duplicate a Trello task along with its checklists | trello/copy_card
synonym | put a person in charge of a Trello card | trello/assign_member_to_card
keywords | trello archive list | trello/archive_list trello/update_list
keywords | my assigned cards | trello/get_my_cards
typo | tick a checklst item as complet | trello/update_checklist_item
plain | marine weather with wave height | weather/marine_weather
plain | climate change projection | weather/climate_projection
synonym | how warm was it in London in July 1976 | weather/weather_archive
synonym | is the river about to burst its banks | weather/flood_forecast
keywords | pm2.5 ozone | weather/air_quality
keywords | noaa gfs forecast | weather/gfs_forecast
`;

/** All of them, server by server. */
export const freshQuestions = questionsIn(written);
