import { Seeded } from '../seeded';

/** What a person or a model may ask of real servers, and every tool that answers it. */
export interface DevelopmentQuestion {
  readonly question: string;
  /** Each as `server/tool`. */
  readonly answers: readonly string[];
}

/** One question a line: what is asked, and the tools that answer it. The ranking may be tuned on these. */
const written = `
what is in this text file | filesystem/read_text_file filesystem/read_file filesystem/read_multiple_files
open several documents at once | filesystem/read_multiple_files
load a picture from disk | filesystem/read_media_file
put this text into a new document on my computer | filesystem/write_file
fix a few lines in the source on disk | filesystem/edit_file
make a folder | filesystem/create_directory
which files are the biggest in here | filesystem/list_directory_with_sizes
where am I permitted to look on this machine | filesystem/list_allowed_directories
when was this file last modified | filesystem/get_file_info
rename a document on disk | filesystem/move_file
hierarchical outline of all subfolders | filesystem/directory_tree
find all png files below a folder | filesystem/search_files
remember that Anna likes tea | memory/add_observations memory/create_entities
forget everything about a person | memory/delete_entities memory/delete_observations
what do you know about Peter | memory/search_nodes memory/open_nodes memory/read_graph
store how two people are connected in the knowledge graph | memory/create_relations
dump the whole knowledge base | memory/read_graph
this fact is no longer true, take it out of the entity | memory/delete_observations
Tom does not work for ACME any more, drop that link between entities | memory/delete_relations
reason step by step about a hard problem | thinking/sequentialthinking
break a problem down and revise my thoughts | thinking/sequentialthinking
check my javascript for style problems | eslint/lint-files
find unused variables with the linter | eslint/lint-files
what day is it today | time/current_time
what time is it now in Tokyo | time/current_time time/convert_time
how long until Christmas | time/relative_time
9 am in New York is when in Berlin | time/convert_time
how long is February 2028 | time/days_in_month
unix epoch of a date | time/get_timestamp
calendar week number of a date | time/get_week_year
visit a web address in the browser | playwright/browser_navigate
push the submit button | playwright/browser_click
what did the page print to the console | playwright/browser_console_messages
capture an image of the web page | playwright/browser_take_screenshot
make the browser window smaller | playwright/browser_resize
choose an entry of a drop-down list on the page | playwright/browser_select_option
accept the alert popup | playwright/browser_handle_dialog
run some js in the page | playwright/browser_evaluate playwright/browser_run_code_unsafe
go to the previous page | playwright/browser_navigate_back
hit enter on the keyboard | playwright/browser_press_key
put the mouse over a menu | playwright/browser_hover
which http calls did the site make | playwright/browser_network_requests
switch the page to dark mode | playwright/browser_emulate_media
enter my address into the form on the page | playwright/browser_fill_form playwright/browser_type
wait until the loading text is gone | playwright/browser_wait_for
open a second tab | playwright/browser_tabs
quit the browser | playwright/browser_close
current documentation of a library | context7/query-docs context7/resolve-library-id
how do I use the React router, with code samples | context7/query-docs context7/resolve-library-id
find the identifier of a package for docs lookup | context7/resolve-library-id
layout of a design | figma/get_figma_data
export icons as svg from the mockup | figma/download_figma_images
get the colours and fonts used in the Figma mockup | figma/get_figma_data
latest news about electric cars | tavily/tavily_search exa/web_search_exa brave/brave_web_search tavily/tavily_research
google something | brave/brave_web_search exa/web_search_exa tavily/tavily_search
look something up on the internet | brave/brave_web_search exa/web_search_exa tavily/tavily_search
text of an article behind a url | tavily/tavily_extract exa/web_fetch_exa
pizza places near me | brave/brave_local_search google-maps/maps_search_places
opening hours and phone number of a shop | brave/brave_local_search google-maps/maps_place_details
all subpages of a site | tavily/tavily_map tavily/tavily_crawl
write a thorough report on a topic with sources | tavily/tavily_research everything/simulate-research-query
scrape a whole website | tavily/tavily_crawl
which links exist on a domain | tavily/tavily_map tavily/tavily_crawl
read a webpage as markdown | exa/web_fetch_exa tavily/tavily_extract
report a bug in the github repo | github/create_issue
propose my branch for merging on github | github/create_pull_request
github projects about machine learning | github/search_repositories
who is this github account | github/search_users
did the checks of the PR pass | github/get_pull_request_status
approve a PR with a remark | github/create_pull_request_review gitlab/approve_merge_request
copy somebody's repo into my own github account | github/fork_repository
which files does the pull request touch | github/get_pull_request_files gitlab/list_merge_request_changed_files
commit several files in one go to github | github/push_files
bring my PR branch up to date with main | github/update_pull_request_branch
what did reviewers say on the PR | github/get_pull_request_reviews github/get_pull_request_comments
where in github is this function used | github/search_code
set up a new github repo | github/create_repository
close a github issue | github/update_issue
tickets that are open in a repo | github/list_issues github/search_issues gitlab/list_issues
answer in a github ticket | github/add_issue_comment
rows of an airtable table | airtable/list_records airtable/search_records
add a row to the airtable | airtable/create_record
which databases do I have in airtable | airtable/list_bases
add a column to an airtable sheet | airtable/create_field
columns of an airtable table | airtable/describe_table airtable/list_tables
put a file into a cell of the record | airtable/upload_attachment
discuss an airtable row | airtable/create_comment airtable/list_comments
throw away airtable rows | airtable/delete_records
rename an airtable column | airtable/update_field
find airtable rows that contain a word | airtable/search_records
draw a pie of market shares | chart/generate_pie_chart
visualise sales over the months | chart/generate_line_chart chart/generate_area_chart chart/generate_column_chart
show how height and weight correlate | chart/generate_scatter_chart
brainstorming picture with branches | chart/generate_mind_map
who reports to whom as a picture | chart/generate_organization_chart
flowchart of a process | chart/generate_flow_diagram
how are values distributed, in bins | chart/generate_histogram_chart
overlap of three sets | chart/generate_venn_chart
conversion steps from visitors to buyers | chart/generate_funnel_chart
most frequent words of a text as a picture | chart/generate_word_cloud_chart
cause and effect analysis, ishikawa | chart/generate_fishbone_diagram
show my travel itinerary on a map | chart/generate_path_map
mark places on a map | chart/generate_pin_map
table of figures, pivot | chart/generate_spreadsheet
spider web diagram of skills | chart/generate_radar_chart
show progress as a percentage picture | chart/generate_liquid_chart
median and quartiles of groups | chart/generate_boxplot_chart chart/generate_violin_chart
energy flow between nodes | chart/generate_sankey_chart
why is my app down on coolify | coolify/diagnose_app coolify/application_logs coolify/logs
restart a container | coolify/control
output of my coolify application | coolify/application_logs coolify/logs
ship the new version on coolify | coolify/deploy
set a password variable for many apps at once | coolify/bulk_env_update
shut everything down right now | coolify/stop_all_apps
which machines does coolify manage | coolify/list_servers coolify/get_infrastructure_overview
is the server reachable | coolify/validate_server coolify/diagnose_server
cron jobs of an app | coolify/scheduled_tasks
dump the database every night | coolify/database_backups
ssh key for a server | coolify/private_keys
rent a cloud machine at hetzner | coolify/hetzner
what is broken in my infrastructure | coolify/find_issues coolify/get_infrastructure_overview
persistent volumes of a service | coolify/storages
staging and production of a project | coolify/environments gitlab/list_environments
which releases went out lately | coolify/list_deployments gitlab/list_deployments
build the whole project again and roll it out | coolify/redeploy_project
any new mails | email/list_emails email/list_mailboxes email/search_emails
write to my boss | email/send_email email/save_draft
answer that mail | email/reply_email
pass a message on to a colleague by mail | email/forward_email
find the mail from my bank | email/search_emails email/list_emails
get the pdf that came with a mail | email/download_attachment
read the entire mail conversation | email/get_thread
put a mail into another folder | email/move_email
send it tomorrow morning | email/schedule_email
mark as unread | email/mark_email email/bulk_action
throw away a mail | email/delete_email email/bulk_action
take the meeting from the invitation mail into my calendar | email/add_to_calendar email/extract_calendar
what is on my agenda today | email/list_events
remind me to answer this mail | email/create_reminder
which mail addresses do I have set up | email/list_accounts
who do I write with most often | email/get_email_stats email/extract_contacts
make a new mail folder | email/create_mailbox
collect addresses of people who wrote to me | email/extract_contacts
do not send that queued mail after all | email/cancel_scheduled
keep an unfinished letter for later | email/save_draft
tag a mail | email/add_label
is my imap connection working | email/check_health email/get_watcher_status
canned reply with placeholders | email/apply_template email/list_templates
repeat what I say | everything/echo
add two numbers | everything/get-sum
compress a file | everything/gzip-file-as-resource
which env variables are set | everything/get-env
start something that takes a while and reports progress | everything/trigger-long-running-operation
sample image for testing | everything/get-tiny-image
who changed this line last | git/git_blame gitlab/get_file_blame
what did I change locally | git/git_diff git/git_status
undo my last commit | git/git_reset
save my changes for later without committing | git/git_stash
who wrote what when, history of the branch | git/git_log github/list_commits gitlab/list_commits git/git_blame
send my commits to the server | git/git_push
get the newest version from the server | git/git_pull git/git_fetch
switch to another branch | git/git_checkout
download a repository to my disk | git/git_clone
take over a single commit from another branch | git/git_cherry_pick
mark this version as a release | git/git_tag
delete files that git does not know | git/git_clean
recover a lost commit | git/git_reflog
start version control in this folder | git/git_init
put my commits on top of main | git/git_rebase
combine two branches | git/git_merge
which url is origin | git/git_remote
files that are ready to be committed | git/git_status
am I allowed to merge it, who signed off | gitlab/get_merge_request_approval_state
gitlab MRs waiting for review | gitlab/list_merge_requests gitlab/list_group_merge_requests
log of the failed ci job | gitlab/get_pipeline_job_output
run the failed build again | gitlab/retry_pipeline gitlab/retry_pipeline_job
stop the running ci | gitlab/cancel_pipeline gitlab/cancel_pipeline_job
nobody may push to main | gitlab/protect_branch
which tests failed in the pipeline | gitlab/get_pipeline_test_report gitlab/get_pipeline_test_report_summary
thumbs up on an issue in gitlab | gitlab/create_issue_emoji_reaction
what do I have to do in gitlab | gitlab/list_todos gitlab/my_issues
is my .gitlab-ci.yml valid | gitlab/validate_ci_lint gitlab/validate_project_ci_lint
nightly pipeline every day at 3 | gitlab/create_pipeline_schedule
who works on this gitlab project | gitlab/list_project_members
goals of the release with a due date | gitlab/list_milestones gitlab/get_milestone gitlab/list_group_milestones gitlab/get_group_milestone
how is the milestone going, remaining work over time | gitlab/get_milestone_burndown_events gitlab/get_group_milestone_burndown_events
write documentation into the wiki | gitlab/create_wiki_page gitlab/update_wiki_page gitlab/create_group_wiki_page gitlab/update_group_wiki_page
which account am I logged in as at gitlab | gitlab/whoami gitlab/get_user gitlab/get_users
get the build output files | gitlab/download_job_artifacts gitlab/list_job_artifacts gitlab/get_job_artifact_file
issues that block this one | gitlab/list_issue_links gitlab/get_issue_link gitlab/create_issue_link jira/jira_links
merge it | gitlab/merge_merge_request github/merge_pull_request git/git_merge
where do the two branches clash | gitlab/get_merge_request_conflicts
mark the review discussion as settled | gitlab/resolve_merge_request_thread
all my pending review comments, send them off | gitlab/bulk_publish_draft_notes gitlab/publish_draft_note
what happened in the project lately | gitlab/get_project_events gitlab/list_events
shut down unused review environments | gitlab/stop_stale_environments gitlab/delete_review_app_environments gitlab/stop_environment
sprints of a group | gitlab/list_group_iterations
how do I get from the station to the hotel | google-maps/maps_directions
how far is it between several cities | google-maps/maps_distance_matrix
which street is at these coordinates | google-maps/maps_reverse_geocode
latitude of the Eiffel tower | google-maps/maps_geocode weather/geocoding
reviews and rating of a restaurant | google-maps/maps_place_details brave/brave_local_search
how high is this mountain | google-maps/maps_elevation weather/elevation
who is on call | grafana/get_current_oncall_users grafana/list_oncall_schedules grafana/list_oncall_users
error spikes in the logs | grafana/find_error_pattern_logs grafana/query_loki_logs
cpu usage over the last hour with promql | grafana/query_prometheus
which alarms are defined | grafana/list_alert_rules
declare an outage | grafana/create_incident
why are requests so slow | grafana/find_slow_requests
panels of a dashboard | grafana/get_dashboard_summary grafana/get_dashboard_by_uid grafana/get_dashboard_panel_queries grafana/get_dashboard_property
where do alert notifications go | grafana/list_contact_points
give me a link to the dashboard | grafana/generate_deeplink
what can be measured, all metrics | grafana/list_prometheus_metric_names grafana/list_prometheus_metric_metadata
cpu flame graph of a service | grafana/fetch_pyroscope_profile
add a note to the timeline of the incident | grafana/add_activity_to_incident
where does grafana get its data | grafana/list_datasources
grep logs with logql | grafana/query_loki_logs
who has a grafana account | grafana/list_users_by_org grafana/list_oncall_users
customers in the crm | hubspot/hubspot-list-objects hubspot/hubspot-search-objects
save a new lead in hubspot | hubspot/hubspot-batch-create-objects
find a company in the crm by name | hubspot/hubspot-search-objects
log a note or task on a hubspot contact | hubspot/hubspot-create-engagement
which contacts belong to this company in hubspot | hubspot/hubspot-list-associations
custom property for deals in hubspot | hubspot/hubspot-create-property
hubspot automations | hubspot/hubspot-list-workflows hubspot/hubspot-get-workflow
open the record in the hubspot web page | hubspot/hubspot-get-link
move a jira ticket to in progress | jira/jira_workflow
jql query | jira/jira_search
create a story in jira | jira/jira_issues
say something on a jira ticket | jira/jira_comments
attach a file to the jira issue | jira/jira_attachments
how much did I spend on food | lunchmoney/get_transactions lunchmoney/get_budget_summary lunchmoney/get_all_categories
how rich am I, net worth over time | lunchmoney/get_balance_history lunchmoney/get_account_balance_history
am I over budget this month | lunchmoney/get_budget_summary
log a cash expense | lunchmoney/create_transactions
subscriptions I pay every month | lunchmoney/get_recurring_items lunchmoney/get_single_recurring_item
how much money is in my bank accounts | lunchmoney/get_all_plaid_accounts lunchmoney/get_all_manual_accounts lunchmoney/get_single_plaid_account lunchmoney/get_single_manual_account lunchmoney/get_balance_history
plan 300 dollars for groceries | lunchmoney/upsert_budget
my bitcoin holdings | lunchmoney/get_all_manual_crypto lunchmoney/get_all_synced_crypto lunchmoney/get_single_manual_crypto lunchmoney/get_single_synced_crypto lunchmoney/get_synced_crypto_balance
add the receipt to a payment | lunchmoney/attach_file_to_transaction
divide a purchase among two categories | lunchmoney/split_transaction
sync with my bank now | lunchmoney/trigger_plaid_fetch
group of spending kinds | lunchmoney/get_all_categories lunchmoney/create_category lunchmoney/get_single_category
change the category of a purchase | lunchmoney/update_transaction lunchmoney/update_transactions_bulk
which coins can be tracked | lunchmoney/get_supported_cryptocurrencies
erase a payment | lunchmoney/delete_transaction lunchmoney/delete_transactions_bulk
run sql | mysql/run_select_query mysql/execute_write_query mysql/execute_ddl
columns and types of a mysql table | mysql/read_table_schema
how many gigabytes does a table take | mysql/get_table_size
why is this select slow | mysql/analyze_query mysql/get_optimization_hints
fill the database with sample data | mysql/execute_seed_plan mysql/plan_seed_data mysql/seed_from_template mysql/generate_seed_preview
download a table as a spreadsheet file | mysql/export_table_to_csv mysql/export_query_to_csv
empty a table | mysql/truncate_table
undo the changes of this transaction | mysql/rollback_transaction
add a column to a mysql table | mysql/alter_table
make lookups by email faster | mysql/create_index
how are the tables related | mysql/get_all_tables_relationships mysql/list_foreign_keys mysql/get_schema_erd
no two rows may have the same email | mysql/add_unique_constraint
entity relationship diagram of the database | mysql/get_schema_erd
defragment a table | mysql/optimize_table
which table holds customers | mysql/find_tables_by_keyword mysql/search_schema mysql/list_tables
can you reach the database | mysql/test_connection mysql/describe_connection
insert thousands of rows at once | mysql/bulk_insert
call a stored routine | mysql/execute_stored_procedure
null counts and distinct values of a column | mysql/get_column_statistics
start a new notion page | notion/API-post-page
find a page in my notion workspace | notion/API-post-search
add a paragraph to the end of a notion page | notion/API-patch-block-children notion/API-update-page-markdown
what is written on the notion page | notion/API-retrieve-page-markdown notion/API-get-block-children notion/API-retrieve-a-page
put a notion page below another one | notion/API-move-page
remarks on a notion page | notion/API-retrieve-a-comment
filter and sort entries of a notion database | notion/API-query-data-source
who is in the notion workspace | notion/API-get-users
make a part in the game world | roblox/create_object roblox/mass_create_objects roblox/insert_asset
show the source of a lua script | roblox/get_script_source
run the game to test it | roblox/start_playtest
what was printed while testing the game | roblox/get_playtest_output roblox/get_output_log
replace text in all scripts | roblox/find_and_replace_in_scripts
revert the last edit in the studio | roblox/undo
what is selected in the editor | roblox/get_selection
make ten copies of a model | roblox/mass_duplicate roblox/smart_duplicate roblox/clone_object
walk the character to a place | roblox/character_navigation
put a model from the marketplace into the scene | roblox/insert_asset roblox/search_assets
press a key in the running game | roblox/simulate_keyboard_input
differences between two objects | roblox/compare_instances
give a part another colour | roblox/set_property roblox/set_properties roblox/mass_set_property
everything below an object in the tree | roblox/get_descendants roblox/get_instance_children
objects with a certain tag | roblox/get_tagged
upload a picture as a texture | roblox/upload_decal
tell the team in slack that we are done | slack/slack_post_message
what was said in the channel today | slack/slack_get_channel_history
answer below a slack message | slack/slack_reply_to_thread
like a message with an emoji | slack/slack_add_reaction
who is in our slack | slack/slack_get_users
job title and email of a coworker in slack | slack/slack_get_user_profile
which rooms are there in slack | slack/slack_list_channels
cheap shares with a high dividend | tradingview/screen_stocks
should I buy or sell apple | tradingview/get_ta_summary
which coins rose most today | tradingview/screen_crypto
euro against dollar | tradingview/screen_forex
ticker of a company | tradingview/search_symbols tradingview/lookup_symbols
index funds with low fees | tradingview/screen_etf
ready-made stock filters | tradingview/list_presets tradingview/get_preset
put this card in Done | trello/move_card
what do I have to do on trello | trello/get_my_cards
new todo on the board | trello/add_card_to_list
give a card to a colleague | trello/assign_member_to_card
tick off a step of the card | trello/update_checklist_item
set a deadline for a trello card | trello/update_card_details
who may see the board | trello/get_board_members
columns of the board | trello/get_lists
add a picture to the card | trello/attach_image_to_card trello/attach_image_data_to_card trello/attach_file_to_card
hide a finished card | trello/archive_card
get told when a card changes | trello/watch_card
what was done with this card so far | trello/get_card_history trello/get_recent_activity
use the marketing board from now on | trello/set_active_board
duplicate a card | trello/copy_card
take a person off the card | trello/remove_member_from_card
what do people say about the card | trello/get_card_comments
do I need an umbrella tomorrow | weather/weather_forecast
how warm was it in 1990 | weather/weather_archive
is there smog or pollen | weather/air_quality
how high are the waves for surfing | weather/marine_weather
will the river overflow | weather/flood_forecast
how hot will the climate be in 2050 | weather/climate_projection
temperatures for the coming months | weather/seasonal_forecast
how sure is the forecast | weather/ensemble_forecast
forecast of the german weather service | weather/dwd_icon_forecast
norwegian weather | weather/metno_forecast
where is Springfield on the globe | weather/geocoding google-maps/maps_geocode
`;

