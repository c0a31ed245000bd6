/* Colloquial words and what notes say instead, in one direction. Same notation as lexicon-business.ts. */
export const plainTalkWords = `
nudge, poke, prod, chase, chaser, nag, hassle, bug, pester, badger, push, kick > reminder, remind, follow up, overdue, dunning
burst pipe, flood, flooding, fire, broken heating, no heating, breakdown, disaster, in the middle of the night, at 3am, 3 in the morning, panic, on fire, goes wrong, goes down, dies > urgent, emergency, alert, leak, outage, any hour
plumber, electrician, handyman, tradesman, tradesperson, builder, engineer, cleaner, fitter, mechanic, roofer, painter, repairman > contractor, technician, subcontractor, worker, supplier
the guy, guy, bloke, chap, lad, fella, lady > person, contractor, applicant, customer, technician, employee
boiler, heating, gas, stove, furnace > gas, heating, certificate, appliance
safety paper, safety certificate, gas safe, epc, energy rating > certificate, certificates, energy
stain, scratch, dent, crack, broken, smashed, ripped, torn, damaged > damage, fault, dispute, condition, photo
prove, proof, show that, evidence, show the auditor, in case of a dispute, his word against mine > evidence, proof, photo, log, record, dispute, confirmation, time stamped, history, export
renter, renters, lodger, lodgers, occupier > tenant, tenants
lease, let, letting, tenancy > contract, tenancy, agreement, lease
lockup, garage, shop unit, parking space, corner shop > garage, commercial, unit, units
leaving, moving out, moves out, move out, notice given, handed in notice > notice, leaver, move out, end
trustworthy, reliable, dodgy, honest, legit, bad apple, screen, vet, background > check, credit, reference, references, screening, identity, background check
immigration, visa status, right to work, right to rent, work permit, passport check > right, identity, check, documents
hear back, get an answer, get a reply, get the result, come back with > result, reply, response, arrives, answer, hours
old landlord, ex boss, previous employer, former boss, old boss > previous, employer, reference, references, landlord
bit by bit, in bits, in chunks, chunks, chunk, instalment, spread it, a bit at a time, little by little, dribs and drabs, pay it off, pay off, pays half, half of it, half, part of it > instalments, partial, plan, part payment, repayment, repayment plan
swallow, absorb, eat the fee, eat the cost, take the hit, pass it on, stick them with, make them pay > fee, absorb, pass, charge
debt, owes, owe, owing, owed, arrears, behind, skint, cannot pay > overdue, balance, outstanding, repayment, unpaid, due
walkabout, walk round, walk around, walkthrough, go round, go through the rooms > inspection, walk through, inventory, room, tour
check in, check out, moving in > move in, move out, arrival, check in, inventory, booking
grab, get hold of, get my hands on, lay hands on, have a copy, get a copy, own copy > download, export, copy, get, see
without bugging me, without asking me, without calling me, on their own, by themselves, themselves, help themselves, do it themselves > self service, portal, app, themselves, login, own
type in again, type everything, type it all, retype, re type, type twice, enter twice, key in, rekey, re key, double entry, each time, every time again, copy paste > automatically, prefilled, fill in, template, import, sync, details
paperwork, forms, papers > contract, template, documents, form
bot, chatbot, robot, ai thing, smart thing, clever thing, ai stuff, artificial intelligence > assistant, ai, answers
making things up, make stuff up, make it up, hallucinate, hallucination, talk rubbish, talk nonsense, lie, lies, wrong answers, invent > source, links, sources, answers, cite, accuracy
train models, train your models, train ai, train ai models, train your ai > ai, models, model
feed our, feed it, learn from our, train on our, train your, smarter, teach your ai, use our data > train, models, training, never used
spill, leak, blab, give away, reveal, find out about > allowed, see, permission, access, private, restricted
intern, junior, trainee, apprentice, newbie, temp, student, work experience > staff, person, employee, user, role, member
remark, note on, scribble, annotate, leave a note, say something about, chip in, weigh in > comment, comments, note, feedback
nasty, rude, trolls, abusive, abuse, ugly, swear, insult > moderation, comments, switched off, block, report
turn replies off, no replies, mute, silence, shut up, quiet, turn it down, leave me alone, leave her alone, leave him alone, not bother > switch off, pause, paused, mute, off, notifications
graveyard, rot, rotten, stale, dead, out of date, dated, ancient, old stuff, nobody updates, not current > outdated, expiry, expire, review, archive, old
in that chain, chain of people, chain, row of people > reviewers, approvers, steps, levels, stages
have it go out, go out, goes out, send later, send it later, schedule it, time it, line it up, queue it > schedule, scheduled, sent, send, publish, in advance, delivered
everyone saw, everybody saw, have read, has read, who read, who saw, seen it, has seen, saw it > confirm, confirmation, read, must read, receipt, viewed, opened, tracking
proof everyone, sign to say, tick that they, acknowledge > confirm, confirmation, acknowledge
somebody updates it later, stays current, stay current, changes later, re paste, repaste, paste it again > up to date, sync, updated, embedded, refresh
scripts, script, program against, code against, our own code, own code, programmatically, hook our own, homegrown, home grown, in house system, own system, custom system, our own software, something we built > api, rest api, webhook, webhooks, developer, integration
throttling, throttle, rate limited, too many calls, how hard can we hit > limit, limited, requests, per minute, rate limit
paid extra, costs more, pay more, pay on top, extra cost, costs extra, additional charge > included, all plans, add on, extra, plan
available for everyone, for everyone, on every plan, all tiers, in all of them > all plans, every plan, included, everyone
old revisions, revisions, revision, drafts of, earlier drafts, old copies, older copies, previous copies > version, versions, history, page history
come along, comes along, come with, come across, comes across, survive the move, survive, make it over, carried across > import, imported, carried over, intact, transferred, kept, migrate
show my team how, show us how, show them how, show us the ropes, the ropes, walk us through, walk me through, hand hold, hold our hand, hold my hand, left alone, on our own, figure it out > training, onboarding, specialist, sessions, webinar, help
named person, own contact, same person, dedicated, personal contact, looks after us, looking after us, go to person > success manager, account manager, dedicated, manager, contact
keeping it right, keeping right, keep it right, responsible for, in charge, whose job, who looks after, accountable > owner, owners, responsible, manager, assigned
biggest thing, max size, how heavy, chunky, huge file, massive file, large file, big file, size limit > mb, gb, file, attachment, limit, up to
write on the same, same time, at once, both of us, two of us, together, kick out, kicked out, overwrite each other, clash, collide, trip over each other, step on toes, in parallel > same time, simultaneously, authors, collaborate, conflict, lock, locked
mess up, messes up, screw up, screwed up, screws up, botch, cock up, mucked up, break something, wreck, ruin, fat finger, by accident, accidentally, oops, wrong button, mistake > undo, restore, version, versions, history, revert, recover, correct, corrected
new starter, new hire, new joiner, newcomer, just started, just joined, new people, newbies, first day, first week > new joiners, onboarding, new employee, joiners, start
leaver, left the company, quits, has left, leaves us, walks out, sacked, fired, resigns, let go, goes > leave, deactivate, remove, revoke, offboarding, access
birthday, cake, anniversary, anniversaries > birthdays, birthday, celebrations
kiosk, shop floor, warehouse people, drivers, people in the field, field people, no email, without email, no company email, no work email, no desk, deskless, factory, nurses > workers, frontline, phone number, without a company e-mail, code, field
bother at night, disturb, buzz, buzzing, at night, in the evening, after work, off the clock, weekends > working hours, outside, pause, notifications, quiet hours
tunnel, basement, cellar, underground, on a plane, train, field, remote, no bars, dead spot, patchy, no reception, bad reception, wifi is down, internet is down, internet dies, no internet, signal drops, connection drops, poor connection > offline, without signal, connection, without internet
bump, move to a higher, raise, increase, more of it, get more, go beyond, beyond, over that, past that, above that, exceed, exceeded, go over, hit the limit, reach the limit, run over, use it all up, use up > limit, extra, over, additional, above, up to, more
downsize, shrink, fewer, scale down, reduce, lower > downgrade, fewer, reduce, smaller
grow, growing, get bigger, scale up, expand, more of us > upgrade, limit, unlimited, enterprise, add
dip, low, running out, nearly out, nearly gone, almost gone, almost out, running low, about to run out, run short, short of > low stock, reorder, threshold, alert, minimum, stock
twice by mistake, double, doubles, duplicated, same one twice, same person twice, dupes, dupe > duplicate, duplicates, merge, merged, double
lump together, put together, join up, roll into one, one pile > merge, combine, group, bundle
look like ours, our look, our branding, our own logo, our colours, look like us, our style, our name on it, under our name, slap our logo, company look > logo, branding, colours, brand, white label, own domain, design, theme
our own address, own address, our web address, our url, our own url, own url > domain, custom domain, own domain
slice, slice and dice, narrow it down, break it down, drill down, drill, by region, dig into > filter, filters, group, report, segment, breakdown
numbers, figures, stats, kpis, kpi, how are we doing, performance, how it is going > report, reports, dashboard, analytics, statistics, metrics
bird's eye, at a glance, big picture, all on one page, on one screen, see everything, whole picture > dashboard, overview, home, lists
the books, our books, bookkeeping thing, accounting thing, accounts package, accounting package, our accounting > accounting, xero, quickbooks, datev, sage, sync, export
phone me, ring me, someone to ring, actual human, real human, speak to a human, talk to a human, talk to a person, real person, human being, person on the phone, pick up the phone > phone support, phone, support, call, hotline
stuck, get stuck, need help, in trouble, lost, confused, something breaks, does not work, stops working, broken on a sunday > support, help, chat, e-mail, reply
sunday, bank holiday, public holiday, christmas > weekend, weekdays, support, hours
how soon, how quick, how fast, how quickly, turnaround, wait, waiting > hours, minutes, days, within, takes
far back, how far back, years back, last year, from years ago, long ago, old ones > history, months, years, kept, archive, past
how big, how large, size > mb, gb, up to, limit
how far ahead, ahead of time, how early, beforehand, upfront, notice > in advance, before, days before, ahead
kids, nippers, little ones, children, toddler > children, child, family
mum, dad, parents, grandma, granny, gran > parents, family, guardian, relatives
doc, gp, nurse, physio, dentist, therapist > doctor, practitioner, clinician, provider, staff
no shows, not showing up, stands me up, stand me up, does not come, blow off, bail, bails > no show, missed, cancellation, deposit, fee
rain check, postpone, push back, move it, another day, shift it, change the date, later date, other day > reschedule, move, rebook, change, postpone
squeeze in, slot in, fit in, last minute, short notice, spontaneous > waiting list, same day, slot, availability, walk in
double book, double booked, two at once, overlap, overlaps, overlapping, clash, clashes > conflict, double, overlap, available, blocked
boss, big boss, ceo, upstairs, higher up, board, director > manager, management, approval, director, report, owner
over my head, behind my back, secretly, nosy, snoop, snooping, peek, prying, sneaky > permission, private, restricted, see, log, access, hide
blame, who did, culprit, who screwed, whose fault, guilty > log, audit log, history, changes, activity
gone, lost, vanished, disappeared, missing, lose > restore, backup, recover, deleted, trash, find
pc dies, laptop dies, phone lost, lost phone, lose my phone, phone is stolen, stolen phone, stolen laptop > device, remote, log out, sign out, lock, backup
leave you, we leave, ditch you, dump you, if we quit, break up, part ways, move on, move elsewhere, stop using > export, cancel, delete, erased, end, days
hostage, lock in, trapped, get our stuff back, take our stuff, take everything with us > export, download, data, any time
cough up, fork out, shell out, set me back, set us back, damage, hit my wallet, what's the damage, wallet > price, costs, fee
skinflint, tight, shoestring, no money, small budget, penny > free, cheapest, price
for free, freebie, without paying, not pay, nothing to pay > free, trial, included
one off, just this once, one time, single use, just once > one time, single, pay as you go, once
small shop, tiny company, just two of us, just me, one man band, on my own, small outfit > starter, solo, free, small, user
big crew, hundreds of us, thousands of us, large team, whole company, huge > enterprise, unlimited, users
seats, heads, bums on seats, logins, extra people, additional people, another person, one more person > users, seats, user, per user, members
on the go, out and about, on the road, on site, while driving, in the van, from the car, away from my desk > mobile, app, phone, offline
tab, slate > tablet
pc, desktop, laptop > desktop, computer, browser
download something, install something, need to install, put software, it department, it people > browser, install, installation, app, nothing to install
firewall, vpn, proxy, network > network, ip, security, allow list, access
hackers, hacked, break in, broken into, steal, data theft, bad guys, crooks, scam, fraud, phishing > security, encrypted, encryption, two factor, protected, fraud
regulator, authorities, inspector, law, by law, legal, lawyers, auditor, auditors > compliance, audit, legal, certified, export, gdpr, regulated
translate, tongue, speak, foreign, other language, my language, lingo, mother tongue, do not speak english, english > language, languages, translated, translation, speaks
euros, dollars, pounds, yen, other money, foreign money > currency, currencies, exchange rate
abroad, overseas, other countries, other country, worldwide, across the border, international > countries, international, currency, country, eu
cash, coins, cheque, check in the post, cash in hand > cash, payment, payments, manual
plastic, tap to pay, contactless > card, cards, wallet, payments
get my money, money arrives, money land, when do i see the money, cash out, money in my account, into my account > payout, payouts, transferred, bank account, working days, settled
tick, tick off, cross off, mark off, mark as done > complete, done, matched, checked, confirm, mark
by hand, manually, one by one, one at a time, individually, each one separately, hundred times > bulk, automatically, import, manually, batch, at once, groups
in bulk, whole lot, in one swoop, one swoop, all of them, all at once, in one go, masses, tons, heap, stack, pile > bulk, at once, import, batch, csv, groups
ready made, off the shelf, start from scratch, from scratch, blank page, starting point, sample, example > template, templates, preset, library, examples
drag, move around, shuffle, rearrange, reorder, drag it > drag, move, reorder, order
pretty, ugly, nice looking, look nice, fancy > design, theme, layout, template, style
link it, url, qr, code to scan > link, qr code, share, url
embed, put it on our site, on our website, on my site, on our page, web page > website, embed, widget, code
write for me, writes for me, draft for me, ghostwrite, suggest text > draft, ai, assistant, generate, suggests
voice, dictate, speak into, talk into > voice, dictation, speech, record
snap, snap a pic, selfie, take a picture, take a pic > photo, photos, photograph, picture, camera
wet signature, scrawl, ink, print and sign, put their name, autograph, sign it > signature, sign, signs, signatures, electronically
stamp, post it, snail mail, letter in the post, through the post, by post, in the mail > letter, posted, print, post
nightly, overnight, while we sleep, every evening > daily, nightly, every night, every 24 hours
on the dot, exact time, to the minute, live, right this second, as it happens, up to the minute, how fresh, fresh, how old is the data > real time, every, minutes, refresh, updated, instantly, hourly
every so often, regularly, on a schedule, each monday, every monday, every friday, weekly, once a week > schedule, weekly, scheduled, automatically, every
kick in, kicks in, triggers, sets off, goes off, fires > trigger, start, rule, automatically, after
if this happens, when this happens, whenever, as soon as > rule, automation, trigger, automatically, when
keep an eye on, watch, keep track, keep tabs, track, follow > tracking, track, monitor, status, history, log, dashboard
where is it, where are they, whereabouts, where my people are, location of > gps, location, map, tracking, position
how far along, how are things going, how is it going, where are we with, where does it stand > status, progress, stage, tracking
who is free, anyone free, has time, free time, spare capacity, too busy, overworked, snowed under, on their plate > availability, capacity, schedule, workload, calendar
pass it on, hand it over, give it to someone else, let somebody else, take over, hand off > assign, transfer, reassign, handover, deputy, delegate
split it, go halves, share the cost, divvy up, divide it > split, shared, share, divide
round up, round down, rounding > rounding, rounded
fixed, set in stone, fiddle with it, fiddle with, play with, tinker, change the wording, own words, own wording, reword > editable, custom, customise, edit, adjust, settings, wording
pick my own, my own choice, choose my own, our own, up to me, can i decide > custom, own, choose, set, configure, adjustable
mandatory, must they, have to, forced, force them, make them, can't skip, no way around > required, mandatory, must, enforced
skip, skipping, leave out, leave it blank, not fill > optional, skip, required
sandbox, playground, dummy, fake data, play about, kick the tyres, have a look first, look around first, try before > trial, demo, test, sandbox, free, sample data
how long till we are up, up and running, get rolling, off the ground, go live, be ready, getting going > live, setup, onboarding, takes, weeks, days, implementation
bring my stuff, bring our data, bring everything, our old data, existing data, what we have, current customers, our excel, our spreadsheet, my spreadsheet, excel mess, from excel, my list > import, csv, spreadsheet, excel, upload, migration
get stuff out, pull the data, pull out, suck out, get it in excel, into excel, in excel > export, csv, excel, download
works with our, play nice, plays nice, get on with, talk with, speak to, tie into, connects with > integration, integrates, connect, sync, api
mark up, highlight, circle, point out > highlight, mark, flag, annotate
flag, red flag, warning sign, warn, tip me off, heads up, find out, let me know, tell me when, ping me, shout, yell, buzz me > alert, alerts, notification, notify, notified, reminder, warning, e-mail
text me, message me, drop me a text > text message, sms, notification
plan ahead, look ahead, next month, coming weeks, future > forecast, calendar, schedule, planning
guess, predict, estimate, crystal ball, expect > forecast, prediction, estimate
compared with last year, against last month, better or worse, this year against last > compare, comparison, trend, report, previous
top sellers, bestsellers, what sells, slow movers, dead stock > report, sales, bestsellers, products
bring back, send back, wrong size, not happy with it, change their mind, changed mind > return, returns, refund, exchange
parcel, package, box, shipment > parcel, delivery, shipping, shipment, tracking
basket, cart, left in the basket, abandon, almost bought > cart, abandoned, checkout
vouchers, promo, sale, black friday, money off code > discount, code, voucher, coupon, discounts
colours and sizes, sizes, colours, flavours, different versions of > variants, variant, options, sizes
vat, taxman, tax return, tax season, accountant > tax, vat, accountant, export, report
wages, pay my people, pay day, payday > payroll, salary, pay
hols, annual leave, days off, sick days, sickness > leave, holiday, absence, vacation
clock in, punch in, timekeeping, hours they worked, hours worked > time, timesheet, clock, hours, tracking
bill them, bill the client, send a bill, charge the client, get paid > invoice, invoices, billing, payment
hourly rate, by the hour, per hour > rate, hourly, hours
mates, friends, buddies, family > guests, invite, share
outside people, outsiders, clients see, client to see, customers see, show the client, show clients, third parties > guest, guests, external, share, link, portal, client
wipe, nuke, bin it, shred, burn, get rid > delete, deleted, erase, erased, remove
sits on, sits where, whose computers, whose servers, which cloud > hosted, servers, data centre, stored, cloud
password, passwords, pw, forgot password, another password > password, single sign on, login, sign in, reset
code on phone, code by text, authenticator, extra security, second lock > two factor, two step, code, authenticator, mandatory
`
