import { expect, test } from 'vitest'

import { commonEncoder, dot, provideSentenceEncoder } from './sentence-encoder.ts'

const encoder = commonEncoder()
if (encoder === null) throw new Error('No encoder is provided')

function score(question: string, title: string, sentence: string): number {
  const asked = encoder?.readQuestion(question)
  const noted = encoder?.readSentence(title, sentence)
  return asked === undefined || noted === undefined ? 0 : dot(asked.forSentence, noted.vector)
}

test.each([
  ['can a rat get in there', 'Store', 'The door seals keep rodents out.', 'Payments arrive within two days.'],
  ['my hands are always dirty', 'Input', 'Speak, and the card fills itself in.', 'The map shows every yard.'],
  ['what if we fall out of love with it', 'Terms', 'Leave at the end of any month.', 'The screen has two columns.'],
])('scores an answer to “%s” higher, without a shared word', (question, title, answer, other) => {
  expect(score(question, title, answer)).toBeGreaterThan(score(question, title, other) + 0.05)
})

test.each([
  // PyTorch, with weights of 32 bits.
  ['hiya! so whats this going to set me back, i run about 120 colonies', '', 6.4877],
  ['Kindly indicate the “recurring” charges for a marina with 420 moorings — €5.', 'what about mites?', 7.0154],
  ['ﬁne … 😀 ok?', '', 5.9159],
])('reads “%s” as it was trained', (question, before, nothing) => {
  expect(encoder.readQuestion(question, before).nothing).toBeCloseTo(nothing, 1)
})

test('reads nothing, and texts that are too long', () => {
  for (const text of ['', ' ', 'word '.repeat(2_000)]) {
    const { forSentence } = encoder.readQuestion(text, text)
    expect(dot(forSentence, forSentence)).toBeCloseTo(1, 4)
  }
})

test('reads a text only once', () => {
  expect(encoder.readSentence('Title', 'A sentence.')).toBe(encoder.readSentence('Title', 'A sentence.'))
})

test('keeps the encoder that it has opened', () => {
  provideSentenceEncoder(
    () => new Uint8Array(64),
    () => {
      throw new Error('Opened again')
    },
  )
  expect(commonEncoder()).toBe(encoder)
})
