/* Buyers' vocabulary of common trades and everyday life. Same notation as lexicon-business.ts. */
export const tradeWords = `
machine, equipment, item, device, tool, generator, excavator, digger, kit, unit, asset, machines, goods, gear, tent, marquee, lens, plant, machinery
item, article, product, goods, stuff, thing, sku, things, articles, products, items, ware, merchandise
stock, inventory, on hand, stocktaking, stocktake, in stock, quantity, count the stock, levels
catalogue, catalog, range, assortment, product list
webshop, online shop, web shop, online store, ecommerce, e commerce, shop, internet shop, store
rent, hire, rental, rented, lease, lend, loan, rents, hires, hired, borrow
workshop, garage, service bay, repair shop, mechanic
driver, courier, delivery guy, delivery man, trucker, drivers, chauffeur
vehicle, van, truck, car, lorry, vehicles, trucks, fleet, cars, wagon
delivery, deliver, drop, drop off, shipment, ship, shipping, deliveries, transport, haulage, parcel, package, freight
stop, drop, delivery, call, stops, drops
tour, route, run, trip, round, journey, tours, runs, drive, rides
on its way, on the way, nearly there, almost there, arriving, minutes away, away, arrival, eta, approaching, en route, nearby
mileage, kilometre, kilometer, km, mile, miles, distance, kilometers, kilometres, car trip, drive, own car, own cars, private car, odometer
trip, travel, journey, business trip, travelling, travels
hotel, accommodation, overnight stay, breakfast, night
meal, dinner, lunch, food, breakfast, steak, restaurant, eat, eating, meals
taxi, cab, uber, ride
expense, claim, out of pocket, spending, expenses, claims, outlay
claim, hand in, submit, file, submitted, handed in, send in, hands in, turn in, claimed, sends in, filed
receipt, slip, bill, voucher, invoice, proof of purchase, receipts, ticket, receits, sales slip
merchant, shop, vendor, seller, store
spend, spending, spent, expenditure, purchase
card, company card, corporate card, credit card, cards, plastic, visa
virtual, digital, online, virtual card
inspection, check, test, examination, inspections, mot
engine hours, operating hours, running hours, hours run, running time, oil change
fuel, petrol, gas, diesel, tank, gasoline
tyre, tire, wheel, tyres
utilisation, utilization, usage, capacity, standing around, idle, unused, gathering dust, sitting around, busy, occupancy, lying around, not earning
purchase price, cost price, buying price, paid for, acquisition cost
counter, front desk, reception, desk, till, checkout
till, pos, cash register, point of sale, checkout, tills
id, passport, identity card, id card, driving licence, identification, driver licence, ids
weekend rate, weekend price, weekend
day, daily, per day, days
season, seasonal, summer, winter, holidays, seasons
construction, building site, builder, site, contractor
event, wedding, party, festival, conference, events, weddings, bride, marquee
catering, food, drinks, menu
restaurant, dining room, cafe, bar, bistro
table, seat, seats, tables
booking, reservation, reserve, book
no show, do not show up, does not turn up, not turn up, not show up, dont come, do not turn up, never turn up, do not come
party, group, guests, company
allergy, allergies, intolerance, nut, gluten, alergy
walk in, walk ins, without a booking, spontaneous
shift, rota, roster, schedule, shifts, work schedule, timetable
employee, staff, worker, team member, employees, waiter, waiters, host, personnel
hire, recruit, recruiting, hiring, vacancy, job, jobs, open position, vacancies, openings, positions, open job
job ad, ad, advert, advertisement, posting, job posting, job post, ads, listing
cover letter, letter, motivation letter
cv, resume, application, curriculum vitae, applications
interview, meeting, talk, appointment, interviews
offer letter, offer, job offer
org chart, organisation chart, hierarchy, departments, reporting lines, structure, who reports to whom
hr, human resources, people team, personnel department
survey, questionnaire, poll, feedback, pulse, surveys
respond, answer, reply, fill in, fill out, take part, participate, filled in, responses, responded, response, replies, answers
responses, replies, answers, submissions, participants, returns, response
non responder, have not answered, havent filled, not filled, have not replied, did not answer, not responded, not answered, not yet, haven not, no answer
contact, contacts, address, addresses, customer list, recipients, address book, clients, leads, mailing list
recipient, people on that, receiver, addressee, recipients
topic, theme, subject, topics
nps, net promoter, satisfaction, csat, happy, satisfied
matrix, grid, table question
class, course, lesson, session, workshop, classes, lessons
student, pupil, learner, participant, trainee, students
teacher, trainer, instructor, tutor, coach, lecturer, teachers, instructors
parent, guardian, family, mum, mom, dad
patient, client, case, patients
doctor, physician, clinician, practitioner, doctors
medical, health, clinical, medicine
prescription, medication, drug
hospital, clinic, practice, surgery, ward
member, subscriber, membership, members
pass, ticket, card, credit, passes, tickets
room, hall, space, studio, rooms
property, flat, apartment, house, building, unit, home
tenant, renter, lodger, resident, tenants
landlord, owner, lessor
viewing, visit, tour, open house
lease, rental agreement, tenancy
lawyer, attorney, solicitor, legal
court, legally binding, judge, hold up in court
envelope, contract, document
field, box, fields
order, orders, purchase order
warehouse, storage, store, stockroom, storage site, warehouses, storehouse
barcode, code, ean, label
batch, lot, charge, batches
expiry, best before, use by, shelf life, go bad, expiry date, expire
recall, withdraw, affected
carrier, courier, shipper, dhl, ups, fedex, couriers, carriers, shipping company
customs, import tax, border, duty, duties, import duty
insurance, insured, cover, insurer, covered, insure, lost parcel
weigh, weight, heavy, kilo
pick, pack, packing, packer, packers
badge, id card, tag
tracker, gps, sensor, trackers
speed, speeding, fast
alarm, alert, siren
geofence, area, zone, leaves town, leaves
charity, non profit, nonprofit, ngo, charities, school, students
inbox, shared inbox, mailbox
agent, rep, representative, agents, reps
saved reply, canned response, macro, snippet, canned responses, macros, saved replies, text block
assign, route, hand over, distribute, straight to, allocate, assigned, goes to
knowledge base, help centre, articles, wiki
review, rating, feedback, testimonial, reviews
loyalty, points, bonus, rewards
gift card, voucher, coupon
menu, dishes, card
music, sound, audio
donation, donor, give, donate
volunteer, helper, volunteers
farm, field, harvest, crop
animal, pet, dog, cat, vet
construction, site, plan, drawing
task, to do, todo, job, tasks, assignment, work order
project, job, engagement, projects
timesheet, hours, time tracking, clock in, working time, hours worked
overtime, extra hours
deadline, due date, by when, cut off
checklist, list, form, checklists
meter, reading, counter
energy, electricity, power
`
