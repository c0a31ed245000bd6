/* Buyers' vocabulary: software functions, files, devices, messages, reports. Same notation as lexicon-business.ts. */
export const productWords = `
app, application, mobile app, phone app, companion app, apps
phone, mobile, smartphone, iphone, android, cell phone, handset, mobile phone, ios
phone, mobile, smartphone, pocket, on the go, out and about, on the road > app, iphone, android
apple, ios, iphone, ipad, aple
google phone, samsung, android phone > android
tablet, ipad, slate
computer, pc, desktop, laptop, mac, windows, workstation, computers
browser, chrome, safari, firefox, edge, web browser, online, web based, cloud based, in the browser, web app, web
install, download, put on our computers, software, program > browser, install
offline, no internet, without internet, no signal, no wifi, no reception, no connection, without signal, bad connection, no network, connection drops, internet goes down, wifi is down, patchy, dead zone, no coverage, without connection, basement, without reception, internet is down, tunnel, underground, connection lost
internet, connection, signal, wifi, network, online, reception, coverage
sync, synchronise, synchronize, syncing, synced, update, keep up to date, refresh, updated, synchronised, in sync, mirror, updates, pull
hardware, equipment, device, gadget, kit, gear, scanner, box, appliance, terminal, devices
scanner, hand scanner, barcode scanner, reader, scan
scan, scanned, scanning, read, capture, snap, photograph, take a picture
photo, picture, image, photograph, shot, photos, pictures, images, snapshot, snap, pic, camera, photo thing
camera, lens, film, record
screenshot, screen shot, capture
recognise, read, reads, detect, extract, ocr, type in, get them off, picked up, figure out, understand, pick up, pull out, notices
detect, notice, spot, catch, caught, recognise, find, flag, notices, spots, flagged, discover, tell, would you notice, picks up
duplicate, twice, two times, double, same one again, second time, doubled, duplicates, again, same thing twice, double up, more than once, copy
double booking, double book, book twice, both promise, same time, overbook, clash, conflict, two people book, promised to two, overbooking, booked twice, conflicts, overlap
type, enter, key in, input, fill in, by hand, manually, typed, write, put in, entering, retype, type in, type everything
automatic, automatically, by itself, on its own, by themselves, auto, without doing anything, automate, automated, self, by hand, itself, themselves, hands off, on autopilot
calculate, work out, figure out, compute, count, calculation, calculated, worked out, add up, computed, determine
manually, by hand, manual, yourself, myself, themselves
import, upload, load, bring in, get in, bring inside, add from, feed in, imported, put in, bring them inside, loading, pull in, read in, come in, pulled, uploaded, take over
export, download, get out, extract, pull out, save as, output, exported, take out, hand over, spit out, get the data, exports, raw numbers, dump
excel, spreadsheet, csv, xlsx, sheet, excel list, excel file, table, spreadsheets, excel sheet, csv file, list
pdf, document, file, print out
word, word file, word document, docx
powerpoint, slides, presentation, slide deck, deck, pptx
file, document, attachment, paper, files, documents, upload
print, printed, printing, printer, printout, hard copy, on paper, prints
printer, print, thermal
label, sticker, tag, qr label, labels
qr, qr code, barcode, scan with their phone, scan with the phone, code to scan
poster, stick on the wall, put up, hang up, sign, flyer, print out, on the wall, placard, stand
integrate, integration, connect, connection, work with, hook up, link, talk to, plug into, compatible, sync with, works with, connects, connected, interface, hooks up, tie in, plugs into, connector, connectors, hook into, pair, communicate, interact, connections, plugin, plug in
api, rest, rest api, interface, rest interface, web service, developer interface, endpoint, endpoints, open api, programmatically, programming interface, our own code, custom code, graphql, talk to our own
webhook, callback, event, push
plugin, extension, add on, module, widget, plug in
embed, widget, put on, snippet, line of code, into your site, on our site, on our page, place, add to our website, embeds, embedded, embedding, get it on
website, web site, web page, site, homepage, webpage, home page, page, url, own site, internet site, web presence
domain, web address, own domain, url, dns, look like they come from us, our address, our own address, come from us, from us or from you, sender, own address, our name
sender, from address, comes from, from whom, look like, appear to come
brand, branding, logo, colours, colors, corporate design, look and feel, look, design, own look, corporate identity, white label, theme, appearance, brand kit, our style, ci, footer
powered by, footer, your logo, your name on it, branding, your brand
template, ready made, example, sample, boilerplate, preset, blank page, premade, from scratch, templates, start from, blueprint, pre made, prepared, ready to use, starting point, predefined, scratch, canned
preset, default, standard, out of the box, preconfigured, already in, by default, factory setting, do not touch, built in, do not change, leave it
setting, settings, configure, configuration, set up, option, options, adjust, set, tell it, preferences, configured
own, custom, our own, your own, individual, customise, my own, personalised, customised, tailored, ourselves
language, languages, translate, translation, multilingual, translated, tongue, in other languages, speak, speaks, translations, languages available
translate, translation, machine translation, in their language, localise
arabic, hebrew, right to left, rtl, farsi, persian, urdu
email, mail, inbox, mailbox, message, mails, emailed, in the mail, e mails, by mail, land in my inbox, outlook
text message, sms, text, texting, texts, text messages, message, texted
whatsapp, messenger, telegram, signal
send, deliver, goes out, sent, dispatch, mail out, go out, sends, shipped, forward, pass on, forwarded
notify, notification, alert, tell, inform, told, let know, warn, ping, heads up, notified, warned, push message, be told, warning, gets told, find out, alarm, informed, message, lets me know, alerts, know when, hear, buzz, notices, gets a message
push, push message, push notification, pop up, popup
slack, teams, microsoft teams, chat tool, chat
calendar, google calendar, outlook, diary, schedule, agenda, ical
schedule, scheduled, plan, planned, regularly, timetable, recurring, automatically, weekly, planning
recurring, repeat, every week, each week, weekly, regular, repeats, again and again, over and over
every day, daily, nightly, each day, every night, each night, overnight, every 24 hours, per day, at night
weekly, every week, each week, once a week, every monday, per week
often, frequency, frequently, every, regularly, interval, rate
hourly, every hour, per hour
report, reports, statistics, analytics, figures, numbers, stats, analysis, results, insights, kpi, metrics, data, summary, overview, evaluation, reporting, scores, chart, charts
dashboard, overview, home screen, main screen, at a glance, one screen, dashboards, control panel
chart, graph, diagram, graphs, charts, plot, visual
filter, filters, narrow down, slice, break down, by region, drill down, segment, only see, breakdown, compare by, split by, sort
search, find, look up, look for, locate, searching, lookup
sort, sorted, group, order, categorise, classify, organise, cluster, grouped, categorised, organised
topic, theme, category, subject, tag, categories, kind, topics
comment, comments, free text, text answer, written, open answer, remark, remarks, note, verbatim, text answers, text, feedback, free text replies, open text
note, notes, remark, annotation, memo
ai, artificial intelligence, machine learning, gpt, llm, chatgpt, robot, smart, assistant, machine
draft, drafts, first version, write for me, suggest, proposal, propose, writes, proposed, suggestion, written for me, writes the answers
benchmark, compare, comparison, industry, against others, others in our trade, competitors, any good, average, how we are doing, sector, other companies, versus others, peers, how do we compare, other businesses
industry, trade, sector, branch, line of business, field, vertical
score, rating, stars, grade, points, ratings, bad rating, low rating, scoring
compare, side by side, next to, before and after, comparison, difference, versus, against, compared, next to each other
prove, proof, evidence, certificate, show that, claim, demonstrate, was there before, back up, document, verify
limit, maximum, cap, at most, ceiling, quota, limits, restriction, restrictions, no more than, upper limit, up to, highest
unlimited, no limit, as many as, infinite, any number, without limit, limitless, as many as we want, no cap, any cap, a cap, limit
exceed, over the limit, above, go over, too much, too many, more than, pass, surplus, beyond, go past, hit the limit, reach the limit, use up, run over, exceeds, overspend
flag, flagged, mark, highlight, warn, marked, highlighted
block, prevent, stop, forbid, disallow, cannot, blocked, refuse, avoid, stops, prevented, not allowed, stopping, hold back, keep from
pause, suspend, hold, paused, put on hold, stop temporarily, on hold
freeze, lock, block, lost card, stolen, lost my card, disable, deactivate, stop
turn on, enable, switch on, activate, turned on, switched on, activated, allow
turn off, disable, switch off, deactivate, turned off, switched off, opt out, get rid of, without
missing, not there, lost, never sends in, absent, never sent, never hands in, never shows up, still missing, left out, gone missing, excluded, except, not included, not in there, lacks, misses
except, apart from, without, but not, excluded, missing, not included, besides, other than
file size, size, mb, megabyte, megabytes, large file, gigabyte, big
version, versions, revision, earlier version
copy, duplicate, clone, paste, copied, copy over, copies
paste, copy, copy and paste, pasted, type everything again, type again, retype
share, sharing, shared, pass on, give access, hand over, public link
link, url, web link, public link, links, web address
personal link, own link, individual link, respond twice, vote twice, answer twice, fill it in twice, more than one answer
kiosk, terminal, tablet on site, ipad, stand, in the shop
form, survey, questionnaire, poll, quiz, forms, surveys, question form
question, questions
question type, kinds of questions, question types, kinds of question
branching, logic, conditional, skip logic, depends on, based on, if they answer, skip questions, different questions, jump, conditions
drag, move, drag and drop, shift, dragged, pull, swap
close, shut, end, stop accepting, stop, closed, deadline, shut down, switch off
open, opened, seen, looked at, read, opens
start, begin, launch, kick off, started, begins, starts, launched
finish, complete, done, end, finished, completed, ready, over
map, route, gps, tracking, location, navigation, routes, where they are
track, trace, follow, monitor, tracked, watch, tracking, keep an eye, keep track
status, progress, state, stage, where is it, follow, stand
list, overview, lists, table, register, inventory
colour, color, red, green, blue, grey, colours, colors, mean
timeline, calendar, overview, availability, free, gantt
available, availability, free, in stock, taken, gone, still there, vacant
book, booking, reserve, reservation, reserved, bookings, booked, reservations, rent
appointment, meeting, slot, time slot, session, interview, visit, call
confirm, confirmation, confirmed, acknowledge
undo, take back, withdraw, recall, retract, revoke, reverse, withdrawn, revoked, pull back, reopen
mistake, accident, wrong, by mistake, oops, typo, misprint, error, wrongly, by accident, incorrectly
problem, issue, bug, fault, error, trouble, failure, breakdown, defect, broken
damage, dent, scratch, broken, smashed, crack, defect, damaged, scratched, harm, break, destroyed, wrecked, bump, ruined, windscreen, accident
repair, service, servicing, maintenance, workshop, fix, inspection, oil change, mechanic, garage, overhaul, serviced, maintain, check up, repairs, mot
due, overdue, falls due, deadline, time for, late, needs, wants, expires
late, overdue, delay, delayed, too late, not on time, late back, behind
grace period, tolerance, leeway, minutes late, buffer, slack, wiggle room
rule, rules, condition, policy, regulation, policies, guideline
custom field, field, attribute, property, own field
workflow, process, automation, flow, procedure, routine
bulk, mass, many at once, in one go, all at once, several at once, single run, batch, one hundred, together, hundreds
at the same time, all at once, simultaneously, parallel, together, in parallel, at once, concurrently
one after the other, in order, sequence, sequential, order, in turn, first
queue, waiting list, waitlist, wait, line, standby
check in, arrive, arrival, turn up, show up, hand in, checked in
check out, hand out, hand over, handover, give out, checked out, pick up, collect, giving stuff out, issue, handing out, giving out
return, bring back, send back, come back, coming back, comes back, take back, back, returned, returns, give back, goes back
first, initial, before, beforehand, ahead, in advance, prior, earlier, early
after, afterwards, later, then, following, afterward, subsequently
before, ahead, in advance, beforehand, prior, advance notice, early
ready, done, finished, available, prepared
help, assist, helps, help me, guide
knowledge base, help centre, help center, faq, articles, help articles, documentation, self service
ticket, request, case, enquiry, inquiry, tickets, issue, conversation
voice, call, audio, speak, spoken
record, recording, recordings, recorded, watch later, replay, taped
video, stream, streaming, zoom, livestream, webcam, online class
dark mode, night mode, theme
accessibility, wcag, screen reader, blind, disabled
gdpr, forgotten, erased > erasure, delete
`
