import { expect, test } from 'vitest'

import { recogniseIntent } from './intent.ts'

test.each([
  ['stop', 'stop'],
  ['Wait a moment, please', 'stop'],
  ['hold on', 'stop'],
  ['go on', 'continue'],
  ['yes please', 'continue'],
  ['Yes.', 'continue'],
  ['ok, continue', 'continue'],
  ["I'm ready", 'continue'],
  ['no thanks', 'decline'],
  ['Could you repeat that?', 'repeat'],
  ['next', 'next'],
  ['next step please', 'next'],
  ['go back', 'back'],
  ['start over', 'restart'],
  ['Are you a robot?', 'robot'],
  ['am i talking to a real person', 'robot'],
  ['Can I talk to a human?', 'human'],
  ['I want to speak with someone from sales', 'human'],
  ['Are you recording this conversation?', 'privacy'],
  ['is this chat recorded', 'privacy'],
  ['hmm ok', 'continue'],
  ['sorry?', 'repeat'],
  ["sorry, I didn't get that", 'repeat'],
  ['sorry, how long does it take', 'question'],
  ['merci', 'thanks'],
  ['bye', 'bye'],
  ['not for me, bye', 'bye'],
  ['Good afternoon, Sister Brennan here. Thirty years a district nurse.', 'hello'],
  ["We'd have to have it by Easter", 'question'],
  ['cheers ill look sunday when ive slept', 'question'],
  ["thanks, that's all", 'bye'],
  ['thank you so much', 'thanks'],
  ['Hello there', 'hello'],
  ['what can you do', 'help'],
  ['uh-huh', 'backchannel'],
  ['mhm right', 'backchannel'],
  ['ann@example.com', 'contact'],
  ['Can you give me a discount?', 'commitment'],
  ['   ', 'nothing'],
  ['👍', 'continue'],
  ['call me at +49 170 1234567', 'human'],
  ['my number is +49 170 1234567', 'contact'],
  ['My mail is ann@example.com', 'contact'],
  ['Can I invite ann@example.com?', 'question'],
  ['Do you have 1,000,000 invoices?', 'question'],
  ['not now', 'decline'],
  ['book a meeting tomorrow at 3', 'human'],
  ['How long are exports kept?', 'question'],
  ['What is the next billing date for customers abroad?', 'question'],
  ['Can I stop an export that runs?', 'question'],
  ['Do you store invoices?', 'question'],
  ['Is there somebody I could speak to, perhaps with my nephew there too?', 'human'],
  ['can you do 2%', 'commitment'],
  ['my boss would talk longer than that', 'question'],
  ["We don't have smartphones", 'question'],
  ['And if he asks for too much money?', 'question'],
])('recognises “%s” as %s', (text, type) => {
  expect(recogniseIntent(text, false).type).toBe(type)
})

test.each([
  ['go to step 4', 4],
  ['show me the third step', 3],
  ['Step five', 5],
  ['what happens in step 2?', 2],
  ['jump to slide 12', 12],
])('goes to the step named in “%s”', (text, step) => {
  expect(recogniseIntent(text, false)).toEqual({ type: 'go-to', step })
})

test.each([
  ['go back two steps', -2],
  ['3 slides forward please', 3],
])('reads “%s” as a move by %i', (text, by) => {
  expect(recogniseIntent(text, false)).toEqual({ type: 'move', by })
})

test.each([
  ['I want to book a meeting', 'book'],
  ['can we meet on Wednesday at 3?', 'book'],
  ['Can we schedule a call with somebody?', 'book'],
  ['talk to sales', 'book'],
  ['let’s set up a demo call next week', 'book'],
  ['How do I book a meeting room in the product?', 'question'],
  ['does the calendar plan a call for me', 'question'],
  ['how do I book a meeting with your team', 'book'],
])('where meetings are booked, “%s” is %s', (text, type) => {
  expect(recogniseIntent(text, true).type).toBe(type)
})

test.each([
  ['what do you actually do for someone like us', 'about'],
  ['whats your name again', 'identity'],
  ['whos behind this company', 'maker'],
  ['hello, quick question', 'may-ask'],
  ['I have a question', 'may-ask'],
  ['can I ask you something?', 'may-ask'],
  ['hey what is this', 'about'],
  ['what am I looking at?', 'here'],
  ['My wife died last year and I run it alone', 'sorrow'],
  ['speeches starting brb', 'away'],
  ['Sorry, one sec, printer emergency', 'away'],
  ['other lot quoted me 3.50', 'expensive'],
  ['storman is doing it for 99', 'expensive'],
  ['my mate pays 4 quid with another lot', 'expensive'],
  ['what does this button do', 'here'],
  ['can you explain this step please', 'here'],
  ['what did I tell you about us', 'recall'],
  ['how many machines did i say we have', 'recall'],
  ["what's my email again?", 'recall'],
  ['so do you remember me?', 'recall'],
])('recognises “%s” as a remark of the kind %s', (text, about) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'remark', about })
})

