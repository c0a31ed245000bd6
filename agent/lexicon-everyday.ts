/* Everyday words and the technical terms that notes use instead. Same notation as lexicon-business.ts. */
export const everydayWords = `
chuck in, drop in, put in, add, upload, insert, load
pull up, bring up, call up, open, look up, find, show
fish out, dig out, get out, pull out, take out, extract, export, download
spit out, churn out, produce, generate, create, export
knock up, throw together, put together, make, build, create, design, compose, assemble
jot down, write down, note down, note, take down, notes
tick, tick off, cross off, mark, mark as, check off
keep tabs on, keep an eye on, keep track, monitor, follow, watch, track, oversee, supervise
combine, merge, join, bundle, unite, bring together, put together, bundled, joined
separate, split, divide, apart, divided, individual, independently, own, kept apart
keep separate, keep apart, separately, ring fenced > several, own, per, each, legal entities, branches
swap, exchange, replace, substitute, switch, trade, change over
replace, replaces, instead of, get rid of, no more, do away with
rename, call it, name it, label
arrange, organise, plan, set up, schedule, fix up
sort out, deal with, handle, take care of, manage, look after, resolve
help out, assist, support, guide, walk us through
hurry, rush, urgent, emergency, asap, fast track, express, priority
wait, hold on, queue, stand around, hang around
arrive, come in, land, get there, reach, turn up, come through, delivered, appear, appears
leave, depart, go out, sent, set off
carry, bring, transport, move, haul, ship, deliver
fill, fill in, fill out, complete, enter, type
fill itself, fill in by itself, filled automatically, pre filled > reads, automatically, preset, filled
empty, blank, nothing in it, missing
open up, unlock, unblock, release
shut, close, closed, lock, end
begin, start, launch, kick off, commence, get going, first step
end, finish, stop, over, complete, done, wrap up
grow, bigger, increase, expand, scale, more, raise, up
shrink, smaller, decrease, reduce, lower, cut, less, down
double, twice, two times
half, fifty percent, 50
fix, repair, mend, correct, put right
break, smash, wreck, ruin, destroy, crack, damage, broken, damaged
fail, go wrong, crash, break down, go down, die, out of order, stop working
crash, battery dies, power cut, computer breaks, phone dies > offline, syncs, backed up, backup, stays
steal, nick, pinch, rob, theft, stolen, thief
cheat, trick, fake, game, fiddle, fraud, lie, make up, cheating, abuse, misuse, dodgy
cheat, fake, fraud, lie, make up, trick, dodgy > caught, twice, stamped, compare, log, blocked, warns, detected, locked
snoop, spy, peek, pry, nosy, spying, look over my shoulder > visible, hidden, see, private, only
embarrassing, sensitive, delicate, confidential, private > visible, only, hidden, hosted, encrypted
trust, believe, rely on, sure, certain, reliable
check, verify, look at, inspect, control, test, review, double check, go over, proofread
count, add up, total, sum, tally, number
measure, track, calculate, record
guess, estimate, predict, expect, forecast
agree, accept, approve, say yes, consent
disagree, object, refuse, dispute, say no, complain, contest
complain, moan, grumble, kick off, unhappy, angry, upset > object, comment, feedback, rating
promise, guarantee, assure
explain, describe, justify, give a reason
remember, remind, recall, keep in mind
remember, memory, know from last time > saved, stay, kept, finds earlier
forget, miss, overlook, slip, forgets
choose, pick, select, opt, decide, set
allow, let, permit, enable, authorise, may
forbid, ban, stop, prevent, block, prohibit, disallow, keep from
force, must, required, mandatory, compulsory, obligatory, need to, has to, have to
optional, voluntary, free to choose, unless, not required
mandatory, compulsory, required > requires, must, has to, at least, cannot
show, display, present, see, visible
hide, conceal, cover, keep secret, hidden
teach, train, show how, explain, instruct
learn, training, get used to, learning curve, pick it up
hard, difficult, complicated, tricky, complex, tough
easy, simple, straightforward, user friendly, intuitive, easy to use
not technical, not good with computers, computer illiterate, old school, non techies, not tech savvy, technophobe > one click, minutes, drag, nothing to install, no code, one line
technical, techie, geek, nerd, coding, code > developer, api, line of code
need a programmer, know how to code, coding skills, need it people, hire a developer > one line of code, drag, nothing to install, plugin
buy, purchase, get, order, acquire
lend, loan, borrow, rent, lease, hire
own, belong, possess, ours, mine
fork out, shell out, set us back, cough up, part with, sting us, what is the damage, put down > price, costs, month
hidden costs, catch, strings attached, small print, what is the catch, gotcha > surcharge, add on, additional, cents, fee
rip off, steep, pricey, expensive, dear
bargain, deal, good value, worth it
refund, money back, get it back, reimbursed
invoice us, bill us, pay by invoice, on account > invoice, yearly, paying
net, gross, before tax, after tax, tax included, plus vat > vat, tax
minimum, at least, lowest, fewest, starts at, no fewer
maximum, at most, highest, limit, up to, no more than
how many can, can it cope, cope with, handle that many, handle thousands, enough for, big enough, room for, fit > up to, unlimited, limit
thousands, huge, massive, loads, tons, lots > unlimited, up to, bulk, single run
several, a few, multiple, more than one, many, a couple, various
single, one, sole, just one, only one
whole, entire, complete, all
part, portion, share, piece, some
per, each, every, apiece
same, identical, equal, alike
different, other, another, various, distinct
new, fresh, latest, recent, brand new
old, past, earlier, previous, historic, former
recent, latest, current, up to date, fresh, live, real time
how current, how fresh, up to date, out of date, outdated, stale > updated, every, minutes, seconds, within
instantly, in real time, live, right away > seconds, minutes, at once, within
look back, past years, last year, history, old ones, archive > kept, log, archive, retention
new hire, new starter, joiner, newbie, somebody starts, new employee, new colleague > invite, import, staff, imported
leaver, somebody leaves, quits the company, ex employee, fired, gets fired > role, access, removed, login
temp, seasonal worker, student worker, part timer, intern, freelancers > active, user, free, role
outsider, external, third party, client, subcontractor > no account, free, read only, viewer, login
family, kids, children, parents, relatives
council, works council, union, staff council, employee representatives > anonymity, anonymous, switched off, hidden
lawyer, legal team, auditor, inspector, tax inspection, audit > archive, log, unalterable, export, retention, certificate
insurance, insurer, claim, police > photos, stamped, damage
ring, phone, call, give a bell, talk to
drop a line, write to, email, message, contact
ping, buzz, beep, notify, alert, push
shout, complain, tell off
newsletter, mailing, mail shot, campaign, bulk mail, email campaign, mass mail
spam, junk, junk folder, end up in spam, spam filter > own domain, dns
bounce, undeliverable, wrong address
unsubscribe, opt out, no more mails
picture, photo, snapshot, selfie
handwriting, handwritten, scribble, scrawl
blurry, unreadable, crumpled, faded, creased > reads, receipt, photo
sketch, drawing, plan, map, diagram
sound, voice, audio, talk, speak
translate, other languages, foreign, not speak english, speak english
foreigners, tourists, do not speak, foreign staff, international staff > languages, translation, templates
small screen, on the phone, from my phone, mobile, on the move, while travelling, from home, on site > app, iphone, android, browser
big screen, tv, telly, television, monitor, wall > dashboard, timeline, kiosk, big screen
emissions, carbon, carbon footprint, greenhouse gas, co2, climate, how green
connectivity, reception, network > offline, without internet, without signal
busiest, busy times, rush, peak hours, peak times > per hour, hourly, visits, by the hour
upsell, paid extra, paid add on > included, add on, every plan
counter, front desk, shop floor, in store, at the till
home, at home, remote, from home, home office
plane, train, abroad, cellar, underground, middle of nowhere, remote area, field, countryside, no bars > offline, without signal
website, homepage, our page, internet page
look pretty, pretty, nice, ugly, match our style, fit our style, own look, our colours, corporate look > logo, colours, brand
font, colour, logo, style, design
search, look for, find, hunt, seek, dig up
lost, cannot find, misplaced, mislaid, disappeared, vanished
share, pass on, forward, show others, hand on, let others see
public, everybody can see, anyone, open to all
private, just me, nobody else, only me, secret
together, at the same time, jointly, in parallel, team
alone, on my own, by myself, single handed, solo
together, several people, two people, both of us, at once, same time > locked, together, simultaneously, same time
step by step, one by one, in order, sequence, stages, in turn
who is next, next in line, next person > level, order, reminder, approver
second pair of eyes, double check, cross check, somebody checks, looked over > approval, approver, approve
above, over, more than, exceeds, higher than
below, under, fewer than, less than, lower than
limit spending, spend too much, overspend, go overboard, blow the budget, spending spree > cap, limit, flagged, approval
luxury, fancy dinner, champagne, steak > cap, category, flagged
petrol, fuel, gas station, diesel, charging
parking, toll, train ticket, flight, taxi, hotel > receipt, trip, travel, expense
drive, car, own vehicle, private car, by car
foreign money, dollars, pounds, swiss francs, yen > outside, currency, surcharge
salary, wages, pay day, payroll, paycheck, with the salary
bank transfer, wire, transfer, pay out, sepa
how do they get the money, when is it paid, get paid back, get my money back, reimbursed > paid, claims, sepa, salary, released, refund
month end, end of month, closing, close the books > export, monthly, accounting
books, ledger, bookkeeping, accounts > accounting, export, invoices
tax return, tax year, vat return, finance authority > tax, vat, archive, export
stuck, need help, problem, issue, trouble, does not work, got a question > support, chat
human support, real person, someone on the phone, talk to a human, hotline > support, chat, call
time zone, cet, office hours, after hours, late at night, sunday > hours, weekdays, support
setup, set up, takes to set up, get it running, up and running, before we can use it, ready to go > live, days, minutes, within, import
how much work, effort, hassle, pain, how hard is it, lot of work > minutes, days, one click, import, free of charge
switch from, move from, coming from, replace our, used so far, until now, currently on > import, transfer, export
years of data, old data, all our data, history, existing data, existing records, customers list > import, lists, transfer, csv
try, test, free month, taste, see for myself, before buying, before we buy > trial
what happens after the trial, trial ends, after the test > trial, cancelled, plans
grow out of it, get bigger, open another branch, expand > upgrade, plan, branches, locations, additional
small company, tiny team, small business, start up, two man band, just a few of us, one man show > starter, solo, basic, small, up to
large company, corporation, big company, hundreds of us, many employees > enterprise, unlimited, business, large
more seats, extra people, add colleagues, another colleague, additional people > additional, seat, users, per user
downgrade, smaller plan, go back to > cancel, plan, month
cancel, quit, leave, get out, stop paying, end it
after we leave, when we quit, once cancelled, leave you, what happens to our data > downloaded, export, kept, deleted
robot, bot, automatic, automation, by itself, without me, on its own, machine does
repeat, again, every time, each time, regularly, recurring
every morning, every evening, every friday, each monday, once a day, once a week, once a month > nightly, weekly, monthly, every, scheduled
print, on paper, hard copy, paper version, printout
paperless, no paper, without paper, save paper > paper, replaces, app, sign
sign, signature, autograph, put my name, initials
finger, touchscreen, stylus, tablet, on the screen
stamp, timestamp, date and time, time and place, when and where > stamped
receipt, slip, bill, till receipt, chit
id, passport, driving licence, identity, ausweis
damage, scratch, dent, bump, mark, crack
dirty, clean, cleaning, muddy
lost item, never came back, not returned, missing item, did not bring back > overdue, late fees, red
tool, machine, digger, kit, gear, equipment, thing
spare part, parts, consumables, accessories
broken machine, out of service, in repair, being repaired > workshop, servicing, stuck
safe to use, safety check, inspection, inspected, certified safe > inspection, servicing
mileage, hours run, usage, how much it was used > engine hours, utilisation, days out
busy, popular, most used, best seller, top item, which ones earn > utilisation, report, earned
busy season, peak, rush, high season > rates, availability
bundle, set, kit list, package deal
price list, rates, tariff, price per day
long term, several weeks, for months, whole season > long hires, month, invoiced
part payment, pay half, pay upfront, advance, pay in advance > down payment, deposit
card on file, hold money, blocked amount, pre authorisation > deposits, reserved
never paid, bad payer, owes us, chase money, outstanding bills > payment reminders, unpaid
cancel a booking, change of plan, no longer wants it, bails, bail out, pulls out, drops out > cancel, cancellation, lapse
double, twice booked, two people same, same slot > double bookings, blocked, locked
waiting list, next in line, someone drops out
opening times, when are we open, holidays
form, questionnaire, sheet, survey
question, ask, query
tick box, checkbox, multiple choice, scale, stars, smiley, slider > question types, matrix
long survey, too many questions, how long can it be > up to, questions, holds
attach, attachment, upload a picture, send a file > file upload, photo
guests, shoppers, visitors, patients, diners > customer, contacts
how many answered, response rate, take part, participation > responses, results, dashboard
see results, look at results, results come in, see the answers > dashboard, results, report
bad feedback, angry customer, unhappy guest, low score, complaint, poor rating > alert, trigger, ratings, below
trend, over time, compared with last year, change over time, development > report, benchmarks, dashboard
group, segment, by store, by region, by department, by team > filter, field, groups
present it, board meeting, slides, show my boss, show the board > powerpoint, report, export
mail it to the boss, send it round, automatically to the boss > scheduled reports, recipients, emailed
honest answers, afraid, scared, fear, consequences, trace it to them > anonymity, hidden, anonymous
small team, few people, only three of us, tiny group, small department > fewer than, hidden, groups
delete answers, take back an answer, remove a person, delete somebody > erasure, erased, deleted, single
who sees, who can look, visible for, in front of > visible, see, only, role
boss sees, manager can see, my boss looks > managers, visible, see, only
edit, change a question, change it later, fix a typo, correct it afterwards > edit, locked, changed, switched off
test run, preview, dry run, try it out first, dummy > test, trial, preview
copy last year, reuse, use again, same as last time, again next year > template, copy, templates
link, url, address, web link, send a link, hyperlink
poster, leaflet, flyer, table tent, print it, hang up, notice board > qr, poster
tablet, ipad, device at the exit, terminal, at the exit, at reception > kiosk, ipad, tablet
text, sms, whatsapp, message on the phone
reminder mail, second mail, remind them again, follow up mail, chase up > reminders
where is the data, which server, cloud, whose computer, which land > hosted, data, frankfurt
american server, us server, leave the eu, outside europe > hosted, data centre, eu
employee leaves, someone quits > deputy, role, deactivate
sick, on holiday, out of office, away, off sick, maternity leave > on leave, deputy
nobody available, no one there, everyone away > deputy, reminder
urgent, quickly, same day, express, right now > minute, minutes, virtual, within
post, mail, letter, by post, shipped, arrive by post
lose my phone, phone stolen, lost phone, new phone > freeze, app, login
password forgotten, forgot password, locked out, reset > password, login, log in
`
