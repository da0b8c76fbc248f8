import { readQuestions } from './developmentQuestions';

/**
 * What is asked in other words than the tools have, mostly of tools that no other question asks for; as
 * `developmentQuestions`.
 */
export const paraphrases = readQuestions(`
unlink two facts in the memory graph | memory/delete_relations
recall exactly these named things | memory/open_nodes memory/search_nodes
shut the current web page | playwright/browser_close playwright/browser_tabs
attach a resume pdf in the upload dialog of the site | playwright/browser_file_upload playwright/browser_drop
look for a phrase in the page I have open | playwright/browser_find
type the escape button | playwright/browser_press_key
one page back in the browser | playwright/browser_navigate_back
accessibility tree of the current page | playwright/browser_snapshot playwright/browser_find
pull an element from one spot to another one with the mouse | playwright/browser_drag playwright/browser_drop
move the pointer on top of the tooltip icon | playwright/browser_hover
commit one changed file straight to a github repo | github/create_or_update_file github/push_files
find open source projects about robotics on github | github/search_repositories
what does the readme of that github project say | github/get_file_contents
propose my changes for review on github | github/create_pull_request
what is issue 42 about | github/get_issue gitlab/get_issue
which proposals wait for review in the repo | github/list_pull_requests gitlab/list_merge_requests
rows of my airtable that mention acme | airtable/search_records airtable/list_records
which sheets are in this base | airtable/list_tables
correct the phone number in three rows of the base | airtable/update_records
get rid of rows in airtable | airtable/delete_records
leave a remark on an airtable row | airtable/create_comment
put a pdf into the attachments column of a row | airtable/upload_attachment
read what colleagues said below a record | airtable/list_comments
give a column another name | airtable/update_field mysql/alter_table
show quartiles and outliers of each group | chart/generate_boxplot_chart chart/generate_violin_chart
two y axes, bars and a line together | chart/generate_dual_axes_chart
visualise the steps of a decision process | chart/generate_flow_diagram
how often values fall in each range, as a picture | chart/generate_histogram_chart
gauge filled to 73 percent like water | chart/generate_liquid_chart
who is connected with whom, drawn as nodes and edges | chart/generate_network_graph
draw the itinerary of our holiday on a map | chart/generate_path_map
mark our shops as points on a map | chart/generate_pin_map
compare five skills of two players in a spider diagram | chart/generate_radar_chart
correlation between height and weight as dots | chart/generate_scatter_chart
how revenue adds up step by step to the profit | chart/generate_waterfall_chart
choropleth of provinces coloured by population | chart/generate_district_map
which coolify release is running | coolify/get_version coolify/get_mcp_version
why does my app not come up, find the fault | coolify/diagnose_app coolify/find_issues coolify/diagnose_server
everything that runs on this box | coolify/server_resources coolify/get_server
which hostnames point at that machine | coolify/server_domains
stop everything at once, emergency | coolify/stop_all_apps
restart all applications of the project | coolify/restart_project_apps
mount a persistent volume for the service | coolify/storages
hetzner api key for creating machines | coolify/cloud_tokens coolify/hetzner
history of rollouts of my app | coolify/list_deployments coolify/deployment
counts of all servers, apps and databases | coolify/get_infrastructure_overview coolify/system
how do I set up backups, look in the coolify manual | coolify/search_docs
make a database reachable from outside | coolify/database
which mailboxes are set up here | email/list_accounts email/list_mailboxes
open the mail with the invoice | email/get_email email/search_emails
is that mail already read or starred | email/get_email_status email/get_email
prewritten texts for mails | email/list_templates email/apply_template
put the meeting from this mail into my diary | email/add_to_calendar
may the program access my calendar | email/check_calendar_permissions
what have I asked to be reminded of | email/list_reminders
how much space is left in my mailbox | email/check_health email/get_email_stats
in which folder is this message really | email/find_email_folder
do desktop notifications work at all | email/check_notification_setup email/test_notification
answer Maria's mail | email/reply_email
star an important message | email/mark_email
keep the unfinished mail for later | email/save_draft
call the mail folder something else | email/rename_mailbox
throw a whole mail folder away with everything in it | email/delete_mailbox
which mails will go out later | email/list_scheduled
tag a message with urgent | email/add_label email/bulk_action
print the environment variables of the process | everything/get-env
start a slow job with progress | everything/trigger-long-running-operation
show a tiny logo | everything/get-tiny-image
stage all modified files | git/git_add
replay my commits on top of main | git/git_rebase
bring the feature branch into mine | git/git_merge github/merge_pull_request gitlab/merge_merge_request
get the newest commits from origin into my branch | git/git_pull git/git_fetch
change the url of origin | git/git_remote
work in this repository folder from now on | git/git_set_working_dir
download new refs but do not touch my files | git/git_fetch
all branches that are here locally | git/git_branch
which panels does the dashboard have | grafana/get_dashboard_summary grafana/get_dashboard_by_uid grafana/get_dashboard_panel_queries grafana/get_dashboard_property
edit a grafana dashboard | grafana/update_dashboard
which data sources are connected to grafana | grafana/list_datasources
names of all prometheus metrics | grafana/list_prometheus_metric_names grafana/list_prometheus_metric_metadata
what values can the job label have in prometheus | grafana/list_prometheus_label_values
how many log lines match this stream selector | grafana/query_loki_stats
which outages are open right now | grafana/list_incidents
write into the timeline of the outage | grafana/add_activity_to_incident
where do alerts get sent | grafana/list_contact_points
people who can be paged | grafana/list_oncall_users grafana/get_current_oncall_users
results of the automatic investigation | grafana/get_sift_investigation grafana/get_sift_analysis grafana/list_sift_investigations
link contacts with a company in the crm | hubspot/hubspot-batch-create-associations
add several new contacts to the crm | hubspot/hubspot-batch-create-objects
which fields does a deal have in hubspot | hubspot/hubspot-list-properties hubspot/hubspot-get-property
open the contact in the hubspot website | hubspot/hubspot-get-link
how does this automation in hubspot work | hubspot/hubspot-get-workflow hubspot/hubspot-list-workflows
change the text of a crm note | hubspot/hubspot-update-engagement
custom object types of our crm | hubspot/hubspot-get-schemas
new spending category for pets | lunchmoney/create_category
rename the groceries category | lunchmoney/update_category
record a cash purchase of 20 dollars | lunchmoney/create_transactions
fix the payee of one purchase | lunchmoney/update_transaction lunchmoney/update_transactions_bulk
remove a wrong purchase | lunchmoney/delete_transaction lunchmoney/delete_transactions_bulk
bundle several purchases into one | lunchmoney/create_transaction_group
put a split purchase back together | lunchmoney/unsplit_transaction
get the receipt file of a purchase | lunchmoney/get_transaction_attachment_url
which bank accounts are synchronised | lunchmoney/get_all_plaid_accounts lunchmoney/get_single_plaid_account
add my bitcoin wallet by hand | lunchmoney/create_manual_crypto
which coins can be tracked | lunchmoney/get_supported_cryptocurrencies
update the crypto holdings now | lunchmoney/refresh_synced_crypto lunchmoney/update_manual_crypto
does my budget run weekly or monthly | lunchmoney/get_budget_settings
track my house as an asset | lunchmoney/create_manual_account
which databases exist on the server | mysql/list_databases coolify/list_databases
where is customer email stored, which table | mysql/find_tables_by_keyword mysql/search_schema mysql/search_data_across_tables
columns and data types of the orders table | mysql/read_table_schema airtable/describe_table
put one new row into the table | mysql/create_record mysql/execute_write_query
rows where the status is pending, sorted by date | mysql/read_records mysql/run_select_query
my sql does not run, what is wrong with it | mysql/repair_query
destroy a table completely | mysql/drop_table
to which host and as which user am I connected | mysql/describe_connection
ping the database, how fast does it answer | mysql/test_connection
make my changes permanent | mysql/commit_transaction
run several statements atomically | mysql/begin_transaction mysql/execute_in_transaction
source code of a stored routine | mysql/show_create_procedure mysql/get_stored_procedure_info
save a select under a name | mysql/create_view
run code automatically after each insert | mysql/create_trigger
stop duplicates in the email column | mysql/add_unique_constraint mysql/create_index
only allow prices above zero | mysql/add_check_constraint
fix a damaged table | mysql/repair_table
free wasted space in a table | mysql/optimize_table mysql/optimize_fulltext
who is the notion member with this id | notion/API-get-user notion/API-get-users
subpages and paragraphs below a block | notion/API-get-block-children
alter the text of a paragraph in notion | notion/API-update-a-block
set the status field of a notion page | notion/API-patch-page
relocate a notion page | notion/API-move-page
hierarchy of everything in the game | roblox/get_project_structure roblox/get_file_tree
make all walls red in one go | roblox/mass_set_property roblox/set_properties
which parts are selected at the moment | roblox/get_selection
execute lua in the studio | roblox/execute_luau
end the test run of the game | roblox/stop_playtest
do again what I have just undone | roblox/redo
duplicate a model elsewhere in the game | roblox/clone_object roblox/smart_duplicate roblox/mass_duplicate
put a catalog model into the game | roblox/insert_asset
does my script have syntax errors | roblox/get_script_analysis
differences between two parts | roblox/compare_instances
click in the game window | roblox/simulate_mouse_input
which rooms are in our slack | slack/slack_list_channels
what did people answer to that message | slack/slack_get_thread_replies
job title and email of a coworker | slack/slack_get_user_profile
funds with the lowest fees and best performance | tradingview/screen_etf
order these tickers by technical strength | tradingview/rank_by_ta tradingview/get_ta_summary
ready made screening strategies | tradingview/list_presets tradingview/get_preset
cards in the doing column | trello/get_cards_by_list_id
columns of the board | trello/get_lists
what happened on the board lately | trello/get_recent_activity
add a done column | trello/add_list_to_board
hide a column that we no longer need | trello/archive_list trello/update_list
notify me whenever this card changes | trello/watch_card
new board for the marketing team | trello/create_board
put a photo on the card | trello/attach_image_to_card trello/attach_image_data_to_card trello/attach_file_to_card trello/attach_data_to_card
who takes part in this board | trello/get_board_members
take Ben off the card | trello/remove_member_from_card
delete what I said on the card | trello/delete_comment
new point for the shopping list on the card | trello/add_checklist_item
how far is the checklist | trello/get_checklist_by_name trello/get_checklist_items
save a card's attached file | trello/download_attachment
change the colour of a tag on the board | trello/update_label
will the river overflow | weather/flood_forecast
how warm will it be here in 2080 | weather/climate_projection
revoke my approval of an MR | gitlab/unapprove_merge_request
which files does the merge request touch | gitlab/list_merge_request_changed_files gitlab/get_merge_request_diffs gitlab/list_merge_request_diffs gitlab/get_merge_request_file_diff
remove an old branch | gitlab/delete_branch git/git_branch
which branch does gitlab show first, make it develop | gitlab/update_default_branch gitlab/update_project
send all my pending review comments | gitlab/bulk_publish_draft_notes gitlab/publish_draft_note
thumbs up on an issue | gitlab/create_issue_emoji_reaction gitlab/create_issue_note_emoji_reaction
issues that are mine | gitlab/my_issues gitlab/list_issues github/list_issues jira/jira_search
my to-do list in gitlab | gitlab/list_todos
two issues no longer belong together | gitlab/delete_issue_link jira/jira_links
is the group name still free | gitlab/verify_namespace
who belongs to the group | gitlab/list_group_members
new colour tag for issues | gitlab/create_label
what has been going on in the project this week | gitlab/get_project_events gitlab/list_events
document something in the project wiki | gitlab/create_wiki_page gitlab/update_wiki_page
what ran on CI lately | gitlab/list_pipelines gitlab/list_pipeline_jobs
start the build for a tag | gitlab/create_pipeline gitlab/trigger_pipeline
block until CI is done | gitlab/wait_for_pipeline gitlab/wait_for_job
run the manual deploy step of the build | gitlab/play_pipeline_job gitlab/play_pipeline_jobs
what did the build produce, files | gitlab/list_job_artifacts gitlab/download_job_artifacts gitlab/get_job_artifact_file
when do nightly builds run | gitlab/list_pipeline_schedules gitlab/get_pipeline_schedule
give permission for the production rollout | gitlab/approve_deployment
issues of the 2.0 milestone | gitlab/get_milestone_issue gitlab/list_issues
push back the deadline of a milestone | gitlab/edit_milestone gitlab/edit_group_milestone
which reusable CI components are there | gitlab/list_ci_catalog_resources gitlab/get_ci_catalog_resource
`);

