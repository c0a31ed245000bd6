import type { ObjectionKind } from '#domain/sales-rules.ts'
import type { Wording } from './turn.ts'
import { capitalise } from './capitalise.ts'

/* The agent's own sentences about objections, buying and people. No facts: those come from the author. */

export const sellingWordings = {
  /** Our own qualifying questions by id, in languages other than English. */
  ask: {} as Readonly<Record<string, string>>,
  colleague: 'my colleague' as string,
  teamsAnswer: 'The team’s answer' as string,
  toldCounted: (times: number) => `Thanks, I've noted ${times} things so far.`,
  /** Repeats what the visitor said about themselves. */
  noted: (reply: string, facts: string) => `${reply}: ${facts}.`,
  /** Replies to a statement without a fact that the team needs. */
  heard: () => ['I see.', 'All right, I see.', 'Understood.'],
  /** To a visitor who describes a difficulty. */
  hard: (): Wording => ({
    texts: ["That doesn't sound easy.", 'I can see why that bothers you.', 'That sounds like a nuisance.'],
    counted: (times) => `That's ${times} things that should be easier.`,
  }),
  met: (name: string) => `Nice to meet you, ${title.test(name) ? name : (name.split(' ')[0] ?? name)}.`,
  stepFits: (step: string) => `${capitalise(step)} may matter for that.`,
  /** Points to the steps offered below, which may meet the visitor's need. */
  stepsFit: () => [
    'One of the steps below may help with that.',
    'These steps may have something for that.',
    'Perhaps one of these steps helps.',
  ],
  refused: (): Wording => ({
    texts: ['Of course, no need to say.', "That's fine, you don't have to tell me."],
    counted: (times) => `No need to say, ${times} times over.`,
  }),
  /** Acknowledges an objection. */
  acknowledge: (kind: ObjectionKind): Wording => acknowledgements[kind],
  /** Said if nothing answers the objection. */
  honest: (kind: ObjectionKind): Wording => honest[kind],
  /** Asked after the reply to the objection. */
  question: (kind: ObjectionKind): Wording => ({ texts: questions[kind] }),
  /** To a visitor who works on paper or with a home-made tool. */
  ownWay: (isPast: boolean): Wording => ({
    texts: isPast
      ? ['I see. What should be better this time?', 'Good to know. What did you miss in it?']
      : [
          "I see, that's how you do it today. What takes the most time?",
          'Good to know. What bothers you most about it?',
        ],
  }),
  /** To a visitor who has a cheaper offer. */
  cheaperElsewhere: (): Wording => ({
    texts: [
      'Thank you for being frank. What does their price include?',
      'Fair enough. What do you get for that price there?',
    ],
    counted: (times) => `What is in the cheaper offer, asked ${times} times?`,
  }),
  /** To a visitor whose other tools were bad, with a question. */
  badPast: (): Wording => ({
    texts: ['Sorry to hear that. What went wrong?', 'That sounds frustrating. What let you down most?'],
    counted: (times) => `That's ${times} disappointments. What would have to be different this time?`,
  }),
  ringing: (): Wording => ({
    texts: [
      "I'm calling someone from the team. Feel free to keep asking until they join.",
      "I'm ringing the team for you; we can go on meanwhile.",
    ],
    counted: (times) => `I'm ringing the team again, time ${times}.`,
  }),
  stillRinging: (): Wording => ({
    texts: ["I'm still ringing the team; nobody has picked up yet.", "It's still ringing. One more moment, please."],
    counted: (times) => `Still ringing, asked ${times} times.`,
  }),
  nobody: (): Wording => ({
    texts: [
      "Nobody's free right now, but the team can call you back.",
      "I couldn't reach anyone right now. The team can get back to you.",
    ],
    counted: (times) => `Still nobody free, try ${times}; they can call you back.`,
  }),
  whenToCall: (): Wording => ({
    texts: [
      'When should they call, and at which number or address?',
      "What's a good time, and how can they reach you?",
    ],
    counted: (times) => `When and where can they reach you, asked ${times} times?`,
  }),
  /** The visitor asked to be called at a certain time. */
  calledThen: (): Wording => ({
    texts: ["I'll ask the team to call you then.", "I'll pass that time on to the team."],
    counted: (times) => `That time goes to the team as well, number ${times}.`,
  }),
  /** After something that the caller should know. */
  noteForCaller: (): Wording => ({
    texts: ["I'll tell them that, too.", "I'll pass that on with your number."],
    counted: (times) => `Passed on as well, note ${times}.`,
  }),
  /** Before the question where to call. */
  timeNoted: (when: string): Wording => ({
    texts: [`Noted: ${when}.`, `All right, ${when}.`],
    counted: () => `Changed to ${when}.`,
  }),
  whereToCall: (): Wording => ({
    texts: [
      'And which number or email address can they reach you at?',
      'Where can they reach you: a number or an address?',
    ],
    counted: (times) => `Which number or address is it, asked ${times} times?`,
  }),
  whichNumber: (): Wording => ({
    texts: ['Which number should they call?', 'At which number can they call you?'],
    counted: (times) => `Which number is it, asked ${times} times?`,
  }),
  callBackNoted: (when: string, reachAt: string): Wording => ({
    texts: [
      when === ''
        ? `Noted: the team will reach you at ${reachAt}.`
        : `Noted: the team will reach you at ${reachAt}, ${when}.`,
      `I've passed it on: ${[reachAt, when].filter((part) => part !== '').join(', ')}.`,
    ],
    counted: (times) => `Passed on again, time ${times}: ${reachAt}.`,
  }),
  noCallBack: (): Wording => ({
    texts: ['All right, no call back.', 'No problem, nobody will call.'],
    counted: (times) => `No call back then, time ${times}.`,
  }),
  back: (name: string): Wording => ({
    texts: [`I'm back, now that ${name} has left.`, `${name} has handed you back to me.`],
    counted: (times) => `Back again, time ${times}.`,
  }),
  offerPerson: (): Wording => ({
    texts: ['Shall I get someone from the team?', 'Would you like to talk to a person about that?'],
    counted: (times) => `Shall I get a person for it, asked ${times} times?`,
  }),
  buy: (): Wording => ({
    texts: ["That's good to hear.", 'Good.'],
    counted: (times) => `Good, noted ${times} times.`,
  }),
  cannotSell: (): Wording => ({
    texts: ["I can't sign you up here myself, but the team can.", 'The team takes it from here.'],
    counted: (times) => `The team has to sign you up, asked ${times} times.`,
  }),
  teamWrites: (): Wording => ({
    texts: [
      "I've no address or number to give out here, but the team can write to you.",
      'The team can write to you; I have no address of theirs to share.',
    ],
    counted: (times) => `Still no address of theirs, asked ${times} times, but they can write to you.`,
  }),
  leaveAddress: (): Wording => ({
    texts: ['Which email address can they reach you at?', 'Where can they write to you?'],
    counted: (times) => `Which address can they write to, asked ${times} times?`,
  }),
  addressKnown: (address: string): Wording => ({
    texts: [`They have your address, ${address}.`, `The team can write to ${address}.`],
    counted: (times) => `They have ${address}, noted ${times} times.`,
  }),
  slower: (): Wording => ({
    texts: ["I'll say less at a time, and all of it stays written here.", 'All right, one sentence at a time.'],
    counted: (times) => `One sentence at a time, asked ${times} times.`,
  }),
} as const

