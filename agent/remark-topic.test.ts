import { expect, test } from 'vitest'

import { guessTopic } from './remark-topic.ts'
import { topicReplies } from './topic-replies.ts'
import { startTalk } from './testing/start-talk.ts'

test.each([
  ['the rain has been coming in sideways since breakfast', 'smalltalk.weather'],
  ['my daughter passed her driving test this morning', 'smalltalk.proud'],
  ['our last software company went bust and took our records with it', 'upset.burned'],
  ['sorry, one of the residents is calling me', 'away.visitor'],
  ['that would have spared us a whole weekend of counting', 'praise.spares'],
  ['half my crew would rather quit than touch a tablet', 'worry.staff'],
  ['you have told me that twice now', 'letdown.repeated'],
])('recognises what “%s” is about', (said, topic) => {
  const meaning = topic.split('.')[0] as 'smalltalk'
  expect(guessTopic(said, [meaning])).toBe(topic)
})

test('finds no topic in other languages or in an empty text', () => {
  expect(guessTopic('Heute regnet es schon den ganzen Tag', ['smalltalk'])).toBeNull()
  expect(guessTopic('', ['smalltalk'])).toBeNull()
})

test('replies on the topic, and differently the second time', () => {
  const talk = startTalk()
  talk.say('it has been raining cats and dogs here all day')
  const first = talk.text()
  talk.say('still pouring, the street is a river by now')
  expect(topicReplies['smalltalk.weather'].some((reply) => first.startsWith(reply))).toBe(true)
  expect(topicReplies['smalltalk.weather'].some((reply) => talk.text().startsWith(reply))).toBe(true)
  expect(talk.text().split('. ')[0]).not.toBe(first.split('. ')[0])
})

test('asks nobody in mourning to begin the demo', () => {
  const talk = startTalk()
  talk.say('my father died on Sunday')
  expect(talk.text()).not.toContain('?')
})

test.each(Object.entries(topicReplies))('asks nothing in replies on %s', (_, replies) => {
  for (const reply of replies) {
    expect(reply).toMatch(/^\p{Lu}.*\.$/u)
    expect(reply).not.toContain('?')
  }
})

test.each(['I got my exam results this morning, passed with merit!', "We won the local founders' prize yesterday"])(
  'is glad about “%s”',
  (said) => {
    const talk = startTalk()
    talk.say(said)
    expect(talk.text()).toMatch(/congratulations|glad|great|lovely/i)
  },
)