/** Searches that are no sentences, written when the ranking was settled: nothing is tuned on these. */
export const keywordSearches = readQuestions(`
mailbox folders unread count | email/list_mailboxes
smtp send plain text | email/send_email
calendar access permission mac | email/check_calendar_permissions
scheduled mail cancel | email/cancel_scheduled
imap idle status | email/get_watcher_status
merge request diff one file | gitlab/get_merge_request_file_diff gitlab/get_merge_request_diffs gitlab/list_merge_request_diffs
ci job log erase | gitlab/erase_pipeline_job
pipeline schedule variable new | gitlab/create_pipeline_schedule_variable
group wiki delete | gitlab/delete_group_wiki_page
issue link remove | gitlab/delete_issue_link
user todos | gitlab/list_todos
draft review comments publish all | gitlab/bulk_publish_draft_notes
commit status set | gitlab/create_commit_status
environment remove stopped | gitlab/delete_environment gitlab/delete_review_app_environments
default branch change | gitlab/update_default_branch gitlab/update_project
stored procedure params | mysql/get_stored_procedure_info
sql transaction commit | mysql/commit_transaction
index stats refresh | mysql/analyze_index mysql/analyze_table
table defrag | mysql/optimize_table
unique column constraint | mysql/add_unique_constraint
view definition sql | mysql/show_create_view mysql/get_view_info
trigger remove | mysql/drop_trigger
prometheus label values | grafana/list_prometheus_label_values
loki stream stats | grafana/query_loki_stats
dashboard panel json | grafana/get_dashboard_by_uid grafana/get_dashboard_property grafana/get_dashboard_panel_queries grafana/get_dashboard_summary
incident note timeline | grafana/add_activity_to_incident
alert receivers list | grafana/list_contact_points
card attachment base64 | trello/attach_data_to_card trello/attach_image_data_to_card trello/download_attachment
checklist completion percentage | trello/get_checklist_by_name
board members list | trello/get_board_members
label color edit | trello/update_label gitlab/update_label
card subscribe | trello/watch_card
workspace switch trello | trello/set_active_workspace
crypto manual asset balance | lunchmoney/create_manual_crypto lunchmoney/update_manual_crypto lunchmoney/get_single_manual_crypto lunchmoney/get_all_manual_crypto
category group new | lunchmoney/create_category
receipt file delete | lunchmoney/delete_transaction_attachment
bulk edit transactions | lunchmoney/update_transactions_bulk
budget period granularity | lunchmoney/get_budget_settings
deal property options | hubspot/hubspot-get-property hubspot/hubspot-list-properties
object association types | hubspot/hubspot-get-association-definitions
docker network destination | coolify/list_destinations
persistent volume | coolify/storages
app config details | coolify/get_application coolify/application
server ip domains | coolify/server_domains
hetzner token validate | coolify/cloud_tokens
lua run studio | roblox/execute_luau
part color many objects | roblox/mass_set_property roblox/set_properties
asset thumbnail image | roblox/get_asset_thumbnail
scene hierarchy | roblox/get_project_structure roblox/get_file_tree roblox/get_descendants
script compile errors | roblox/get_script_analysis
air pressure history chart | weather/weather_archive
river discharge | weather/flood_forecast
etf screener | tradingview/screen_etf
thread replies slack | slack/slack_get_thread_replies
remote url origin | git/git_remote
upstream merge | git/git_merge git/git_pull
pr open github new | github/create_pull_request
repo tree contents | github/get_file_contents gitlab/get_file_contents gitlab/get_repository_tree
dual axis chart | chart/generate_dual_axes_chart
geo route map | chart/generate_path_map
`);
