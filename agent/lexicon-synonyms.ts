/* Synonyms in any business software. Same notation as lexicon-business.ts. */
export const synonymWords = `
sign off, approve, okay, greenlight, give the go-ahead, authorise, approval
reject, turn down, decline, bounce back, send back, refuse, say no to, say no
price, cost, charge, rate, fee
fee, charge, surcharge, commission, cut
seat, user, licence, person, head, license, per head, per person
people, users, staff, team members, employees, colleagues, workforce, seats, headcount, coworkers, folks
client, customer, account, buyer, account holder
guest, external user, outsider, visitor, outside person, third party, freelancer
boss, manager, supervisor, line manager, team lead, lead
admin, administrator, super user, account owner, person in charge, system owner, superuser
log in, sign in, get in, access, login, sign on, access the account, log on
password, passcode, login details, credentials, pin
single sign-on, sso, one login, company login, work login, same password as work, one password for everything, same password, one login for everything
two-factor, 2fa, mfa, second factor, code on the phone, two-step login, two-step, one-time code, second step, extra code, multi-factor, second code, extra login code
free, at no charge, no cost, without paying, for nothing, included, free of charge, gratis, no charge, at no cost
trial, test drive, try out, try before you buy, evaluation, have a play, test period, try before buying, try it out, free test, kick the tyres
cancel, quit, stop the subscription, terminate, get out, end the contract, leave, walk away
contract, commitment, lock-in, tied in, term, agreement, locked in
yearly, annually, per year, for the whole year, every twelve months, annual, every year, each year, twelve months
monthly, per month, each month, every month, a month
weekly, per week, each week, every week, once a week
daily, per day, every day, each day, once a day, each night, nightly
nightly, every night, overnight, once a day, each night
hourly, every hour, each hour, per hour, once an hour
quarterly, every three months, each quarter, four times a year, every quarter
discount, money off, reduction, cheaper, deal, savings, price cut, rebate, saving
plan, tier, package, edition, subscription, bundle, subscription level
upgrade, move up, go up a plan, switch to a bigger plan, go bigger, next tier, move up a plan
downgrade, move down, go down a plan, switch to a smaller plan, go smaller, drop a tier, move down a plan
limit, cap, maximum, ceiling, max, upper limit, at most, up to, upper bound
minimum, at least, smallest, lowest, floor, no less than, smallest number, lower bound
unlimited, no limit, as many as you like, without a cap, endless, as many as you want, without limit, never runs out, no cap
credit card, bank card, payment card, card details, card, plastic
invoice, bill, billing document, statement
invoicing, billing, charging customers, charging
payment, paying, settling up, remittance, money in, transaction, settlement
paid, settled, cleared
refund, money back, reimbursement, give the money back, reimburse
receipt, slip, proof of payment, proof of purchase, voucher
expense, outlay, cost claim, spending, outgoings, cost incurred
budget, spending limit, money set aside, allowance, spend cap, allocated money
profit, margin, earnings
revenue, turnover, sales, takings, income, earnings, money coming in, sales money
tax, vat, sales tax, gst, duty, value added tax
currency, foreign money, type of money, euros, dollars, euros or dollars
exchange rate, conversion rate, fx rate
accounting, bookkeeping, books, the ledger, finance software
payroll, paying wages, salary run, pay run, wages, salaries
payout, transfer to the bank, money in my account, disbursement
integrate, connect, hook up, talk to, link, work with, plug into, link up, work together with, link with
integration, connector, plug-in, add-on, interface, connection, link
sync, synchronise, keep in step, keep up to date, mirror, refresh, stay up to date, update automatically, match up, keep up to date on both sides
two-way, both ways, bidirectional, back and forth, in both directions
one-way, in one direction, unidirectional
import, bring over, bring in, load, pull in, migrate, move over, transfer in, load in
export, download, get out, take out, pull out, extract, get data out, dump
migration, move, switch over, changeover, transfer, moving from another tool
spreadsheet, csv, sheet, table, table file
api, programmatic access, developer access, interface for developers, programming interface, own scripts, open interface
rate limit, throttling, request limit, calls per minute, requests per minute, api limit
webhook, automatic callback, push notification to a system
calendar, diary, agenda, planner
meeting, call, appointment, get-together, session, conference
appointment, booking, reservation, slot, visit, meeting slot
reschedule, move to another time, shift, rebook
remind, nudge, nag, chase, prompt, reminder, follow-up message, poke, heads-up, chaser, follow up with, follow-up, prod
alert, warning, notification, heads-up, notice, ping, push, alarm, message when something happens
notify, tell, inform, let know, warn, ping
email, mail, message, inbox message, e-mail, mailbox, message to the inbox
text message, sms, text
phone support, call a human, ring someone, telephone help, hotline, someone to call
support, help, helpdesk, customer service, assistance, someone to call, help desk
response time, get back to us, reply time
live chat, chat, instant messaging with support
working days, business days, weekdays, monday to friday
opening hours, office hours, working hours, business hours
mobile app, phone app, app on my phone, smartphone app, app, on my phone, on the phone, on mobile
phone, mobile, handset, smartphone, cell
desktop app, program on my computer, installed app, computer app
computer, laptop, pc, machine, desktop
browser, web, online, in the web
offline, without internet, no signal, no connection, without wifi, no wifi, no reception, dead zone, no internet, without a connection
tablet, pad
dashboard, home screen, overview, start page, landing page, start screen, overview page, cockpit, at a glance, summary screen
report, overview, summary, statement, analysis, breakdown, evaluation, overview of numbers
chart, graph, diagram, visual, plot
schedule a report, send automatically, deliver regularly, auto-send
custom, own, bespoke, tailored, made to measure, self-made, self-defined, tailor-made
customise, adapt, adjust, tailor, tweak, personalise, make it our own, change to our needs, fine-tune
template, blueprint, ready-made, boilerplate, starter, sample, preset, ready-made form, pattern, ready-made layout, premade form
standard, built-in, out of the box, default, in the box, standard setting, unless changed, preset, normally
default, preset, standard setting, unless changed
duplicate, copy, clone, replicate, make another one like it
create, make, set up, start, add, open, build, put together, knock together
delete, remove, erase, wipe, get rid of, bin, take out, purge
edit, change, modify, alter, amend, correct, tweak, update, touch
undo, go back, revert, roll back, reverse, take back
restore, get back, recover, bring back, roll back, undo, go back to
archive, put away, close, store away, shelve, file away, keep for later, store long-term
backup, safety copy, spare copy, copy of the data, saved copy, copy in case of disaster
version history, older versions, previous versions, past copies
audit log, activity log, history of changes, trail, change record, change history, audit trail
permission, right, access level, allowed to
role, type of user, job, access group
only admins can, restricted to admins, admin-only
allowed, permitted, may, can, able to, possible, can do, authorised
visible, can see, shown to, viewable by, can view, viewable, show up
hidden, not shown, can't see, invisible, kept private
confidential, private, secret, sensitive, hidden from others
read-only, view only, look but not touch, can't edit
share, send a link, pass on, show to others, give access, send round, send to others, let others see
invite, add someone, bring on board, give a login, bring in, onboard a user, send an invitation
remove access, revoke, lock out, take away the login, deactivate
encrypted, scrambled, protected, secured, encryption, encoded
security, safety, protection, safety of data
hosted, stored, kept, located, sits, lives
data centre, server, hosting location
cloud, online servers, hosted, online service, saas
retention, storage period, kept for, hang on to data, hang on to
file, document, attachment, doc, paper, enclosure
upload, put in, add a file, send in, attach, put up, drop in, send up
file size, weight in mb, biggest file, megabytes, size cap
storage, space, room for files, disk space, capacity, room, gigabytes
photo, picture, image, pic, snap, screenshot, snapshot
video, clip, recording, film, footage, movie
scan, read with the camera, capture, digitise, photograph
print, put on paper, hard copy, paper copy
sign, signature, e-sign, put my name to, autograph, put my name under
form, questionnaire, survey, fill-in sheet, sheet to fill in, input mask
field, box, column, entry, input, attribute, data point
mandatory, required, compulsory, must, forced, must have, obligatory
optional, voluntary, not required, if you like, if you want
automatic, by itself, on its own, without lifting a finger, hands-free, automatically, without doing anything, without me doing anything
manually, by hand, yourself, typing it in, manual, the old way, myself
automation, workflow, rule, automatic step, if this then that
bulk, in one go, all at once, mass, batch, many at a time, several at a time, in bulk, many at once
drag and drop, move with the mouse, pull across
click, tap, press, hit
search, find, look up, look for, locate, hunt for, hunt down
filter, narrow down, show only, sort out, only show, refine
sort, order, arrange, rank, order by
tag, label, category, marker, keyword, mark, flag
comment, note, remark, feedback, reply, annotation
task, to-do, job, work item, action, action item, piece of work, assignment
project, job, engagement, assignment, undertaking
deadline, due date, cut-off, last day, by when, cutoff, time limit, latest date
overdue, late, past due, behind, delayed, past the deadline, behind schedule
milestone, key date, checkpoint
timeline, gantt, schedule, plan over time
priority, urgent, importance, urgency
capacity, availability, free time, workload limit
overloaded, too much on their plate, overbooked, swamped, over capacity
holiday, vacation, time off, leave, days off
public holiday, bank holiday, national holiday
sick leave, illness, off sick, absence
shift, work slot, roster entry, turn, duty, working turn
timesheet, hours sheet, time card, hours worked, time tracking, clocking, time record, time sheet, hours log
track time, log hours, clock, record time, book hours
timer, stopwatch, time clock
overtime, extra hours, additional hours
part-time, fewer hours, half days
freelancer, contractor, temp, external worker
department, team, group, unit, crew, division
location, site, branch, place, office, outlet, subsidiary, premises
multi-site, several locations, more than one branch
country, nation, region, market
language, tongue, translation, localised version, translated, in another tongue, in other tongues, multilingual
translate, put into another language, localise, convert to another language
branding, logo, our look, house style, corporate design, own colours, company look
white-label, under our own name, without your branding
domain, web address, url, www name, link, link address
website, web page, site, homepage, our site
theme, design, look, layout, skin
set up, install, get going, get started, configure, put in place
onboarding, getting started, introduction, kick-off, induction, getting new people started, hand-holding, setup help
training, lessons, course, being taught, coaching, teaching, webinar
implementation, rollout, going live, launch
duration, time needed, length, time taken
real time, live, instantly, straight away, immediately, right away, in real time, at once
refresh, update, reload, renew, bring up to date
delay, lag, wait
expire, run out, lapse, end, stop being valid, go out of date, become invalid, reach the end date
renew, extend, prolong, continue, renewal, roll over
valid, good for, usable, in force
product, item, article, goods, thing we sell
variant, option, size or colour, version
stock, inventory, goods on hand, supply, stock list, list of items
low stock, nearly out, running low, almost gone
sold out, out of stock, none left, unavailable
backorder, order in advance, wait for stock, pre-order
warehouse, depot, stockroom, storage place, storage, storeroom
basket, cart, trolley, bag
checkout, till, paying page, payment page
order, purchase, sale, buy, acquire, get hold of, booking
buyer, shopper, customer, purchaser
supplier, vendor, provider, seller
voucher, coupon, discount code, promo code
gift card, gift voucher, present voucher
shipping, delivery, postage, sending, dispatch, sending out, shipment, sending out goods
carrier, courier, delivery company, parcel service
parcel, package, box, shipment
collect, pick up, fetch, come by for
return, send back, bring back, bring back goods
ticket, request, case, issue, enquiry, query, support request
problem, issue, fault, trouble, bug, glitch, defect, something broken, error
outage, downtime, system down, not working, crash, not available
uptime, reliability, availability, sla, always running
lead, prospect, potential customer, enquiry, interested party
quote, estimate, proposal, offer
contact, address book entry, person's details
pipeline, sales funnel, deals in progress
candidate, applicant, job seeker
hire, recruit, take on, employ
contract, agreement, paperwork, deal, paperwork we sign
compliance, following the rules, meeting regulations
gdpr, data protection, privacy law, privacy rules, privacy
spy, monitor, watch, surveillance, track activity
duplicate, duplicate entry, double, listed twice, repeat, double entry, in there twice, same one twice
threshold, trigger level, set point, level
percentage, percent, share, proportion
average, typical, usually, on the whole
approx, about, around, roughly, more or less
extra, additional, on top, more, add-on, surcharge
all-in, everything included, no hidden costs
split, divide, break down, separate, share out, apportion, break up
group by, break down by, arrange by, bundle by
merge, combine, join, put together, bundle, group, join together, unite
combine, stack, use together, use both
compare, versus, side by side, set against
forecast, prediction, projection, outlook, outlook for coming months
pro rata, proportionally, only for the days used
available, offered, on hand, to be had
big company, enterprise, large organisation, corporate, large company, big firm
small business, small company, sme, little firm, small firm
on-premise, on our own servers, self-hosted, in-house, own server, in our basement
roadmap, future plans, upcoming features, planned features, coming soon
certificate, certification, accreditation, attestation
test environment, sandbox, demo account, practice area
pay later, instalments, pay in bits, spread the cost
bank transfer, wire, direct payment to the bank, pay by invoice, pay by bank
direct debit, automatic collection, taken from the account, pulled from the account, standing payment
expensive, pricey, costly, dear
cheap, low cost, affordable, inexpensive, low-cost
cheapest plan, lowest tier, entry plan, basic plan, smallest package
most expensive plan, top tier, highest plan, biggest package, top plan, highest tier, most expensive, biggest plan
free, no charge, at no cost, costs nothing, gratis, on the house
included, comes with, part of, built in, bundled, part of the plan, thrown in
move away, switch away, go elsewhere
tied in, locked in, stuck, minimum term, commitment, contract length, contract term
pay yearly, annual billing, pay upfront, pay for the whole year, prepay, pay in advance
per person, per user, per head, each, a head
quota, allowance, included amount
frequency, interval, rhythm
in advance, ahead of time, beforehand, early
schedule, plan ahead, set a time, queue up, time it
weekday, working day, business day, monday to friday
weekend, saturday, sunday
outside working hours, after hours, at night, evenings, out of hours
permission, access right, rights, privilege
role, access level, user type, access profile, permission level
read only, view only, look but not change, just see
version, revision, history, earlier copy, previous state
lock, freeze, protect from changes, protect against changes, make read-only
public, open to everyone, visible to all
hide, conceal, keep out of sight, not show, mask
owner, responsible person, whoever is in charge, person in charge
contractor, tradesman, subcontractor, handyman
tenant, renter, occupant, lodger
landlord, property owner, lessor
flat, apartment, unit, door
lease, tenancy agreement, rental contract
rent, rental payment, monthly payment from tenants
deposit, security money, bond
vacant, empty, unoccupied, free to let
repair, fix, mend, maintenance
inspection, walkthrough, check-up, walk round
sign, e-sign, put a name to, ink, electronic signature
attachment, attached file, upload, enclosed document, enclosed file
scan, digitise, scanned paper, photographed document
receipt, expense slip, proof of purchase, till slip
pdf, printable file, print version
import, bring over, migrate, move in, transfer in, load in, haul over
setup, installation, implementation, getting started, rollout, configuration
go live, up and running, launch, start using it
training, teach, show how, coaching, tutorial, workshop
new joiner, new hire, new starter, new employee, joiner, newcomer
leaver, someone who quits, departing employee
live chat, chat support, write to someone online
account manager, success manager, named contact, dedicated person, contact person, someone dedicated
integration, connector, connection, hook up, plug in, tie in, link with
works with, compatible with, connects to, talks to, speaks to, plays nicely with
webhook, callback, automatic ping
accounting software, bookkeeping tool, accounting system, our accounting thing
accountant, bookkeeper, finance person, tax adviser
hr system, personnel software, people system
crm, customer database, contact system
push notification, alert on phone, phone buzz, pop-up
escalate, pass up, kick upstairs, take to the boss, tell the boss, bring to a higher level
message, chat, dm, direct message, instant message, messenger, messaging
announcement, news post, bulletin, company news
confirm, acknowledge, tick off, mark as read
proof, evidence, record, confirmation, documentation
analytics, statistics, stats, figures, numbers, metrics, data
ai assistant, chatbot, bot, virtual assistant
source, reference, citation
train models, teach the ai, feed the ai, learn from our data
tablet, touch device, touch screen device
device, gadget, machine, hardware
frontline worker, field staff, shop floor, people without a desk
server location, data centre, hosting, hosted in
compliance, regulations, legal requirements, rules
outdated, stale, old, obsolete, out of date
custom domain, own web address, own url
branding, logo, own colours, corporate look, white label
no code, without a developer, drag and drop, no programming
settings, options, preferences, configuration
turn off, switch off, disable, deactivate, stop
turn on, switch on, enable, activate
pause, suspend, put on hold, take a break, snooze, halt, stop for a while
assign, give to, hand to, allocate, delegate, hand out, put someone on
workflow, process, procedure, routine, chain of steps
checklist, list of steps, tick list, list of items
rule, condition, trigger, if this then that, if-then, policy
reviewer, approver, checker, second pair of eyes
publish, put live, make public, release, post, go live
draft, unfinished version, work in progress, rough version
at the same time, simultaneously, together, in parallel, at once
pay, settle, cough up, hand over money, transfer money, remit
standing order, recurring transfer, regular bank payment
partial payment, part payment, pays half, pay some of it
instalment, payment in parts, chunk, bit by bit
arrears, debt, owed money, outstanding balance, unpaid
balance, amount open
payout, receive the money, money lands, settlement
refund to customer, give money back, return payment
sick, ill, absent, off sick
shift, rota, roster, work schedule, duty schedule, shift plan
salary, pay, wages, payroll
background check, screening, vetting, verification
reference, recommendation
consent, agreement, permission given, say yes
address book, directory, contact list, phone book
org chart, hierarchy, reporting lines
profile, personal page, personal details
barcode, qr code, scan code, ean, label code, scannable code
location tracking, gps
map, route, directions, navigation, way there
call, ring, phone, telephone, phone call, give a call
complaint, grievance, dispute, issue raised
urgent, emergency, critical, time-sensitive, can't wait
status, progress, stage, state
finished, done, complete, closed, wrapped up, completed
start, begin, kick off, commence, get going
error, mistake, slip-up, wrong entry, slip, typo
fast, quick, speedy, rapid, in no time
easy, simple, straightforward, painless
safe, secure, protected
prevent, stop, block, avoid, keep from
show, display, present
save, store, keep, hold
send, forward, dispatch, submit
receive, get, obtain
register, sign up, create an account, enrol, subscribe, join
company, firm, business, organisation, employer, outfit
small business, small team, startup, just a few of us
enterprise, large company, corporation, big organisation
competitor, alternative, rival, other tool
feature, function, capability
co-worker, colleague, teammate, team member
apprentice, trainee, learner on the job, intern, student worker
contractor, freelancer, subcontractor, external, outside help
leaver, ex-employee, someone who quit, someone who resigned, former employee
included, part of the price, comes with, covered, in the package
extra charge, surcharge, add-on cost, costs more, on top, add-on fee, additional cost
one-off, one time, single payment, non-recurring
half-yearly, every six months, twice a year, 6 months
two years, 24 months, every other year
one year, 12 months, twelve months
two weeks, 14 days, fortnight
price on request, custom quote, individual pricing, contact sales
dunning, payment reminder, chasing unpaid bills, collections
notice period, notice
expiry date, valid until, end date, best before
accounting software, bookkeeping software, accounts package, our accounting thing, ledger
reorder, restock, order more, top up supplies
spare part, part, component, item
reset password, forgot password, locked out
permission, rights, access level
restrict, limit access, hide from, block, lock, lock down, shut out
hosted, stored, data location, data centre
data processing agreement, dpa, privacy contract, gdpr paperwork
audit, inspection, check by the authorities
auditor, inspector, examiner
works council, employee representatives, staff reps
law, regulation, legal requirement, rules from the state
migrate, switch over, move from the old system, bring our data across
download, save to my computer, get a copy, pull down
folder, directory, binder
embed, put on our website, insert in a page, build into
web form, online form, contact form
browser, web version, no install
install, set up on the computer, put on the device
printer, print out, on paper, hard copy, paper copy
dark mode, night view, dark screen
interface, screen, user interface, look
subtitles, captions, text under the video
voice note, dictation, spoken note, speak instead of type
newsletter, mass mail, bulk email, mailing, campaign, mass email
ready-made, prebuilt, out of the box, off the shelf
wording, phrasing, tone
white label, under our own name, without your logo
draft, rough version, not final yet
reassign, hand over, pass to somebody else, swap to another person
step, stage, phase
schedule, plan, timetable, rota, roster
reschedule, move, shift, postpone, push back
call off, cancel an appointment, back out, withdraw
waiting list, queue, standby list
full, booked out, no places left, sold out
attendance, presence
participants, attendees, people taking part
on-call, standby, on duty, out of hours
emergency, urgent case, rush job, crisis
shift, working hours, duty
swap, trade, exchange, switch with each other
clock in, start the timer, punch in, begin work, check in
break, pause, lunch, rest
travel time, driving time, time on the road, the drive
tracking, location, gps, follow
arrival time, eta
address, location of the customer
up to date, current, fresh, live, real-time
slow, takes ages, sluggish, takes forever
supported, works with, possible, can it handle, compatible
not supported, does not work, not possible, unavailable
slides, presentation, deck
open, pending, outstanding, not done yet
pick up where you left off, resume, continue, carry on, pick up again
training, course, lesson, class, workshop
quiz, test, exam, assessment
pass, get through, succeed, make it
fail, flunk, not pass, not make it
attempt, try, go, shot
score, result, grade, marks
certificate, diploma, proof of completion
qualification, licence, permit, skill
verify, check it is genuine, confirm, validate
help desk, hotline, support line, customer service
opening hours, support times, availability of support
manual, guide, instructions, handbook, documentation
reply, answer, respond, get back to
sale, closed deal, order won
sales pipeline, funnel, deals in progress
tender, bid, request for proposal
new version, update, release, edition
feedback, opinion, survey
stakeholder, involved party, decision maker
small business, small firm, small shop, handful of people
cheapest, entry level, smallest plan, basic plan, starter
deal, opportunity, sale
pipeline, funnel, sales board
accounting software, bookkeeping tool, accounting thing, ledger, finance system
purchase order, po, order form
web shop, online store, e-commerce site, online shop
migrate, move over, switch across, transfer old data, bring across
archive, long-term storage, filing, vault
retention, holding period, keep for years
text recognition, ocr, reads the text, read the letters
handwriting, scribbles, handwritten
category, type, kind, class
survey, poll, feedback form
send, fire off, dispatch, mail out, shoot over
recall, pull back, withdraw, call back
app, mobile version, phone version
browser, web browser, internet program
one-way, only in one direction, read only sync
developer, programmer, coder, techie
it department, it guy, system administrator, it person
owner, account owner, main user, account holder
partner, principal, co-owner
assistant, secretary, pa, clerk
permission, access right, allowed, authorisation
password, login secret, passphrase
encrypt, scramble, secure in storage
audit trail, log, history, record of who did what, activity log
compliance, meeting the rules, regulatory
virus, malware, malicious file
target, goal, objective, quota
kpi, key figure, performance measure
onboarding, getting started, first steps, setting up a new person, hand-holding at the start
automation, automatic flow, sequence, drip, chain of actions
trigger, starting event
delegate, pass to a deputy, let someone stand in, hand over
deputy, stand-in, substitute, cover person, replacement
urgent, high priority, pressing, asap
mention, tag someone, call out a colleague
one after another, in sequence, in order, one by one
group, segment, audience, list
subscriber, reader, recipient
unsubscribe, opt out, leave the list
opt-in, consent, permission to contact
bounce, undeliverable, dead address
spam, junk, unwanted mail
colours, colour scheme, brand colours
time zone, local time, local hour
portal, self-service area, client area, online area
history, past records, previous entries, older data
old system, legacy tool, previous software
signature link, invitation link, personal link
identity check, proof of identity, prove who they are, id verification
lawyer, attorney, solicitor, counsel
case, matter, file number
reference, testimonial, customer story
demo, walkthrough, tour, presentation
requirement, prerequisite
stop early, break the contract, exit early
`
