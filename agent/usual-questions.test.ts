import { expect, test } from 'vitest'

import { startTalk } from './testing/start-talk.ts'

const notes = [
  [
    'The diary',
    'The diary shows every vet, every room and every nurse side by side. Drag an appointment to another slot.',
  ],
  [
    'Files',
    'Practices save 40 percent of their phone time. X-ray pictures are stored in the DICOM format. Forward a contract and its dates are extracted.',
  ],
  ['Data', 'Data lives in two centres in Ohio, is encrypted and is backed up every hour. Every change is logged.'],
  [
    'Prices',
    'Clinic is $69 per vet per month. Group is for more than one site. You can leave any month with your data in CSV.',
  ],
  [
    'People',
    'Phone and chat are open Monday to Saturday, 7 am to 8 pm Central. Clinic can be tried for 14 days. If your internet drops, the diary stays readable.',
  ],
].map(([title = '', description = ''], at) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  order: at + 1,
  title,
  description,
}))

test.each([
  ['is there a try-before-you-buy period', 'Clinic can be tried for 14 days.'],
  ['any contract', 'You can leave any month with your data in CSV.'],
  ['are we tied in', 'You can leave any month with your data in CSV.'],
  ['i must pay whole year?', 'You can leave any month with your data in CSV.'],
  ['can we have our data back if we leave', 'You can leave any month with your data in CSV.'],
  ['where does all that physically sit', 'Data lives in two centres in Ohio'],
  ['where do our records sit, which servers?', 'Data lives in two centres in Ohio'],
  ['what are your support hours', 'Phone and chat are open Monday to Saturday'],
  ['can i ring somebody on a sunday', 'Phone and chat are open Monday to Saturday'],
  ['reception is shocking here', 'If your internet drops, the diary stays readable.'],
  ['wheres the catch lol', 'You can leave any month with your data in CSV.'],
  ['what if its rubbish', 'You can leave any month with your data in CSV.'],
  ['and if my team hates it', 'You can leave any month with your data in CSV.'],
  ['does this actually work? any numbers', 'Practices save 40 percent of their phone time.'],
  ['and when the wifi goes out?', 'If your internet drops, the diary stays readable.'],
])('answers “%s”', (question, reply) => {
  const talk = startTalk({ name: 'Pawbook', description: '', steps: notes })
  talk.say(question)
  expect(talk.text()).toContain(reply)
})
