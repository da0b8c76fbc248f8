/** Documents, talk and people; `readMeanings` tells how the lines are read. */
export const documents = `
file document
file attachment
file content contents text
attachment file upload enclosure
attached came+with comes+with enclosed > attachment
pdf > attachment file document download export
receipt > attachment file invoice transaction
folder mailbox label
subfolder folder tree directory
in+this+folder in+here > directory list
on+disk on+my+disk on+my+computer on+this+computer on+this+machine locally > file local filesystem directory
disk drive storage volume
harddisk computer > filesystem disk file local
tree structure hierarchy outline
hierarchical nested > tree hierarchy children recursive
path location route
storage bucket blob s3 storages
volume disk storage persistent
content text body contents
contains containing that+contain with+the+word > search text content filter
text content string
binary base64 media
media image audio video picture
letter > email mail draft document
paper article document
report summary document
book > calendar event reservation
draft unsent unfinished pending > draft
pending waiting queued scheduled
inbox mailbox mail emails
inbox unread new+messages > emails messages list
spam junk
newsletter mailing+list subscription
mailbox folder inbox
conversation thread discussion
mail+conversation mail+chain > thread email
message chat dm text
message email
message comment post
chat conversation talk
chat room channel
room channel group conversation
team channel group
thread replies conversation discussion
discussion comments notes thread
colleague coworker teammate > user member contact
boss manager > contact user email
recipient to sender from
cc bcc recipient
address+book contacts
signature footer
template canned boilerplate placeholder
template preset blueprint
preset ready+made predefined preconfigured > preset presets template
phone call sms telephone
phone+number opening+hours website+of > details place business local
call meeting
transcript caption subtitle
calendar agenda schedule diary
calendar events appointments
event meeting appointment
meeting call conference
invitation invite rsvp
availability free busy slot
holiday vacation leave absence
reminder alarm alert
notification alert push
emoji emoticon icon smiley
emoji reaction
profile user account person
user member person people account
user me self current
user account login
me myself my i > current user self my whoami
my mine > my own assigned current
people users members contacts persons
people everyone everybody team > users members
person contact user entity
someone somebody > user member
colleagues coworkers staff employees > users members team
author committer contributor creator
job+title > profile user details
attendee participant guest
contact lead person
customer client buyer > contact customer company
customers clients buyers > contacts objects customers
company business firm enterprise organization
shop store business place
team group workspace organization
crm > contact company deal object hubspot
lead deal opportunity prospect
lead contact object
deal sale pipeline
sale sales deal order revenue
objects records entities items
property field attribute
custom+field property field
automation workflow rule
automations > workflows rules triggers
engagement note task call activity
`;