/** Written later, for the ranking only. */
const writtenLater = `
which of my tasks are overdue on the board | trello/get_my_cards
send the newsletter draft out now | email/send_draft email/send_email
who moved this card | trello/get_card_history trello/get_recent_activity
roll the app back to the state before | git/git_reset git/git_checkout
how much ram does the database box use | coolify/server_resources coolify/get_server grafana/query_prometheus
make the text of a cell searchable | mysql/create_fulltext_index
see the raw bytes of an image file | filesystem/read_media_file
tell me everything about ticket ABC-12 | jira/jira_issues jira/jira_search
who are the people reporting bugs most | gitlab/list_issues jira/jira_search github/list_issues github/search_issues
what was the balance of my checking account in May | lunchmoney/get_account_balance_history lunchmoney/get_balance_history
cancel the email I queued for Monday | email/cancel_scheduled
get rid of a tag on a mail | email/remove_label
what does the api of this npm package look like | context7/query-docs context7/resolve-library-id
is there a petrol station close to the office | brave/brave_local_search google-maps/maps_search_places
save the web page as a picture | playwright/browser_take_screenshot
drop a file onto the upload area | playwright/browser_drop playwright/browser_file_upload playwright/browser_drag
check what permissions people have on the gitlab project | gitlab/list_project_members
compare two branches | gitlab/get_branch_diffs git/git_diff
list people on a team in coolify | coolify/teams
where can I see who approved the MR | gitlab/get_merge_request_approval_state
the build hangs, kill it | gitlab/cancel_pipeline gitlab/cancel_pipeline_job
send a direct answer to the sender | email/reply_email
how many unread messages are in each folder | email/list_mailboxes
give the script another name | roblox/rename_object
change lines 10 to 20 of a script | roblox/edit_script_lines
move part to a different parent | roblox/move_object
which customers did not answer | hubspot/hubspot-search-objects hubspot/hubspot-list-objects
update the phone number of a contact | hubspot/hubspot-batch-update-objects
put a price alert rule list | grafana/list_alert_rules
what does alert rule X check | grafana/get_alert_rule_by_uid
look at the numbers behind a chart panel | grafana/get_dashboard_panel_queries grafana/query_prometheus
compress log files | everything/gzip-file-as-resource
convert a street name to coordinates | google-maps/maps_geocode weather/geocoding
weather in the mountains on the weekend | weather/weather_forecast
how windy will it be | weather/weather_forecast weather/gfs_forecast
which fields has an airtable base | airtable/describe_table airtable/list_tables
write a remark on a record | airtable/create_comment
create a bar diagram from these numbers | chart/generate_bar_chart chart/generate_column_chart
show the hierarchy of expenses as nested boxes | chart/generate_treemap_chart
compare distribution shapes of several groups | chart/generate_violin_chart chart/generate_boxplot_chart
find the user id of a colleague in slack | slack/slack_get_users slack/slack_get_user_profile
post an update in #general | slack/slack_post_message
read all answers to a slack post | slack/slack_get_thread_replies
who paid for what last week | lunchmoney/get_transactions
delete the budget for rent | lunchmoney/remove_budget
mark an expense as part of groceries | lunchmoney/update_transaction lunchmoney/update_transactions_bulk
make a new spending category | lunchmoney/create_category
which users exist in notion | notion/API-get-users
change the title of a notion page | notion/API-patch-page
delete a paragraph in notion | notion/API-delete-a-block
describe the structure of the whole database | mysql/get_database_summary mysql/get_schema_erd mysql/get_schema_rag_context
which procedures are saved in the database | mysql/list_stored_procedures
remove an index | mysql/drop_index
what has been changed in the mysql server versions | mysql/read_changelog
stage my edits | git/git_add
copy a branch's commit over to mine | git/git_cherry_pick
keep two branches checked out at the same time | git/git_worktree
list all versions released | git/git_tag
which tickers match "micro" | tradingview/search_symbols tradingview/lookup_symbols
relate two persons | memory/create_relations
`;

const heldOut = 80;

const shuffled = new Seeded(2_026).shuffled(readQuestions(written));

/** What the ranking is tuned on. */
export const developmentQuestions = [...shuffled.slice(heldOut), ...readQuestions(writtenLater)];

/** What shows whether that holds for others, too: nothing is tuned on these. */
export const validationQuestions = shuffled.slice(0, heldOut);

/** Reads one question a line, with the tools that answer it. */
export function readQuestions(text: string): DevelopmentQuestion[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [question = '', answers = ''] = line.split(' | ');
      return { question, answers: answers.split(' ') };
    });
}