/** “Mrs Patel” has no first name. */
const title = /^(?:mrs?|ms|miss|mx|dr|prof|sir|sister|father|pastor|reverend)\b/i

const acknowledgements: Readonly<Record<ObjectionKind, Wording>> = {
  price: {
    texts: ['I understand, it has to be worth it.', "That's fair."],
    counted: (times) => `Your concern about the price is noted, ${times} times.`,
  },
  timing: {
    texts: ['Of course, take your time.', 'No hurry at all.'],
    counted: (times) => `No hurry, said ${times} times.`,
  },
  competitor: {
    texts: ['It makes sense to compare.', "Good, then you know what's out there."],
    counted: (times) => `Comparing is fine, said ${times} times.`,
  },
  security: {
    texts: ["That's a fair concern.", "You're right to be careful about that."],
    counted: (times) => `Your worry about data is noted, ${times} times.`,
  },
  authority: {
    texts: ["Of course, that's one to decide together.", 'I see, others have a say too.'],
    counted: (times) => `They can ask me too, said ${times} times.`,
  },
  need: {
    texts: ['Fair enough, not everyone needs it.', 'I see, it has to be worth the change.'],
    counted: (times) => `It may not be for you, said ${times} times.`,
  },
  'send-something': {
    texts: ['Good idea.', 'Of course, in writing is better.'],
    counted: (times) => `In writing, noted ${times} times.`,
  },
  'just-looking': {
    texts: ['Feel free to look around.', 'Go ahead, look at whatever you like.'],
    counted: (times) => `Look around as you like, said ${times} times.`,
  },
}

const honest: Readonly<Record<ObjectionKind, Wording>> = {
  price: {
    texts: ["I can't change prices, but the team can talk about it.", 'Prices are up to the team, so please ask them.'],
    counted: (times) => `Only the team can change prices, asked ${times} times.`,
  },
  timing: {
    texts: ["I'm here when a question comes up.", 'The demo stays open for you.'],
    counted: (times) => `I stay here, said ${times} times.`,
  },
  competitor: {
    texts: [
      "I only know this product, so I can't compare the two fairly.",
      "A fair comparison isn't in my notes, and I won't invent one.",
    ],
    counted: (times) => `I still compare nothing, asked ${times} times.`,
  },
  security: {
    texts: [
      "My notes don't say enough about it for me to promise anything.",
      "I don't want to promise something my notes don't say.",
    ],
    counted: (times) => `Still nothing in my notes to promise, asked ${times} times.`,
  },
  authority: {
    texts: ['Feel free to share this page; they can ask me too.', 'They can ask me their own questions on this page.'],
    counted: (times) => `They can come here as well, said ${times} times.`,
  },
  need: {
    texts: ["I won't try to talk you into it.", 'You know best what you need.'],
    counted: (times) => `You know best, said ${times} times.`,
  },
  'send-something': {
    texts: ["I can't send it from here myself, but the team can.", 'The team can send you that.'],
    counted: (times) => `The team can send it, asked ${times} times.`,
  },
  'just-looking': {
    texts: ["I'm here if a question comes up.", "I'll keep quiet until you ask."],
    counted: (times) => `I answer when you ask, said ${times} times.`,
  },
}

const questions: Readonly<Record<ObjectionKind, readonly string[]>> = {
  price: ['What would make it worth it for you?', 'What are you comparing it with?'],
  timing: ['What would have to happen first?', 'When would be a better time?'],
  competitor: ['What do you like about what you have?', 'What do you miss in it today?'],
  security: ['What would you need to see to feel comfortable?', 'Is there one thing in particular that worries you?'],
  authority: ['What would they want to know first?', 'Who else should see it?'],
  need: ['How do you handle that today?', 'What takes most of your time today?'],
  'send-something': ['Which email address should it go to?', 'Where should the team send it?'],
  'just-looking': ['What made you curious?', "Is there anything you're hoping to find?"],
}
