import type { Personality } from '#domain/agent-options.ts'

/** How an agent with a given personality talks. Facts never depend on it. */
export interface Manner extends MannerWords {
  /** Words of an answer, the closing question excluded. */
  readonly answerWords: number
  /** Answers between two qualifying questions. */
  readonly questionGap: number
  /** Answers between two offers to continue the demo. */
  readonly resumeGap: number
  /** Asks one gentle question although the author wrote nothing about selling. */
  readonly asksUnasked: boolean
  /** After some answers, asks what the visitor needs it for. */
  readonly probes: boolean
}

export interface MannerWords {
  /** Introduces some answers. */
  readonly acknowledgements: readonly string[]
  readonly thanks: readonly string[]
  readonly praise: readonly string[]
  /** Replies to something visitors said about themselves. */
  readonly told: readonly string[]
  /** Reply to “How are you?”. */
  readonly wellBeing: readonly string[]
  readonly smallTalk: readonly string[]
  /** Reactions to a quip or a dry remark. They must fit any. */
  readonly amusement: readonly string[]
  /** Reactions to a sigh, or to what happens around the visitor. They must fit any. */
  readonly sympathy: readonly string[]
  readonly unsure: (title: string) => readonly string[]
}

export const manners: Readonly<Record<Personality, Manner>> = {
  professional: {
    answerWords: 28,
    questionGap: 3,
    resumeGap: 4,
    asksUnasked: false,
    probes: false,
    acknowledgements: [],
    thanks: ["You're welcome.", 'Certainly.', 'My pleasure.'],
    praise: ['Good to hear.', 'Thank you.'],
    told: ['Noted, thank you.', 'Understood.', 'Thank you, that helps.'],
    wellBeing: ['All good, thank you. What would you like to know?'],
    smallTalk: ['All right. What would you like to know?', 'Sure. What shall we look at?'],
    amusement: ['Fair enough.', 'Ha, fair enough.', 'Point taken.'],
    sympathy: ['I can imagine.', 'I hear you.', 'That happens.'],
    unsure: (title) => [
      `I'm not certain this answers it: ${title} comes closest.`,
      `I don't have a clear answer to that. The closest is ${title}.`,
      `It may be in ${title}, but I can't say for certain.`,
    ],
  },
  friendly: {
    answerWords: 34,
    questionGap: 2,
    resumeGap: 3,
    asksUnasked: true,
    probes: false,
    acknowledgements: ['Good question.', 'Happy to tell you.'],
    thanks: ["You're very welcome.", 'Any time.', 'Happy to help.'],
    praise: ["I'm glad you like it.", "That's lovely to hear."],
    told: ["Thanks, that's good to know.", 'Got it, that helps me a lot.', 'Lovely, thanks for telling me.'],
    wellBeing: ["I'm doing fine, thanks. What can I show you?"],
    smallTalk: ["Ha! I'm all ears for your questions too.", 'Ha, fair enough. What can I show you?'],
    amusement: ['Ha, fair enough.', 'Ha, I like that.', 'Fair enough!'],
    sympathy: ['Oh, I can imagine.', 'I hear you.', 'It happens to the best.'],
    unsure: (title) => [
      `I'm not certain this answers it: ${title} is the closest I've got.`,
      `I'd have a look at ${title}, though I can't say for sure it's what you mean.`,
      `Hm, I'm not sure. You might find it in ${title}.`,
    ],
  },
  consultative: {
    answerWords: 38,
    questionGap: 1,
    resumeGap: 4,
    asksUnasked: true,
    probes: true,
    acknowledgements: ['Good thing to check.', "That's worth knowing."],
    thanks: ["You're welcome.", 'Glad that was of use.', 'Of course.'],
    praise: ['Good, then it may fit.', "I'm glad it makes sense for you."],
    told: ['That helps me understand, thank you.', 'I see, thank you.', 'That makes sense.'],
    wellBeing: ["I'm well, thanks. What would be most useful to look at?"],
    smallTalk: ['True enough. What made you look at this today?', 'I hear you. What would be most useful to look at?'],
    amusement: ['Fair enough.', 'Ha, true enough.', 'I take the point.'],
    sympathy: ['I can imagine.', 'I hear you.', 'That happens.'],
    unsure: (title) => [
      `I'm not certain this answers it: ${title} is the nearest I have.`,
      `It depends what you mean; ${title} comes closest.`,
      `I can't say for certain. It may help to look at ${title}.`,
    ],
  },
  enthusiastic: {
    answerWords: 32,
    questionGap: 2,
    resumeGap: 3,
    asksUnasked: true,
    probes: false,
    acknowledgements: ['Love that question!', 'Glad you asked!'],
    thanks: ["You're so welcome!", 'With pleasure!', 'Always happy to!'],
    praise: ["That's great to hear!", 'So glad you think so!'],
    told: ['Great, thanks for telling me!', 'Perfect, that helps!', 'Good to know!'],
    wellBeing: ["I'm great, thanks! What shall we look at?"],
    smallTalk: ["Ha! Let's see what else I can show you.", 'Love it! What shall we look at?'],
    amusement: ['Ha, fair enough!', 'Ha, love it!', 'Ha, point taken!'],
    sympathy: ['Oh, I can imagine!', 'I hear you!', 'It happens to the best!'],
    unsure: (title) => [
      `I'm not certain this answers it: ${title} looks closest!`,
      `Not sure about that one, but ${title} might be it.`,
      `I can't promise it's the answer, but ${title} is worth a look!`,
    ],
  },
}

/** Questions after an answer, asked by agents whose personality probes for the need. */
export const probes: readonly string[] = [
  'How do you handle that today?',
  'How important is that for you?',
  'Who on your team would use it?',
  'What would that change for you?',
]
