import type { Tool } from '../../../src/ipc/state';

/** Tools as a table: name, description, and parameters with what is said of them. */
type Row = readonly [string, string, Readonly<Record<string, string | readonly string[]>>?];

/** Servers that nobody has, each named and worded after another fashion. */
export const inventedCatalogs: Readonly<Record<string, readonly Tool[]>> = {
  kanban: tools([
    [
      'create_card',
      'Adds a card to a column of a board.',
      { board: 'Board id', column: '', title: '' },
    ],
    ['move_card', 'Puts a card into another column.', { card: 'Card id', column: 'Where it goes' }],
    ['archive_card', 'Takes a card off the board without deleting it.', { card: 'Card id' }],
    [
      'list_cards',
      'All cards of a board, grouped by column.',
      { board: '', assignee: 'Only of this person' },
    ],
    ['add_comment', 'Writes a comment below a card.', { card: '', text: 'Markdown' }],
    ['assign_member', 'Makes a person responsible for a card.', { card: '', member: 'User name' }],
    [
      'add_label',
      'Tags a card with a coloured label.',
      { card: '', label: ['red', 'green', 'blue'] },
    ],
    [
      'create_board',
      'Sets up an empty board for a team.',
      { name: '', visibility: ['private', 'team'] },
    ],
    ['list_boards', 'The boards that you can see.'],
    ['add_checklist_item', 'Appends one point to the checklist of a card.', { card: '', item: '' }],
    [
      'set_due_date',
      'Says until when a card has to be finished.',
      { card: '', date: 'ISO 8601 date' },
    ],
  ]),
  forge: tools([
    ['createIssue', 'Files an issue in a repository.', { repo: 'owner/name', title: '', body: '' }],
    [
      'listIssues',
      'Issues of a repository, newest first.',
      { repo: '', state: ['open', 'closed'] },
    ],
    ['closeIssue', 'Closes an issue with a reason.', { repo: '', number: '', reason: '' }],
    [
      'commentOnIssue',
      'Adds a remark to an issue or merge request.',
      { repo: '', number: '', body: '' },
    ],
    [
      'openMergeRequest',
      'Proposes to merge one branch into another.',
      { repo: '', source: '', target: '' },
    ],
    [
      'mergeMergeRequest',
      'Merges a request that was approved.',
      { repo: '', number: '', squash: '' },
    ],
    ['listCommits', 'The history of a branch: authors, dates, messages.', { repo: '', branch: '' }],
    [
      'compareRefs',
      'What differs between two commits, tags or branches.',
      { repo: '', base: '', head: '' },
    ],
    ['createBranch', 'Starts a branch at a commit.', { repo: '', name: '', from: '' }],
    ['deleteBranch', 'Removes a branch that is merged.', { repo: '', name: '' }],
    ['searchCode', 'Finds lines of code across all repositories.', { query: '', language: '' }],
    [
      'getFileContents',
      'A file of a repository as it is at a revision.',
      { repo: '', path: '', ref: '' },
    ],
    ['forkRepository', 'Copies a repository into your own account.', { repo: '' }],
    ['rerunPipeline', 'Runs the jobs of a failed pipeline once more.', { repo: '', pipeline: '' }],
  ]),
  chatter: tools([
    ['post_message', 'Says something in a channel.', { channel: '', text: '' }],
    ['reply_in_thread', 'Answers below a message.', { channel: '', thread: '', text: '' }],
    ['list_channels', 'Every public channel of the workspace.', { cursor: '' }],
    ['add_reaction', 'Reacts to a message with an emoji.', { message: '', emoji: '' }],
    ['get_channel_history', 'The latest messages of a channel.', { channel: '', limit: '' }],
    ['invite_to_channel', 'Brings people into a channel.', { channel: '', users: '' }],
    [
      'set_status',
      'Shows what you are busy with beside your name.',
      { text: '', emoji: '', until: '' },
    ],
    ['upload_attachment', 'Shares a file with a channel.', { channel: '', file: '' }],
    ['list_members', 'Who is in the workspace: names, roles, time zones.', {}],
    [
      'schedule_message',
      'Says something later, at a given time.',
      { channel: '', text: '', at: '' },
    ],
  ]),
  postbox: tools([
    ['mail.send', 'Sends an email.', { to: 'Recipients', subject: '', body: '', cc: '' }],
    ['mail.search', 'Looks through the mailbox.', { query: 'Words, sender or date', folder: '' }],
    ['mail.reply', 'Answers an email.', { id: '', body: '', all: 'Also to everyone else' }],
    ['mail.forward', 'Passes an email on to somebody.', { id: '', to: '' }],
    ['mail.move', 'Puts an email into another folder.', { id: '', folder: '' }],
    [
      'mail.flag',
      'Marks an email as important, read or unread.',
      { id: '', mark: ['important', 'read', 'unread'] },
    ],
    ['mail.unsubscribe', 'Leaves the newsletter that an email belongs to.', { id: '' }],
    ['mail.folders', 'The folders of the mailbox with how much is unread.', {}],
    ['mail.attachment.download', 'Saves what is attached to an email.', { id: '', name: '' }],
    [
      'mail.filter.create',
      'Sorts incoming mail by a rule.',
      { from: '', contains: '', folder: '' },
    ],
  ]),
  almanac: tools([
    [
      'create-event',
      'Puts an appointment into a calendar.',
      { title: '', start: '', end: '', attendees: '' },
    ],
    ['cancel-event', 'Calls an appointment off and tells who was invited.', { event: '' }],
    ['reschedule-event', 'Moves an appointment to another time.', { event: '', start: '' }],
    ['list-events', 'What is on between two dates.', { from: '', to: '', calendar: '' }],
    ['find-free-slot', 'When everyone of a group has time.', { people: '', minutes: '' }],
    [
      'respond-to-invite',
      'Accepts or declines an invitation.',
      { event: '', answer: ['accept', 'decline', 'maybe'] },
    ],
    ['list-calendars', 'Your calendars and those shared with you.', {}],
    ['add-reminder', 'Reminds you some time before an appointment.', { event: '', minutes: '' }],
  ]),
  quarry: tools([
    ['run_query', 'Executes SQL against the database and gives the rows.', { sql: '', limit: '' }],
    ['describe_table', 'Columns, types and keys of one table.', { table: '' }],
    ['list_tables', 'The tables of a schema.', { schema: '' }],
    ['explain_plan', 'How the planner would execute a statement, with costs.', { sql: '' }],
    ['create_index', 'Makes lookups by some columns faster.', { table: '', columns: '' }],
    ['export_csv', 'Writes the rows of a query into a CSV file.', { sql: '', file: '' }],
    ['backup_database', 'Takes a snapshot that can be restored.', { name: '' }],
    ['restore_backup', 'Brings the database back to a snapshot.', { name: '' }],
    ['kill_session', 'Ends a connection that blocks others.', { pid: '' }],
    ['import_rows', 'Loads rows from a CSV or JSON file into a table.', { table: '', file: '' }],
  ]),
  shipyard: tools([
    [
      'deploy_release',
      'Rolls a version out to an environment.',
      { service: '', version: '', environment: ['staging', 'production'] },
    ],
    ['rollback_release', 'Goes back to the version before.', { service: '' }],
    ['scale_service', 'Changes how many replicas run.', { service: '', replicas: '' }],
    ['tail_logs', 'The last lines that a service printed.', { service: '', lines: '' }],
    ['restart_pod', 'Ends a pod so that a fresh one takes over.', { pod: '' }],
    ['list_nodes', 'The machines of the cluster and their load.', {}],
    ['get_metrics', 'CPU, memory and request figures of a service.', { service: '', window: '' }],
    ['set_secret', 'Stores a password or key for a service.', { service: '', key: '', value: '' }],
    ['drain_node', 'Moves the work off a machine before maintenance.', { node: '' }],
    ['list_deployments', 'What was rolled out when, and by whom.', { service: '' }],
  ]),
  till: tools([
    [
      'refundPayment',
      'Gives a customer money back, all or a part.',
      { payment: '', amount: 'In cents' },
    ],
    ['createInvoice', 'Bills a customer.', { customer: '', lines: '', dueInDays: '' }],
    ['listCustomers', 'Customers by name, email or country.', { email: '', country: '' }],
    ['applyCoupon', 'Takes a discount off a cart or subscription.', { coupon: '', target: '' }],
    ['getBalance', 'What is on the account, available and pending.', { currency: '' }],
    [
      'cancelSubscription',
      'Ends what a customer pays regularly.',
      { subscription: '', atPeriodEnd: '' },
    ],
    ['createPaymentLink', 'A web address where somebody can pay.', { amount: '', product: '' }],
    [
      'shipOrder',
      'Hands an order to a carrier and gives the tracking number.',
      { order: '', carrier: ['dhl', 'ups', 'fedex'] },
    ],
    [
      'updateStock',
      'Corrects how many pieces of a product are in store.',
      { product: '', quantity: '' },
    ],
  ]),
  lens: tools([
    ['page_open', 'Loads a URL in the browser.', { url: '' }],
    ['page_click', 'Clicks an element.', { selector: '', button: ['left', 'right'] }],
    ['page_type', 'Types text into a field.', { selector: '', text: '' }],
    ['page_screenshot', 'Takes a picture of the page.', { fullPage: '' }],
    ['page_pdf', 'Prints the page into a PDF.', { path: '' }],
    ['page_text', 'The readable text of the page.', {}],
    ['tab_close', 'Closes a tab.', { tab: '' }],
    [
      'console_messages',
      'What the page wrote to its console.',
      { level: ['error', 'warning', 'info'] },
    ],
    ['network_log', 'Requests that the page made, with status and time.', {}],
    ['page_select_option', 'Chooses an entry of a dropdown.', { selector: '', value: '' }],
    ['page_wait', 'Waits until an element is there.', { selector: '', timeout: '' }],
  ]),
  cabinet: tools([
    ['read_text', 'Gives the text of a file.', { path: 'Where the file is' }],
    ['write_text', 'Writes text into a file on disk.', { path: '', text: '' }],
    ['rename_path', 'Moves or renames a file or a folder.', { from: '', to: '' }],
    ['make_directory', 'Makes a folder, and those above it.', { path: '' }],
    ['directory_tree', 'All folders below one, with their files.', { path: '', depth: '' }],
  ]),
  recall: tools([
    ['remove_observations', 'Forgets facts of an entity.', { entity: '', facts: '' }],
    ['whole_graph', 'Everything that the knowledge graph has.'],
    ['relate_entities', 'Draws a relation from one entity to another.', { from: '', to: '' }],
  ]),
  drawer: tools([
    ['sum', 'Adds up numbers.', { numbers: '' }],
    ['gzip', 'Makes a file smaller by compressing it.', { path: '' }],
    ['environment', 'The variables that the process was started with.'],
    ['echo', 'Says back what it was given.', { text: '' }],
  ]),
  skyline: tools([
    ['current_conditions', 'The weather at a place right now.', { place: '' }],
    ['forecast_daily', 'What the weather will be on the next days.', { place: '', days: '' }],
    ['air_quality', 'Pollen and particles in the air.', { place: '' }],
    ['severe_alerts', 'Warnings of storms, floods and heat.', { region: '' }],
    [
      'route_directions',
      'How to get from one place to another.',
      { from: '', to: '', mode: ['car', 'walk', 'bike', 'transit'] },
    ],
    ['geocode', 'Coordinates of an address.', { address: '' }],
    ['reverse_geocode', 'The address at some coordinates.', { latitude: '', longitude: '' }],
    ['nearby_places', 'Restaurants, shops and sights around a point.', { kind: '', radius: '' }],
    ['sun_times', 'When the sun rises and sets.', { place: '', date: '' }],
    [
      'travel_time_matrix',
      'Minutes between many places at once.',
      { origins: '', destinations: '' },
    ],
  ]),
};

function tools(rows: readonly Row[]): readonly Tool[] {
  return rows.map(([name, description, parameters = {}]) => ({
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(parameters).map(([key, said]) => [key, parameter(said)]),
      ),
    },
  }));
}

function parameter(said: string | readonly string[]): Record<string, unknown> {
  if (typeof said !== 'string') return { type: 'string', enum: said };
  return { type: 'string', ...(said !== '' && { description: said }) };
}
