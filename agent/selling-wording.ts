import type { ObjectionKind } from '#domain/sales-rules.ts'
import { capitalise } from './capitalise.ts'

/* The agent's own sentences about objections, buying and people. No facts: those come from the author. */

export const sellingWordings = {
  /** Our own qualifying questions by id, in languages other than English. */
  ask: {} as Readonly<Record<string, string>>,
  colleague: 'my colleague' as string,
  teamsAnswer: 'The team’s answer' as string,
  /** Repeats what the visitor said about themselves. */
  noted: (reply: string, facts: string) => `${reply}: ${facts}.`,
  /** Replies to a statement without a fact that the team needs. */
  heard: () => ['I see.', 'Thanks for telling me.', 'Understood.'],
  /** After a statement that nothing else follows from. */
  invite: () => ['What would you like to see or ask?', 'What can I show you?'],
  /** Quotes a note on what the visitor said. */
  noteFits: (note: string) => [`This may help: “${note}”`, `My notes have this on it: “${note}”`],
  /** To a visitor who describes a difficulty. */
  hard: () => ["That doesn't sound easy.", 'I can see why that bothers you.', 'That sounds like a nuisance.'],
  met: (name: string) => `Nice to meet you, ${title.test(name) ? name : (name.split(' ')[0] ?? name)}.`,
  stepFits: (step: string) => `${capitalise(step)} may matter for that.`,
  /** Points to the steps offered below, which may meet the visitor's need. */
  stepsFit: () => [
    'One of the steps below may help with that.',
    'These steps may have something for that.',
    'Perhaps one of these steps helps.',
  ],
  refused: () => ['Of course, no need to say.', "That's fine, you don't have to tell me."],
  /** Acknowledges an objection. */
  acknowledge: (kind: ObjectionKind) => acknowledgements[kind],
  /** Said if nothing answers the objection. */
  honest: (kind: ObjectionKind) => honest[kind],
  /** Asked after the reply to the objection. */
  question: (kind: ObjectionKind) => questions[kind],
  /** To a visitor who works on paper or with a home-made tool. */
  ownWay: (isPast: boolean) =>
    isPast
      ? ['I see. What should be better this time?', 'Good to know. What did you miss in it?']
      : [
          "I see, that's how you do it today. What takes the most time?",
          'Good to know. What bothers you most about it?',
        ],
  /** To a visitor who has a cheaper offer. */
  cheaperElsewhere: () => [
    'Thank you for being frank. What does their price include?',
    'Fair enough. What do you get for that price there?',
  ],
  /** To a visitor whose other tools were bad, with a question. */
  badPast: () => ['Sorry to hear that. What went wrong?', 'That sounds frustrating. What let you down most?'],
  /** Asked after a bad experience that the visitor has described in full. */
  betterThisTime: () => ['What should be better this time?', 'What would you never want to see again?'],
  ringing: () => [
    "I'm calling someone from the team. Feel free to keep asking until they join.",
    "I'm ringing the team for you; we can go on meanwhile.",
  ],
  stillRinging: () => [
    "I'm still ringing the team; nobody has picked up yet.",
    "It's still ringing. One more moment, please.",
  ],
  nobody: () => [
    "Nobody's free right now, but the team can call you back.",
    "I couldn't reach anyone right now. The team can get back to you.",
  ],
  whenToCall: () => [
    'When should they call, and at which number or address?',
    "What's a good time, and how can they reach you?",
  ],
  /** The visitor asked to be called at a certain time. */
  calledThen: () => ["I'll ask the team to call you then.", "I'll pass that time on to the team."],
  /** After something that the caller should know. */
  noteForCaller: () => ["I'll tell them that, too.", "I'll pass that on with your number."],
  /** Before the question where to call. */
  timeNoted: (when: string) => [`Noted: ${when}.`, `All right, ${when}.`],
  whereToCall: () => [
    'And which number or email address can they reach you at?',
    'Where can they reach you: a number or an address?',
  ],
  whichNumber: () => ['Which number should they call?', 'At which number can they call you?'],
  callBackNoted: (when: string, reachAt: string) => [
    when === ''
      ? `Noted: the team will reach you at ${reachAt}.`
      : `Noted: the team will reach you at ${reachAt}, ${when}.`,
    `I've passed it on: ${[reachAt, when].filter((part) => part !== '').join(', ')}.`,
  ],
  noCallBack: () => ['All right, no call back.', 'No problem, nobody will call.'],
  back: (name: string) => [`I'm back, now that ${name} has left.`, `${name} has handed you back to me.`],
  offerPerson: () => ['Shall I get someone from the team?', 'Would you like to talk to a person about that?'],
  buy: () => ["That's good to hear.", 'Good.'],
  cannotSell: () => ["I can't sign you up here myself, but the team can.", 'The team takes it from here.'],
  teamWrites: () => [
    "I've no address or number to give out here, but the team can write to you.",
    'The team can write to you; I have no address of theirs to share.',
  ],
  leaveAddress: () => ['Which email address can they reach you at?', 'Where can they write to you?'],
  addressKnown: (address: string) => [`They have your address, ${address}.`, `The team can write to ${address}.`],
  slower: () => ["I'll say less at a time, and all of it stays written here.", 'All right, one sentence at a time.'],
} as const

/** “Mrs Patel” has no first name. */
const title = /^(?:mrs?|ms|miss|mx|dr|prof|sir|sister|father|pastor|reverend)\b/i

const acknowledgements: Readonly<Record<ObjectionKind, readonly string[]>> = {
  price: ['I understand, it has to be worth it.', "That's fair."],
  timing: ['Of course, take your time.', 'No hurry at all.'],
  competitor: ['It makes sense to compare.', "Good, then you know what's out there."],
  security: ["That's a fair concern.", "You're right to be careful about that."],
  authority: ["Of course, that's one to decide together.", 'I see, others have a say too.'],
  need: ['Fair enough, not everyone needs it.', 'I see, it has to be worth the change.'],
  'send-something': ['Good idea.', 'Of course, in writing is better.'],
  'just-looking': ['Feel free to look around.', 'Go ahead, look at whatever you like.'],
}

const honest: Readonly<Record<ObjectionKind, readonly string[]>> = {
  price: ["I can't change prices, but the team can talk about it.", 'Prices are up to the team, so please ask them.'],
  timing: ["I'm here when a question comes up.", 'The demo stays open for you.'],
  competitor: [
    "I only know this product, so I can't compare the two fairly.",
    "A fair comparison isn't in my notes, and I won't invent one.",
  ],
  security: [
    "My notes don't say enough about it for me to promise anything.",
    "I don't want to promise something my notes don't say.",
  ],
  authority: [
    'Feel free to share this page; they can ask me too.',
    'They can ask me their own questions on this page.',
  ],
  need: ["I won't try to talk you into it.", 'You know best what you need.'],
  'send-something': ["I can't send it from here myself, but the team can.", 'The team can send you that.'],
  'just-looking': ["I'm here if a question comes up.", "I'll keep quiet until you ask."],
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
