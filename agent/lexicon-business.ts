/*
 * Buyers' vocabulary: money, people, rights, data and service. One meaning per line. With “>”, words on the left mean
 * those on the right, but not vice versa; with “~” they are only related.
 */
export const businessWords = `
price, cost, fee, charge, rate, tariff, pricing, expense, priced, amount
money, bucks, dough, damage, spend, pay, paid, paying, bill > price, cost, fee, charge, costs
cheap, inexpensive, affordable, budget, low cost > cheapest, price, free
cheapest, lowest, cheaper, smallest, least expensive, best price, best value, entry level, entry
cheaper, save, savings, discount, reduction, rebate, percent off, off, deduction, knocked off, knock off, saving, less, reduced, lower price, money off, price break
knock off, take off, cut, let off > discount
surcharge, extra charge, extra fee, additional fee, extra cost, on top, markup, commission, percentage, cut, take a cut, hidden cost, hidden fee
~ surcharge, price, costs
free, gratis, free of charge, no charge, at no cost, no cost, no extra cost, without paying, for nothing, complimentary, included, on the house, zero cost, costs nothing
extra, additional, add on, addon, on top, more, another, supplement, separately
pay extra, extra, costs extra > included, free, add on, charge, cents
included, include, part of, comes with, covered, comprise, cover, covers, built in, bundled, adds, add
trial, try it, try out, test drive, free trial, free version, test it, play around, try before, have a go, tryout, pilot, sandbox, taste, evaluate, evaluation, give it a go, poke around, trial period, test account, test environment, try everything
try, test > trial
credit card, card details, card number, visa number, payment details, bank details, card, visa, mastercard, plastic
plan, package, tier, edition, subscription, level, bundle, price plan, pricing tier, membership, option, licence type
version > plan
biggest, largest, top, highest, most expensive, full, premium, maximum, top tier, best, big one, top one > enterprise, unlimited, business, premium, pro
enterprise, corporate, large company > enterprise
yearly, annual, annually, a year, per year, year, twelve months, whole year, upfront, in advance, year up front, yearly billing, in one go, pay yearly
monthly, per month, a month, month, month to month, every month, each month
one off, one time, once, single payment, one time fee
per user, per seat, per person, per head, each user, per agent, per member, per employee
invoice, bill, billing, invoicing, bills, invoiced, billed
payment, transaction, transfer, payout, paying
reimburse, pay back, paid back, repay, refund, money back, get back, refunded, reimbursement, get my money, paid out, payback
deposit, down payment, security money, bond, prepayment, advance payment, caution, security deposit, retainer, held on the card, hold
down payment, part payment, pay part, first instalment, deposit, upfront
charge automatically, take the money, debit, collect, collected, deducted, deduct, withdraw
release, released, give back, returned, get back, unfreeze, unblock
reserve, reserved, hold, held, freeze, block, blocked, authorise, frozen, put aside, set aside, earmarked
late fee, penalty, fine, overdue fee, late charge
unpaid, overdue, late payment, not paid, did not pay, does not pay, owe, outstanding, in arrears, chased, dunning, payment reminder
dunning, chase, payment reminder, collection, chased
tax, vat, sales tax, gst, duty, duties, tax code
tax man, tax office, revenue office, irs, hmrc, tax authority, tax
tax adviser, tax advisor, accountant, bookkeeper, cpa, tax lady, tax guy, tax person, auditor, accounting firm
accounting, bookkeeping, accounts department, books, ledger, finance, accounting software, bookkeeping software, general ledger
finance, cfo, finance director, head of finance, finance team, treasurer, financial
cost centre, cost center, department, budget code, gl code, account code, project code, pays for what
payroll, salary, wage, wages, pay run, payslip, salaries, paycheck, earnings, pay
earn, earned, revenue, income, turnover, sales, takings, makes, earns, profit, make money, money in, proceeds, brought in
budget, cap, spending limit, allowance, limit
allowance, per diem, daily rate, daily allowance, travel allowance, subsistence
currency, euro, dollar, foreign currency, pounds, exchange rate, other currencies, multi currency
abroad, foreign, overseas, outside, international, another country, other countries
bank, bank account, account, iban, sepa
cash, atm, cash machine, notes, withdrawal, cash withdrawal
cancel, quit, leave, terminate, end, stop, get out, opt out, unsubscribe, cancelled, ended, give up, close my account, walk away, pull out, hate it, back out, cancellation, resign
locked in, tied in, bound, commitment, contract, long term, minimum term, contract length, notice, notice period, fixed term, stuck with, tied down, commit, obligation
contract, agreement, terms, contracts
upgrade, move up, switch plan, change plan, bigger plan, go up, downgrade
offer, quote, proposal, estimate, quotation, offers
buy, purchase, order, get, bought, acquire
lapse, expire, run out, runs out, expires, valid, validity, good for, no longer valid, end, lapses, ends
sell, sold, selling, retail, sale
user, seat, login, account, licence, license, head, people, person, persons, staff, team member, colleague, employee
people, persons, users, staff, employees, guys, folks, team, colleagues, coworkers, members, crew, workers, personnel, workforce, heads, lads, boys, girls, my lot, us, of us, everybody, everyone, somebody, someone, employee, human
boss, manager, supervisor, team lead, line manager, superior, head, lead, chief, owner, ceo, director, management, executive, higher ups, bosses, gaffer, leadership
ceo, cfo, boss, director, executive, board > recipient, manager, owner, people
admin, administrator, it guy, it person, it department, it team, sysadmin, superuser, admins
developer, programmer, dev, engineer, coder, devs, technical team, it guy, software engineer
customer, client, consumer, buyer, shopper, hirer, guest, end customer, customers, account, clients
guest, visitor, diner, patron, traveller
freelancer, self employed, solo, one man, sole trader, just me, only me, on my own, one person, by myself, contractor
agency, partner, third party, external, outsider, outside, consultant, adviser, not an employee, somebody from outside, contractor
supplier, vendor, provider, wholesaler
applicant, candidate, job seeker, applicants, candidates
company, firm, business, organisation, organization, corporation, enterprise, employer
group, several companies, legal entities, subsidiary, subsidiaries, multiple companies, entities, holding, sister company, three companies, entity, daughter company, separate companies
location, branch, site, office, store, shop, depot, outlet, premises, place, venue, warehouse, locations, branches, depots, several locations
team, group, department, unit, squad, division, teams
role, position, job, function, kind of user, type of user, kinds of users, user types, user roles, roles
permission, right, access, allowed, privilege, rights, authorised, authorized, permitted, may, permissions, access rights, access level
see, view, visible, look at, read, look, watch, display, shown, show, appear, peek, looking, visibility, viewed, check
hide, hidden, not see, invisible, keep from, without showing, not show, conceal, should not see, cannot see, not visible, kept secret, secret, private, only visible, masked, blacked out
read only, view only, just look, only look, look at things, viewer, look but not touch
only, exclusively, nobody else, alone, no one else, restricted, limited to, just, solely
private, personal, confidential, secret, own
approve, sign off, approval, accept, authorise, release, green light, ok, confirm, give the ok, say yes, rubber stamp, sign things off, signs off, approver, check first, four eyes, go past, cleared, clearance, permission, nod, sanction, have the last word, approved, approves
reject, decline, refuse, turn down, say no, deny, rejected, refused, send back, rejection, not accept, does not accept, knock back, rejecting, declined
object, dispute, disagree, contest, does not accept, complain, argue, disputes, challenge, not agree, appeal
override, bypass, overrule, push through, force, anyway, exception, get around, overwrite, get round, push it through, force through, make an exception
reason, explain, justify, explanation, justification, why, comment, excuse, give a reason
deputy, substitute, stand in, replacement, on leave, vacation cover, backup person, delegate, represent, cover for, fill in for, covers for
holiday, vacation, leave, absence, away, off, on the beach, out of office, time off, absent, on leave, pto, sick, ill
forget, forgets, miss, overlook, forgotten, no decision, without a decision, does nothing, sits on it, ignore, never, ignores
remind, reminder, nag, chase, follow up, nudge, prompt, poke, reminders, pester, chased, nagging, chaser
decide, choose, pick, select, determine, set, decision, who decides, up to, define, choice, decides
escalate, level, stage, chain, in a row, step, levels, one after the other, sequence, multi level
signature, sign, autograph, signing, signed, e signature, initial, sign digitally, sign electronically, put their name
signer, signatory, people signing, person signing, signers
sign in, log in, login, logon, log on, single sign on, sso, authenticate, sign on, signin, get in, log themselves in, logging in, password, credentials
sso, single sign on, single sign, same password, one password, office account, company account, company login, work account, another password, yet another password, saml, active directory, identity provider, microsoft account, existing password
two factor, 2fa, mfa, authenticator, two step, second factor, code on the phone, verification code, multi factor, code, two step verification
register, sign up, create an account, registration, account, signup, open an account
invite, add people, onboard, add users, add a user, bring in, invite people
who did what, who changed what, audit log, audit trail, change log, log of changes, history, record of changes, trail, who changed, track changes, log, activity log, every change, who messed with, who did, who touched, changelog
change, edit, modify, alter, adjust, amend, update, tweak, revise, correct, changed, fix, switch, customise, customize, tamper, mess with, fiddle, overwrite, touch
lock, locked, frozen, protect, cannot be changed, unalterable, immutable, read only, tamper proof, untouched, fixed
data, information, stuff, everything, content, records, details, stuff of ours, our stuff, files, all that, entries, things
host, hosted, hosting, server, servers, data centre, data center, stored, located, sit, sits, live, lives, physically, kept, stand, stays, reside, cloud
data centre, host, stored > frankfurt, dublin, hosted, eu, region
country, city, place, location, region, where, eu, europe, land
europe, eu, european, eea, gdpr
gdpr, data protection, privacy, dsgvo, privacy law, personal data, data privacy, dpo
backup, copy, copies, back up, backed up, backups, safety copy, duplicate, spare copy
restore, undo, recover, get back, bring back, undelete, recovery, rollback, restored, revert
delete, erase, remove, wipe, get rid of, destroy, purge, forget, forgotten, clear, deleted, gone, wiped, erased, removed, erasure, deletion, disappear, taken out, cleaned up, forget me, bin, thrown away, dispose, trash, throw away, chuck
keep, retain, store, retention, save, hang on to, hold on to, archive, kept, stored, storage, saved, held, stays, remain, archived, preserve, keeping, sticks around
retention, kept for, storage period, retention period, keep
original, paper original, originals, paper copy, hard copy
paper, shoebox, envelope, on paper, paperwork, paper chase, forms, printed
encrypted, encryption, secure, security, safe, protected, protection, cipher, scrambled, secured, aes, tls
certified, certificate, certification, iso, compliant, compliance, accredited, audited, audit
penetration test, pentest, security test, security audit
hack, hacked, breach, leak, stolen, attack, leaked, security incident
steal, stolen, nick, nicked, theft, rob, robbed, thief, pinched, burglary
anonymous, anonymity, anonymously, who wrote, who said, who answered, identify, trace back, find out who, who it was, guess who, honest, be honest, identity, unmask, recognise, recognised
support, help, help desk, assistance, hotline, customer service, customer support, service desk, someone to help, help me, support team
chat, live chat, message, support chat
phone, call, ring, telephone, phoned, dial, phone call
reply, answer, respond, response, get back to, replies, come back to, answered, responds, react, reaction
opening hours, office hours, business hours, weekday, weekdays, working hours, weekend, weekends, hours, round the clock, saturday, at night, sunday, evening, evenings, 24
weekend, saturday, sunday, sat, sun
onboarding, kick off, getting started, set up, setup, introduction, get going, start, training, go live, implementation, kickoff, walkthrough, roll out, rollout, launch, up and running, handholding
training, teach, learn, course, lesson, trained, webinar, tutorial, workshop, coach, coaching, schooling
live, go live, up and running, ready, running, started, launch, start using, off the ground, get started, going, operational, out the door
quick, fast, speed, soon, quickly, instant, immediately, at once, rapid, right away, straight away, real time, delay, lag, long
install, installation, put on, download, set up, installed, nothing to install, software on, installing
migrate, migration, switch, move over, transfer, move, bring over, bring along, take over, carry over, switch over, moving, import, get over, come over, swap, moved, changeover
move over, bring over, get our stuff over, switch from, coming from, old system, old tool, old software, existing, current tool, previous > import, transfer, export
old, existing, previous, current, current system, legacy, former, earlier, already have, present, past
for us, with us, do it for me, done for me, for you, do you do it > our team, our people, we
our team, our people, we, your team, you guys, your people, someone of yours, you lot, yourselves
service level, sla, response target, first response, promise, service levels, target
partner, reseller, affiliate, referral
`
