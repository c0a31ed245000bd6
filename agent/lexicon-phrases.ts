/*
 * Buyers' phrases and their equivalents in notes. Short lines, so that each matches closely. Same notation as
 * lexicon-business.ts.
 */
export const phraseWords = `
trial, free trial, trial period, free test
api, rest api, web service, developer interface
late cancellation, cancel late, last minute cancellation
whole year, paying yearly, annual payment, yearly, annually
log in with, login with, single sign on
hosted, host, data centre
password, passwords
forgotten, be forgotten, erasure request, erasure, right to be forgotten
free text, text answers, written comments, open answers, open comments, comments
blank page, from scratch, templates, ready made, template
live, online, published, goes live
lose, lost, gone, disappears
who changed what, audit log, log of changes, who did what, kept in a log
record of, history of, trail of > audit log
who touched, who messed with, who edited, who fiddled > audit log, changed
how happy customers are, happy customers, satisfied customers > survey, rating, results
come from us, own domain, our own address, from our address, in our name
put on, install, nothing to install
need to install, have to install, anything to install, installing anything, software to download > nothing to install, browser, install
on our computers, on the pc, on the computer > browser, install
flip back, change back, switch back, undo later, turn back > switched off, undo, cannot be switched off
flip, toggle, switch > switched off, turned off
guess who, find out who, who it was, who wrote what, who wrote, who said what > anonymity, anonymous, without timestamps
see who wrote, tell who wrote, trace it back > anonymity, anonymous
hold on the card, freeze on the card, block on the card, just freeze it > reserved, deposit
security money, caution, deposit, deposits
straight away, right away, immediately, at once, straight off
in one go, all at once, single run, in bulk
out of reach, no reception, without signal, offline, no internet
storage sites, locations, branches, warehouses
more than one location, several locations, several branches, multiple sites, a few shops, chain of > several branches, per location, locations
depot, depots, locations, branches > several branches, location, branch
free of charge, at no charge, no extra fee, free, included
pay extra, costs extra, on top of that, extra charge > add on, cents, surcharge, included
what is missing, what is not included, left out, not covered, missing there > except, without, not included
play around, try it first, test it first, have a go, try before > trial
visa number, card number, card details, credit card number, my card, credit card
visa number, card number, my card > no credit card, no card, card
need my card, need a card, want my card, ask for a card > no credit card, needs no card, no card needed, do not ask for a card
tied in, locked in, tied down, stuck for a year, commit for a year, sign for a year, sign up for a year, sign for a whole year > cancel, contract, cancelled monthly, notice
get out of it, get out again, stop whenever, leave any time, walk away > cancel, cancelled
get my stuff out, get our data out, take our data with us, take my data > downloaded, export
yearly, pay for the year, pay the whole year, twelve months upfront, annual payment, paying yearly, pay annually, a year upfront, year in advance > paying yearly, annual payment, saves, months free
12 months, whole year, year upfront, the year in one go > paying yearly, yearly, annual
cheaper, less, something off > saves, off, discount, months free
too small for, only us, just the two of us, two of us, only me > up to, solo, one person
biggest one, top plan, highest plan, largest plan > unlimited, enterprise, business
grows, growing, outgrow, run out of > upgrade, limit, additional
extra seat, another seat, one more user, additional user, more users, add a user > additional, each, more users
over the limit, go over, above the limit, exceed, run over, use more > surplus, limit, upgrade, above
nobody answers, nobody reacts, no one reacts, sits there, no answer > reminder, without a decision, days
nag, chase, poke, remind, reminder, follow up
chase people, chase them up, people who do not pay > reminders, unpaid, payment reminders
get told, hear about it, let me know, gets a message, know when > alert, notification, told, message, sent
heads up, warning, alert, tell me
tell the customer, customer gets told, do they get a message, let people know > text message, mail goes out, told
in my inbox, land in my inbox, by mail, in the mail, get it mailed > emailed, email, e-mail, mail goes out
every month, every week, regularly, automatically sent > scheduled reports, weekly, monthly, emailed
have to have an account, need an account, need to register, have to register, need a login, make an account, sign up first > need no account, no login, without an account, account
open it in, export it to, get it into, download it as > export, excel, csv
excel, excel list, spreadsheet, csv, excel file
numbers, raw numbers, figures > report, export, data
bring them inside, get them in, load them, upload them > import, csv upload, upload
copy by hand, copy over by hand, type them in again, type everything again, retype, enter twice > import, sync, paste, automatically
hook up, connect, talk to, plug in, link up, play with, work together with, sync with
both, both of those, do both > and
rest interface, developer interface, our dev, our developer > api
physically, which country, which city, where does it sit > hosted, data centre
copies, safety copies, copy made > backup, backed up
how safe, secure, safety > encrypted, hosted, permissions
office 365 one, work account, company account, same password, existing login, google login > single sign on, log in with, microsoft, google
another password, yet another password, extra password > single sign on, log in with
kinds of users, user types, types of users, kinds of accounts > roles, there are roles
who is allowed, who may, who can do, allowed to do > only, role, permission, manager
should not see, must not see, hide from, keep away from, not for their eyes, without seeing > only visible, managers only, not see, visible to, but no
without showing, without seeing > but no, not see, hidden
what we pay for, what stuff costs, what things cost us, what i paid, what i pay for > purchase price, purchase prices, prices
how much we make, what we earn, what we make, our turnover > revenue, earned
what it earned, earning money, standing around, sitting idle, collecting dust > utilisation, report
sign off, approve, approver, approval
past the boss, past finance, past our director, boss has to ok, boss has to sign, ok from the boss > approval, approve, levels, approver
on their own, without asking, without approval, without a manager, by themselves > need approval, manager, above
knock off, take off the bill, give off, let off > discount
push through, push it through, force it, anyway > override
same thing two times, duplicates, doubles, dupes, claim twice, hand in twice, two times, submitted twice > twice, duplicate
promised to two, two different, both promise, same one twice > double bookings, twice
what stops, stop somebody, prevent somebody, keep somebody from > blocked, flagged, cap, limit
have to explain, explain it, explain themselves, say why > reason, comment
lost card, lose the card, card is stolen, stolen card > freeze, replacement card
other currency, pay abroad, abroad, in dollars > outside the euro, surcharge, foreign
own car, own cars, private car, drive there > mileage, car trips, route
count the kilometres, write down the miles, enter the distance > route, map, distance
without internet, in the basement, on a plane, no network > offline, without signal
fill it in twice, vote twice, answer more than once, respond twice, cheat > personal link, twice
on the wall, stick on the wall, put on the table, guests scan > qr, poster
how good is that, any good, is that good, compared to others, against others, others in our trade > benchmarks, average
finds out, figures out, knows > reads, calculated, detected, updated
how does it know, how does it work out, how does it figure out > calculated, reads, by date, compares, updated
look like > come from, appear
look like ours, in our colours, our own look, our logo > logo, colours, brand
your name on it, your logo on it, get rid of your logo > footer, removing
in other languages, foreign guests, our language > languages, french, german, spanish
nobody shows up, does not show up, do not come, stay away > no-show, turn up
at the door, on arrival, when they arrive > check in, scan
late back, brings it back late, too late back, not back in time > late fees, overdue
broken, comes back broken, breaks it, smashed > damage
prove, proof, evidence > photos, certificate, side by side, stamped
was there before, already there, was not me > side by side, photos
who decides what it costs, who sets the price, what does a scratch cost > own list, priced
what do we owe, what is left to pay > invoice
get their money back, money back, get it back > released, refund, refunded, paid
money on my account, when is it paid out, when do i get my money > arrives, payout, bank account, paid
how do they pay, ways to pay, pay by > card, stripe, invoice
do not pay, does not pay, never pay, pay late > unpaid, reminders, overdue, chased
per head, each person, per person, for each user > per user, seat
every single user, all of them, people who hardly use it, once a year > active, everyone else is free
hardly use it, rarely use it, one a year > active
help us start, help with the start, help setting up, hold our hand, show us around > onboarding call, kick off call, import
do it for us, move it for us, bring our stuff over, take over our data > we transfer, our people import, transfer, import
how quickly do you answer, how fast do you reply, answer a question > support, replies, reply
at the weekend, at night, on sunday > weekdays, hours, around the clock
is there anybody, someone to ask, somebody to ask, when i am stuck, get stuck, who helps > support, chat
write it for me, writes the answers, written by ai > drafts, draft
robot, ai, artificial intelligence > automatically, assistant, machine
nobody has time to read, read them all, go through them > sorted into topics, automatically, summary
ask different people different questions, only ask if, skip a question, depending on the answer > branching, earlier answer
stop taking answers, close the survey, end it on > closed, given date
how many can answer, how many answers, how many replies > responses
left over, how many are left, still available > availability, stock
show it on our site, on our website, on our page, into our page, for our site > embeds, website, line of code, plugin, widget
with a finger, on the screen, on a tablet, without paper > sign, tablet, phone
show an id, check the id, passport > id scan, identity
how long do you have it, how long is it kept, hang on to, hold on to > kept, retention, deleted
afterwards, after that, what happens to it, in the end > deleted, kept, afterwards
thrown away, bin the originals, throw away the paper, need the paper > paper original, thrown away
next one up, move up, bigger one > upgrade, business, plan
tax lady, tax guy, our accountant, external accountant, bookkeeper > tax adviser, accountant, login
which department, department pays, who pays for what > cost centres, tax codes
night, overnight, in the night > every night, nightly
truck, van, run > tour, stops, trucks
nearly there, on the way, almost there, about to arrive > minutes away, driver
drops, deliveries, stops
oil change, service due, needs a service, maintenance > servicing, inspection, engine hours
out of stock, something is gone, already taken, sold out, rented out > availability, updated
weekend, saturday and sunday, sat and sun, just the weekend
long rental, several months, months on end > long hires, month
by the hour, by the day, by the week > rates
grab it, pick it up, collect it, take it with them > handed out, checked out, pick up
`
