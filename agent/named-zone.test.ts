import { expect, test } from 'vitest'

import { readHome, readLikelyHome, readZone } from './named-zone.ts'

test.each([
  ['can we do a call thursday 2pm eastern', 'America/New_York', 'Eastern Time', 'can we do a call thursday 2pm'],
  ["Tuesday 16:00, I'm in Berlin", 'Europe/Berlin', 'Berlin time', 'Tuesday 16:00'],
  ['10am PST', 'America/Los_Angeles', 'Pacific Time', '10am'],
  ['tuesday 10am et', 'America/New_York', 'Eastern Time', 'tuesday 10am'],
  ['tuesday at 10 ct', 'America/Chicago', 'Central Time', 'tuesday at 10'],
  ['3 pm (ET)', 'America/New_York', 'Eastern Time', '3 pm'],
  ['tuesday 2 pm, mountain time', 'America/Denver', 'Mountain Time', 'tuesday 2 pm'],
  ['thursday 4 east coast time', 'America/New_York', 'Eastern Time', 'thursday at 4'],
  ['3pm UK time', 'Europe/London', 'UK time', '3pm'],
  ['monday 9 CET', 'Europe/Berlin', 'Central European Time', 'monday at 9'],
  ['11am gmt', 'UTC', 'GMT', '11am'],
  ['wednesday 15:00 UTC+2', 'Etc/GMT-2', 'UTC+2', 'wednesday 15:00'],
  ['friday 2:30 pm IST', 'Asia/Kolkata', 'India time', 'friday 2:30 pm'],
  ['4 my time in Sydney', 'Australia/Sydney', 'Sydney time', 'at 4'],
  ['how about 5pm AEST on thursday?', 'Australia/Sydney', 'Sydney time', 'how about 5pm on thursday?'],
  ['after 4, we are based in New York', 'America/New_York', 'New York time', 'after 4'],
  ['monday at 15h of Lisbon', 'Europe/Lisbon', 'Lisbon time', 'monday at 15h'],
  ['tuesday 15:00 by us in Riga', 'Europe/Riga', 'Riga time', 'tuesday 15:00'],
  ['noon in san francisco', 'America/Los_Angeles', 'San Francisco time', 'noon'],
  ['I am in the UK', 'Europe/London', 'UK time', ''],
  ['9 o’clock german time', 'Europe/Berlin', 'German time', '9 o’clock'],
  ['Donnerstag um 14 Uhr Berliner Zeit', 'Europe/Berlin', 'Berlin time', 'Donnerstag um 14 Uhr'],
  ['Dienstag 14 Uhr MEZ', 'Europe/Berlin', 'Central European Time', 'Dienstag 14 Uhr'],
  ['jeudi à 14h heure de Paris', 'Europe/Paris', 'Paris time', 'jeudi à 14h'],
  ['el jueves a las 4, estoy en Bogotá', 'America/Bogota', 'Bogotá time', 'el jueves a las 4'],
] as const)('reads the zone in “%s”', (said, id, name, rest) => {
  expect(readZone(said)).toMatchObject({ zone: { id, name }, rest })
})

test.each([
  'thursday at 2',
  'tomorrow at 9 your time',
  'mardi 14h et jeudi',
  'MARDI 14H ET 15H',
  'jeudi 14h est bien',
  'Donnerstag 14 Uhr ist gut',
  "I'm in London on Tuesday, so Wednesday at 10",
  "I'm in central London",
  "I'm in a meeting at 3",
  'our team in Berlin uses Slack',
  'we are 3 German companies',
  'the central team',
  'Is that Berlin time?',
])('finds none in “%s”', (said) => {
  expect(readZone(said)).toBeNull()
})

test.each([
  ["We're a sourdough bakery in Toronto. Tomorrow at 9:30?", 'Toronto time'],
  ["G'day, we run six sites around Brisbane.", 'Brisbane time'],
])('finds where the visitor probably is in “%s”', (said, name) => {
  expect(readLikelyHome(said)?.name).toBe(name)
})

test.each([
  ['Registrar in Chicago here, anyone around Friday?', 'Chicago time'],
  ['can we talk friday morning? Ohio, so early is fine', 'New York time'],
  ['We sit in Luxembourg, would 4 December suit?', 'Luxembourg time'],
])('finds the visitor’s place in “%s”', (said, name) => {
  expect(readHome(said)?.name).toBe(name)
})

test('reads “8 am Central tomorrow”, but not “I’m in London tomorrow”', () => {
  expect(readZone('8 am central tomorrow works')?.zone.name).toBe('Central Time')
  expect(readZone("I'm in London tomorrow")).toBeNull()
})