test('doesn’t read where a visitor lives as a meeting request', () => {
  expect(recogniseIntent('i live on the 4th floor without a lift', true).type).not.toBe('book')
})

test.each([
  ["I've heard enough. Don't contact me about a demo.", 'no-meeting'],
  ['Not a meeting. Documents.', 'no-meeting'],
  ["You've answered none of them.", 'missed'],
  ["So that's two things you can't tell me.", 'missed'],
  ['whats this do for a 4 ramp garage', 'about'],
  ['Hi, we manage 11 small apartment blocks. What is this exactly?', 'about'],
  ['whats your fav band', 'small-talk'],
])('recognises “%s” as the remark %s', (text, about) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'remark', about })
})

test('calls a person for somebody who wants one today, and looks for times otherwise', () => {
  expect(recogniseIntent('I want to speak to a human about it. Today if possible.', true).type).toBe('human')
  expect(recogniseIntent('I want to speak to a human on Friday', true).type).toBe('book')
})

test.each([
  ["That's a different thing from two-step sign-in, so is it a no?", 'missed'],
  ['Ok I understand, you not know. Who knows?', 'missed'],
  ["that's not an answer", 'missed'],
  ['hey is this eventbrite but cheaper', 'compare'],
  ["We use Rentman. What have you got that it hasn't?", 'compare'],
  ["probably I'll just stick with Notion", 'competitor'],
  ['Go on, sell me.', 'about'],
  ['spare me the sales voice', 'small-talk'],
  ["No number, no email. I'll come back", 'keeps-address'],
  ['Well, you are very patient with me.', 'praise'],
  ['Thank you, I will think. It is not necessary to call me.', 'no-meeting'],
])('recognises “%s” as a remark: %s', (text, about) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'remark', about })
})

test.each([
  ['I want to speak to a human about this. Today if possible.', 'human'],
  ["i'd like to chat to somebody on Friday afternoon", 'book'],
])('tells a person wanted now from a meeting: “%s” is %s', (text, type) => {
  expect(recogniseIntent(text, true).type).toBe(type)
})

test.each([
  // Worries and bad news.
  ["I'm worried the older keepers won't cope with a tablet", 'worry'],
  ['My fear is that it dies on us in the middle of the fair', 'worry'],
  ['Our grooms will hate one more app', 'worry'],
  ["I'm hopeless with anything that has a screen", 'worry'],
  ['I doubt that such a young firm will still exist in five years', 'worry'],
  ["I'd be worried about the noise", 'worry'],
  ['What a morning, the cold store broke down and I have been up since two', 'sorrow'],
  ['our head gardener just resigned', 'sorrow'],
  ['We got burgled on Sunday and I am exhausted', 'sorrow'],
  ['Sorry, it has been a dreadful week here', 'sorrow'],
  ['im rubbish at forms', 'worry'],
  ['only got ten minutes', 'hurry'],
  ['Hi, I just have a few mins before class', 'hurry'],
  ['I write from Peru, please excuse my bad english', 'apology'],
  ['Sorry for the typos', 'apology'],
  // Who decides.
  ["I'd need to run it past our compliance officer", 'authority'],
  ['We have to check this with our lawyers first', 'authority'],
  ['Your manual is a bit thin, to be frank', 'told'],
])('recognises “%s” as %s', (text, about) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'remark', about })
})

test.each([
  'do we order the beacons ourselves or do you send them',
  'are we free of charge with a turnover of 20k',
  'Will somebody help me set up the feeders?',
  'We have storage at a host already, can we use that?',
  'May one person lock up alone without training?',
  'How do older members get on with it?',
  'What happens if the power fails during a show?',
  'I only have two minutes per customer, is that enough?',
])('reads “%s” as a question about the product', (text) => {
  expect(recogniseIntent(text, true)).toEqual({ type: 'question' })
})

test.each([
  'we need someone on the gate at night',
  'Evaluating rivals of Etsy, 12 sellers',
  'We want to keep strangers out of the stables',
  "There's a guest we'd rather never let in again",
  'We bin so much bread, it is expensive',
  'The insurer demands that nothing leaves the country',
  'Our line out here is dreadfully slow in the evening',
  'I do the technical assessment for our purchasing people',
  'We do quite a lot of night shifts and all that',
  'The ward clerk never knows which bed is free',
  'We sell hats online',
])('searches for what “%s” needs instead of reading it as an objection or a request', (text) => {
  expect([{ type: 'question' }, { type: 'remark', about: 'told' }]).toContainEqual(recogniseIntent(text, true))
})

test.each([
  ['I am much obliged', 'thanks'],
  ['we are most grateful', 'thanks'],
  ['are we obliged to renew', 'question'],
  ['I want to speak to someone', 'human'],
  ['we need a person', 'human'],
  ['give me someone from sales', 'human'],
])('recognises “%s” as %s', (text, type) => {
  expect(recogniseIntent(text, true).type).toBe(type)
})
