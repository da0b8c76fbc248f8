/**
 * In which way a question is hard: `plain` has the words of a tool's name, `synonym` says what matters with others,
 * `keywords` is no sentence, `typo` has at least one, `parameter` asks with what only the tool's parameters say.
 */
export const questionKinds = ['plain', 'synonym', 'keywords', 'typo', 'parameter'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** What a model or a person types to find a tool in `realCatalogs`, and what answers it. */
export interface SearchQuestion {
  readonly kind: QuestionKind;
  readonly question: string;
  /** Every tool that does what is asked, each as good as the others. */
  readonly answers: readonly { readonly server: string; readonly tool: string }[];
  /** What language models searched for that were asked this and knew no more than the search tool's definition. */
  readonly queries: readonly string[];
}

/*
 * Written from the lists of the servers alone, before there was a ranking, then judged once more against every
 * tool whose name, description or parameters speak of the same thing. A question is never changed because of
 * what a search finds. The first rankings were judged by them; later ones are tuned with them.
 */
const written = `
synonym | list everything in a folder | filesystem/list_directory filesystem/list_directory_with_sizes filesystem/directory_tree
keywords | rename file | filesystem/move_file
plain | read the contents of several files at once | filesystem/read_multiple_files
synonym | how big is this file and when was it last changed | filesystem/get_file_info
typo | make a new direcotry | filesystem/create_directory
synonym | overwrite config.json with new text | filesystem/write_file
keywords | glob file search pattern | filesystem/search_files
synonym | show me the picture logo.png from disk | filesystem/read_media_file
parameter | only the head of a text file | filesystem/read_text_file filesystem/read_file
synonym | change one line in a text file without rewriting it | filesystem/edit_file
keywords | allowed folders | filesystem/list_allowed_directories

synonym | remember that Anna works at Acme | memory/create_entities memory/create_relations memory/add_observations
keywords | knowledge graph search | memory/search_nodes
synonym | forget everything about Bob in the knowledge graph | memory/delete_entities memory/delete_observations
plain | connect two entities with a relation | memory/create_relations
typo | read the hole knowlege graph | memory/read_graph
synonym | think through a difficult problem step by step | thinking/sequentialthinking
plain | lint my JavaScript files | eslint/lint-files
keywords | eslint typescript | eslint/lint-files

plain | what is the current time in Tokyo | time/current_time time/convert_time
synonym | when it is 9 am in Berlin, how late is it in another timezone | time/convert_time
keywords | iso week number | time/get_week_year
typo | timstamp for a date | time/get_timestamp
plain | how many days does the month of February have | time/days_in_month
synonym | how long ago was the third of March | time/relative_time

synonym | open a URL in the browser | playwright/browser_navigate playwright/browser_tabs
plain | what did the page write to the console | playwright/browser_console_messages
keywords | screenshot web page | playwright/browser_take_screenshot
typo | clik on a buton of the web page | playwright/browser_click
synonym | pick an entry of a dropdown | playwright/browser_select_option
synonym | how does the site look in dark mode | playwright/browser_emulate_media
keywords | network requests of the page | playwright/browser_network_requests playwright/browser_network_request
plain | wait until some text appears | playwright/browser_wait_for
synonym | accept the alert that popped up | playwright/browser_handle_dialog
synonym | run JavaScript in the page | playwright/browser_evaluate playwright/browser_run_code_unsafe
plain | filling in a form on a web page | playwright/browser_fill_form playwright/browser_type
synonym | make the viewport as narrow as a phone | playwright/browser_resize

plain | look up the docs of a library | context7/query-docs context7/resolve-library-id
synonym | up to date code examples for a framework | context7/query-docs context7/resolve-library-id
keywords | figma design layout | figma/get_figma_data
synonym | export the icons of a design as SVG | figma/download_figma_images

plain | search the web for news about electric cars | tavily/tavily_search exa/web_search_exa brave/brave_web_search tavily/tavily_research
synonym | find current information on the internet | tavily/tavily_search exa/web_search_exa brave/brave_web_search tavily/tavily_research
synonym | get the text of an article as markdown, I have its URL | tavily/tavily_extract exa/web_fetch_exa
keywords | crawl website | tavily/tavily_crawl tavily/tavily_map
synonym | all URLs of a website, like a sitemap | tavily/tavily_map tavily/tavily_crawl
synonym | a pizza restaurant near me | brave/brave_local_search google-maps/maps_search_places
typo | do comprehensive reserch on solid state batteries | tavily/tavily_research

plain | open an issue about the login bug | github/create_issue gitlab/create_issue jira/jira_issues
synonym | file a bug report | github/create_issue gitlab/create_issue jira/jira_issues
keywords | pull request reviews | github/get_pull_request_reviews github/create_pull_request_review github/get_pull_request_comments
typo | merge a pul requst | github/merge_pull_request
synonym | did all checks of my PR succeed | github/get_pull_request_status
plain | search for code on GitHub | github/search_code
plain | comment on an issue | github/add_issue_comment gitlab/create_issue_note gitlab/create_note jira/jira_comments
keywords | fork repo | github/fork_repository gitlab/fork_repository
synonym | what changed in this commit | gitlab/get_commit_diff gitlab/get_commit gitlab/get_branch_diffs git/git_show git/git_diff
parameter | open issues with the label bug, newest first | github/list_issues github/search_issues gitlab/list_issues jira/jira_search
synonym | commit several files to a branch in one go | github/push_files gitlab/push_files git/git_commit
synonym | bring a pull request up to date with its base | github/update_pull_request_branch
plain | create a new repository | github/create_repository gitlab/create_repository git/git_init
plain | which files does this pull request change | github/get_pull_request_files
keywords | github users find | github/search_users
synonym | close an issue | github/update_issue gitlab/update_issue jira/jira_workflow

plain | merge requests that wait for my review | gitlab/list_merge_requests gitlab/list_group_merge_requests
keywords | approve merge request | gitlab/approve_merge_request
synonym | show the log of a CI job that failed | gitlab/get_pipeline_job_output
typo | retry a failed pipline | gitlab/retry_pipeline gitlab/retry_pipeline_job
synonym | who last changed each line of this file | git/git_blame gitlab/get_file_blame
synonym | run the nightly pipeline now instead of at its time | gitlab/play_pipeline_schedule
keywords | validate gitlab-ci.yml | gitlab/validate_ci_lint gitlab/validate_project_ci_lint
plain | create a milestone for the next release | gitlab/create_milestone gitlab/create_group_milestone
synonym | mark a review conversation as resolved | gitlab/resolve_merge_request_thread
keywords | branch protection | gitlab/protect_branch gitlab/unprotect_branch gitlab/get_protected_branch gitlab/list_protected_branches
synonym | edit a page of the wiki | gitlab/update_wiki_page gitlab/update_group_wiki_page
synonym | give a merge request a thumbs up | gitlab/create_merge_request_emoji_reaction gitlab/approve_merge_request
plain | download the artifacts of a job | gitlab/download_job_artifacts gitlab/get_job_artifact_file
plain | stop an environment that nobody uses | gitlab/stop_environment gitlab/stop_stale_environments
synonym | compare two branches | gitlab/get_branch_diffs git/git_diff
synonym | which user am I logged in as | gitlab/whoami lunchmoney/get_user notion/API-get-self hubspot/hubspot-get-user-details
keywords | project members | gitlab/list_project_members
typo | cancle the runing pipeline | gitlab/cancel_pipeline
keywords | burndown | gitlab/get_milestone_burndown_events gitlab/get_group_milestone_burndown_events
plain | does the merge request have conflicts | gitlab/get_merge_request_conflicts
synonym | remove a label for good | gitlab/delete_label trello/delete_label email/delete_label
parameter | set a cron expression for a pipeline | gitlab/create_pipeline_schedule gitlab/update_pipeline_schedule
synonym | cross off my to-do items in GitLab | gitlab/mark_todo_done gitlab/mark_all_todos_done
synonym | how many tests failed in the pipeline | gitlab/get_pipeline_test_report gitlab/get_pipeline_test_report_summary
plain | files and folders of a repository as a tree | gitlab/get_repository_tree filesystem/directory_tree

synonym | show uncommitted changes | git/git_status git/git_diff
synonym | put my changes aside and get them back later | git/git_stash
keywords | commit history | git/git_log gitlab/list_commits github/list_commits
typo | swich to another brunch | git/git_checkout
synonym | throw away untracked files | git/git_clean
synonym | get a copy of a remote repository onto this machine | git/git_clone
synonym | take over a single commit from another branch | git/git_cherry_pick
synonym | unstage a file | git/git_reset
keywords | tag release | git/git_tag
plain | pushing local commits to the remote | git/git_push
synonym | recover lost commits | git/git_reflog

synonym | send a message to the team channel | slack/slack_post_message
keywords | slack channel history | slack/slack_get_channel_history
synonym | answer in a Slack thread | slack/slack_reply_to_thread
synonym | everybody who is in the workspace | slack/slack_get_users notion/API-get-users
plain | react to a Slack message with an emoji | slack/slack_add_reaction

synonym | move a Jira ticket to In Progress | jira/jira_workflow
parameter | JQL | jira/jira_search
synonym | say that one issue blocks another | jira/jira_links gitlab/create_issue_link
plain | attachments of a Jira issue | jira/jira_attachments

plain | add a card to the list Backlog | trello/add_card_to_list trello/add_cards_to_list
typo | arcive a trello crad | trello/archive_card
synonym | tick off an item of the checklist | trello/update_checklist_item
keywords | my cards | trello/get_my_cards
synonym | drag a card to the column Done | trello/move_card
plain | add a comment to a Trello card | trello/add_comment
parameter | due date of a card | trello/update_card_details trello/add_card_to_list trello/add_cards_to_list
plain | assign Maria to the card | trello/assign_member_to_card
synonym | duplicate a card | trello/copy_card
keywords | trello boards | trello/list_boards trello/list_boards_in_workspace

plain | create a page in Notion | notion/API-post-page
synonym | add a paragraph at the end of a Notion page | notion/API-patch-block-children notion/API-update-page-markdown
keywords | notion search title | notion/API-post-search
synonym | filter the rows of a Notion database | notion/API-query-data-source
plain | Notion page as markdown | notion/API-retrieve-page-markdown
synonym | leave a remark on a Notion page | notion/API-create-a-comment

synonym | add a row to an Airtable table | airtable/create_record
keywords | airtable bases | airtable/list_bases
parameter | filterByFormula | airtable/list_records
synonym | add a column to an Airtable table | airtable/create_field

plain | send an email to my boss | email/send_email
synonym | unread mails of today | email/list_emails email/search_emails
typo | foward an emial to the accountant | email/forward_email
synonym | write the mail now but let it go out tomorrow morning | email/schedule_email
synonym | which meeting does this invitation mail contain | email/extract_calendar email/analyze_email_for_scheduling
synonym | what is on my calendar this week | email/list_events
keywords | frequent correspondents | email/extract_contacts email/get_email_stats
plain | save the attachment of an email | email/download_attachment
synonym | throw a newsletter into the trash | email/delete_email email/bulk_action email/move_email
keywords | new mail folder | email/create_mailbox
typo | creat a remindr to follow up | email/create_reminder
synonym | the whole conversation that a mail belongs to | email/get_thread

plain | restart the application | coolify/control coolify/service
synonym | ship the latest version to production | coolify/deploy coolify/redeploy_project gitlab/create_deployment
keywords | environment variables of an app | coolify/env_vars coolify/bulk_env_update
synonym | what does the container print | coolify/logs coolify/application_logs
plain | back up the database every night | coolify/database_backups
keywords | hetzner server | coolify/hetzner
synonym | what is wrong with my server | coolify/diagnose_server coolify/find_issues coolify/validate_server
typo | ssh privat keys | coolify/private_keys
synonym | cron job for an app | coolify/scheduled_tasks

keywords | promql | grafana/query_prometheus
synonym | look for errors in the logs of the checkout service | grafana/find_error_pattern_logs grafana/query_loki_logs coolify/logs coolify/application_logs
synonym | who has to get up tonight when something breaks | grafana/get_current_oncall_users grafana/get_oncall_shift grafana/list_oncall_schedules
typo | search grafana dashbords | grafana/search_dashboards
keywords | alert rules | grafana/list_alert_rules grafana/get_alert_rule_by_uid
synonym | declare an incident | grafana/create_incident
keywords | cpu profile | grafana/fetch_pyroscope_profile grafana/list_pyroscope_profile_types
plain | which requests are slow | grafana/find_slow_requests
synonym | link that opens a panel of a dashboard | grafana/generate_deeplink

plain | search the CRM for a contact by its email | hubspot/hubspot-search-objects
synonym | write a note on a customer after a call | hubspot/hubspot-create-engagement
keywords | hubspot deals | hubspot/hubspot-list-objects hubspot/hubspot-search-objects hubspot/hubspot-batch-read-objects
synonym | which company does this contact belong to | hubspot/hubspot-list-associations
synonym | new custom field for contacts in HubSpot | hubspot/hubspot-create-property
typo | list hubspot worflows | hubspot/hubspot-list-workflows

synonym | how much did I spend on groceries last month | lunchmoney/get_transactions lunchmoney/get_budget_summary
synonym | set a spending limit for eating out | lunchmoney/upsert_budget
plain | split a transaction between two categories | lunchmoney/split_transaction
keywords | recurring bills | lunchmoney/get_recurring_items lunchmoney/get_single_recurring_item
synonym | how has my net worth developed | lunchmoney/get_balance_history
synonym | add the receipt to a payment | lunchmoney/attach_file_to_transaction
synonym | get the newest data from my bank | lunchmoney/trigger_plaid_fetch
typo | list spending categroies | lunchmoney/get_all_categories
keywords | bitcoin holdings | lunchmoney/get_all_manual_crypto lunchmoney/get_all_synced_crypto lunchmoney/get_single_manual_crypto lunchmoney/get_single_synced_crypto lunchmoney/get_synced_crypto_balance

plain | which tables are in the database | mysql/list_tables mysql/get_database_summary mysql/get_schema_rag_context
synonym | why is this SQL query slow | mysql/analyze_query mysql/get_optimization_hints
keywords | foreign keys | mysql/list_foreign_keys mysql/add_foreign_key mysql/drop_foreign_key mysql/get_all_tables_relationships mysql/list_constraints
plain | insert thousands of rows | mysql/bulk_insert
typo | crate an indx on a column | mysql/create_index mysql/create_fulltext_index mysql/alter_table mysql/execute_ddl
synonym | undo everything since the transaction began | mysql/rollback_transaction
plain | export the customers as CSV | mysql/export_table_to_csv mysql/export_query_to_csv
synonym | fill the database with dummy rows for testing | mysql/plan_seed_data mysql/seed_from_template mysql/execute_seed_plan mysql/generate_seed_preview
keywords | er diagram | mysql/get_schema_erd
synonym | remove all rows but keep the table | mysql/truncate_table
synonym | how much disk space do the tables take | mysql/get_table_size mysql/get_table_status
keywords | stored procedure call | mysql/execute_stored_procedure
plain | run a SELECT statement | mysql/run_select_query
synonym | smallest and largest value of a column | mysql/get_column_statistics
typo | fultext serch in articles | mysql/fulltext_search

plain | start a playtest of my game | roblox/start_playtest
synonym | put a new part into the Roblox game | roblox/create_object roblox/mass_create_objects
keywords | luau script edit | roblox/edit_script_lines roblox/set_script_source roblox/insert_script_lines roblox/delete_script_lines roblox/find_and_replace_in_scripts
synonym | let the player walk to the door | roblox/character_navigation roblox/simulate_keyboard_input
synonym | free models from the marketplace | roblox/search_assets
plain | undo my last change in Studio | roblox/undo
synonym | find a word in all scripts | roblox/grep_scripts roblox/search_files
synonym | make ten copies of the tree model | roblox/smart_duplicate roblox/mass_duplicate

synonym | find cheap companies with a high dividend | tradingview/screen_stocks tradingview/get_preset
keywords | crypto screener | tradingview/screen_crypto
synonym | is Apple a buy or a sell | tradingview/get_ta_summary
synonym | what is the ticker of Siemens | tradingview/search_symbols
typo | currncy pairs forx | tradingview/screen_forex

synonym | will it rain in Hamburg tomorrow | weather/weather_forecast weather/dwd_icon_forecast weather/ecmwf_forecast weather/gfs_forecast weather/meteofrance_forecast
synonym | how hot was it in July 1995 | weather/weather_archive
keywords | pm2.5 ozone | weather/air_quality
synonym | how high is this mountain | google-maps/maps_elevation weather/elevation
plain | height of the waves, marine forecast | weather/marine_weather
synonym | latitude and longitude of a town | google-maps/maps_geocode weather/geocoding
typo | weather forcast | weather/weather_forecast weather/dwd_icon_forecast weather/ecmwf_forecast weather/gfs_forecast weather/meteofrance_forecast weather/metno_forecast weather/jma_forecast weather/gem_forecast weather/ensemble_forecast weather/seasonal_forecast weather/marine_weather

plain | driving directions from Munich to Vienna | google-maps/maps_directions
synonym | how long does it take to travel between these cities | google-maps/maps_distance_matrix google-maps/maps_directions
keywords | opening hours | google-maps/maps_place_details google-maps/maps_search_places brave/brave_local_search
synonym | which address is at these coordinates | google-maps/maps_reverse_geocode

plain | make a bar chart | chart/generate_bar_chart chart/generate_column_chart
synonym | draw the market share of each vendor | chart/generate_pie_chart
keywords | org chart | chart/generate_organization_chart
typo | word clowd of customer feedback | chart/generate_word_cloud_chart
synonym | picture of the causes and effects of a problem | chart/generate_fishbone_diagram
synonym | where do users drop off on the way to the purchase | chart/generate_funnel_chart chart/generate_sankey_chart
synonym | plot how sales developed over time | chart/generate_line_chart chart/generate_area_chart
plain | mind map of my ideas | chart/generate_mind_map
synonym | how two sets overlap | chart/generate_venn_chart
keywords | pivot table | chart/generate_spreadsheet

plain | what is the sum of two numbers | everything/get-sum
keywords | gzip compress | everything/gzip-file-as-resource
synonym | say back what I say | everything/echo
`;

/** All questions, server by server. */
export const searchQuestions = questionsIn(written);

/** The questions of a text: one on each line, with its kind before it, its answers behind, and then queries for it. */
export function questionsIn(text: string): readonly SearchQuestion[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(questionOf);
}

function questionOf(line: string): SearchQuestion {
  const [name, question = '', answers = '', ...queries] = line.split(' | ');
  const kind = questionKinds.find((kind) => kind === name);
  if (!kind) throw new Error(`There are no such questions: ${line}`);
  return {
    kind,
    question,
    answers: answers.split(' ').map((answer) => {
      const slash = answer.indexOf('/');
      return { server: answer.slice(0, slash), tool: answer.slice(slash + 1) };
    }),
    queries,
  };
}
