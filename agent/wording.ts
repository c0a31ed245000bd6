import { capitalise } from './capitalise.ts'

/*
 * The agent's own sentences, in several variants, so that visitors hear none three times. They contain no facts: those
 * come from the demo.
 */

export const wordings = {
  disclosure: (name: string) => [`I'm ${name}, an AI assistant.`],
  greeting: (demo: string, steps: number) => [
    steps === 1 ? `I can show you ${demo} in one step.` : `I can show you ${demo} in ${steps} steps.`,
  ],
  mayStart: () => ['Shall I start?', 'Shall I begin with the first step?'],
  resume: (step: number) => [
    'Shall I go on?',
    `Shall I carry on with step ${step}?`,
    'Ready to go on?',
    'Do you want me to continue?',
    `Back to step ${step}?`,
  ],
  /** A demo without a short name. */
  thisDemo: 'this demo' as string,
  askPrice: 'How much does it cost?' as string,
  askAbout: (title: string) => `Tell me about ${title}`,
  stepScript: (step: number) => `This is step ${step}.`,
  /** How a language calls the time of a place, after a time: “Berlin time”. */
  localTime: (place: string): string => `${place} time`,
  stepNamed: (step: number, title: string) => (title === '' ? `step ${step}` : `step ${step} (“${title}”)`),
  /** The answer is a step without notes. */
  titleOnly: (step: string) => `That's ${step}. It has no notes beyond what the screen shows.`,
  /** The closest step has no notes. */
  titleNear: (step: string) => [
    `${capitalise(step)} comes closest. It has no notes, but you can open it.`,
    `The closest I can show is ${step}; it has no notes.`,
    `Have a look at ${step}: it comes closest, although it has no notes.`,
  ],
  /** The demo has no notes at all. */
  noNotes: () => [
    "The screens don't say that, and this demo has no notes.",
    "This demo shows its screens without notes, so I can't say.",
    "Nobody wrote that down for this demo, and I won't guess.",
  ],
  moreSteps: (count: number) => (count === 1 ? '1 more step' : `${count} more steps`),
  anythingElse: () => [
    'What else would you like to know?',
    'Anything else you want to know?',
    'What else can I look up for you?',
    'Is there anything else I can show you?',
  ],
  check: () => ['Any questions so far?', 'Does that make sense so far?', 'Anything you want to ask before I go on?'],
  wrap: (demo: string) => [`That was ${demo}.`, 'That was the last step.', `We are at the end of ${demo} again.`],
  /** A name that was asked for and that the notes don't contain. */
  lacks: (name: string) => [
    `My notes don't mention ${name}.`,
    `There's nothing on ${name} in my notes.`,
    `I have nothing on ${name} in my notes.`,
  ],
  closestBelow: () => [
    'What comes closest is below.',
    'Below is the closest I have.',
    'See below for what comes closest.',
  ],
  unknown: () => [
    "I don't have that in my notes.",
    "My notes don't say anything about that.",
    "That isn't covered in my notes, and I won't guess.",
    "I can't find an answer to that in this demo's notes.",
  ],
  unknownNoted: (hasAddress: boolean) =>
    hasAddress
      ? ["I've kept your question for the team, who have your email address.", 'The team will see your question.']
      : [
          "I've kept your question for the team. Leave your email address if you'd like a reply.",
          'The team will see your question.',
          "I've put that down for the team as well.",
          'That question goes to the team, too.',
        ],
  askAuthor: () => [
    "If you'd like the team to answer, leave your email address here.",
    'Leave your email address here, and the team can write to you.',
  ],
  robot: () => [
    "I'm an AI assistant, not a person.",
    "I'm an AI that presents this demo.",
    "Still an AI: there's no person typing here.",
  ],
  contact: () => ["Thank you, I've passed that on to the team.", 'Thanks, the team has that now.'],
  privacy: () => [
    'The text of this conversation is stored so that the team behind this demo can read it. Sound is recorded only if you agreed to that.',
    'What we write and say is kept as text for the team; sound only if you agreed to a recording.',
  ],
  commitment: () => [
    "Promises and discounts are for the team to make; I've kept your question for them.",
    "That's for the team to say, so I've kept your question for them.",
  ],
  paused: () => ["I'll wait.", 'Stopped.', 'Waiting.', 'Take your time.'],
  declined: () => ['All right. Ask me anything, or say next.', 'No problem. Ask me whatever you like.', 'All right.'],
  hello: () => ['Hello.', 'Hello again.', 'Hi.'],
  asSaid: (quote: string) => `As I said: “${quote}”`,
  also: (quote: string) => `My notes also say: “${quote}”`,
  /** The notes hardly match the question. */
  far: (count: number) => [
    `I can't find a clear answer in my notes. The closest ${count === 1 ? 'step is' : 'steps are'} below.`,
    `I'm not sure my notes cover that. Perhaps ${count === 1 ? 'the step' : 'one of the steps'} below helps.`,
    `I don't see that in my notes straight away; below is what comes closest.`,
  ],
  /** A sentence that probably answers. Says neither that it does nor that it may not. */
  likely: (note: string) => [
    `The best match in my notes: “${note}”`,
    `What fits best in my notes: “${note}”`,
    `Here's the best match I have: “${note}”`,
  ],
  /** A sentence that may answer the question. */
  nearest: (note: string) => [
    `I'm not certain this answers it: “${note}”`,
    `My notes don't say exactly that. The closest is this: “${note}”`,
    `I don't have exactly that, only this: “${note}”`,
  ],
  /** The closest sentence was just said. */
  noMore: () => [
    "That's all my notes say about it.",
    'My notes say no more about that.',
    "I don't have more than that.",
  ],
  /** An answer to one of several questions, with the closest steps for the others. */
  offersForRest: () => [
    "I'm less sure about the rest; what comes closest is below.",
    'For the rest of your question, have a look below.',
    "The other part I can't answer for certain; see below.",
  ],
  otherOffers: () => ['Other steps that may help are below.', 'You can open it, or another one, below.'],
  help: () => [
    'You can ask about what you see, say next, back or a step number, and stop me at any time.',
    'Ask a question, name a step, or say stop.',
  ],
  stepRange: (count: number) => [
    count === 1 ? 'This demo has one step.' : `This demo has ${count} steps.`,
    count === 1 ? 'There is just the one step.' : `The steps go from 1 to ${count}.`,
  ],
  stepAgain: (step: number) => [
    `This is step ${step} again; its notes are in the transcript.`,
    `Back on step ${step}, which I have read out already.`,
  ],
  answerAgain: (step: number | null) =>
    step === null
      ? ["That's all I have on it, I'm afraid."]
      : [
          `All I have on that is in step ${step}; it's on your screen again.`,
          `I only have what step ${step} says on that.`,
        ],
  nothingToRepeat: () => ["I've said that twice; it's in the transcript.", "You'll find it in the transcript."],
  reprompt: () => ["I'm here when you are ready.", 'Take your time, I am listening.'],
  offerText: () => ['You can also type a question, or tap a step.', 'Typing works too, if that is easier.'],
  bye: () => ['Thank you for your time. Goodbye.', 'Goodbye.'],
  noInput: () => ['I have not heard from you, so I will stop here. Goodbye.'],
  limitTime: () => ['Our time is up, so I have to stop here. Goodbye.'],
  limitTurns: () => ['We have reached the end of this conversation. Goodbye.'],
} as const

/** Sentences of a booking. Only the calendar's answer may confirm a booking. */
export const bookingWordings = {
  offer: () => [
    'Shall I show you times for a meeting with the team?',
    'Would you like to book a meeting with the team?',
  ],
  times: (slots: readonly SpokenSlot[]) => {
    const times = withZone(toList(slots.slice(0, 3).map(({ spoken }) => spoken)), slots)
    return [`I can offer ${times}.`, `What's free: ${times}.`]
  },
  which: () => ['Which one suits you?', 'Which time works for you?', 'Do any of the times on the screen work?'],
  chosen: (time: string) => [`${time}.`, `So ${time}.`],
  askEmail: () => [
    'Which email address should the invitation go to?',
    'Where should I send the invitation?',
    'Which address may I use? You can type it on the screen.',
  ],
  /** To visitors who want to be phoned. */
  askNumber: () => [
    'Which number should they call, or which email address should the invitation go to?',
    'What number can they reach you on? An email address will do, too.',
  ],
  gotEmail: (email: string) => [`Thanks, I'll use ${email}.`, `Got it: ${email}.`],
  spelledSoFar: (part: string) => [
    `I have “${part}” so far. How does it go on?`,
    `So far I have “${part}”. What comes next?`,
    `“${part}”, and then? You can also type it.`,
  ],
  badEmail: () => [
    "I didn't get a whole email address. Please type it on the screen.",
    "That doesn't look like a whole email address, such as name@company.com.",
  ],
  confirm: (time: string, email: string) => [
    `${time}, with the invitation to ${email}: shall I book it?`,
    `I have ${time} and ${email}. Shall I book that?`,
  ],
  whatToChange: () => [
    'Then change the address or pick another time on the screen, or say never mind.',
    'What should be different: the time or the address?',
  ],
  guestsNoted: (guests: readonly string[]) => [
    `I can send the invitation to one address only, so I've noted ${toList(guests, 'and')} for the team.`,
    `I've noted ${toList(guests, 'and')} for the team as well.`,
  ],
  forwardTo: (guests: readonly string[]) => [`Please forward it to ${toList(guests, 'and')}.`],
  forwardLater: (name: string) => [`Gladly. Please forward the invitation to ${name} when it arrives.`],
  /** The visitor asked somebody to come to them. */
  callsOnly: () => [
    "What I can book is a call; I'll pass on that you'd like a visit.",
    "It's a call, but the team will see that you'd like a visit.",
  ],
  guestsLate: (guests: readonly string[]) => [
    `I can't invite more people to a booked meeting. Please forward your invitation to ${toList(guests, 'and')}.`,
  ],
  notYet: () => ['Nothing is booked yet.', 'Not booked so far.'],
  /** The chosen time in another zone. */
  elsewhere: (time: string, zone: string) => [`That's ${time}, ${zone}.`, `In ${zone}, it's ${time}.`],
  passesOn: () => [
    "I'll pass the rest on to the team, with your booking.",
    'The team will see the rest with your booking.',
  ],
  booked: (time: string, email: string) => [`Booked: ${time}. The invitation is on its way to ${email}.`],
  moved: (time: string) => [`Moved: your meeting is now ${time}. A new invitation is on its way.`],
  /** Only the next times were checked, so the time asked for may still be free. */
  notThen: (when: string) =>
    when === ''
      ? ["I don't see that time among the next free ones.", "I don't see that time either, sorry."]
      : [`I don't see a free time ${when}.`, `I don't see a free time ${when} either, sorry.`],
  /** Instead of the question which of the times suits. */
  orPassOn: () => [
    'Does that suit you, or shall I pass your wish on?',
    'One of these, or shall the team see your wish?',
  ],
  needsEmail: () => [
    'Without an address there is nowhere to send the invitation. Type one, give me a phone number instead, or say never mind.',
    'I need an address for the invitation, or a number to call you at. Or say never mind.',
  ],
  taken: () => ['Sorry, that time has just been taken.', 'Sorry, that one has gone as well.'],
  noTimes: () => ['There are no free times in the calendar right now.', "I can't find any more free times."],
  unreachable: () => ["I can't reach the calendar just now.", 'The calendar still does not answer.'],
  unsure: () => ["The calendar didn't answer. If the booking went through, you'll get the invitation by email."],
  tooMany: () => ["I can't book more meetings for that address today."],
  askToCancel: (time: string) => [
    time === '' ? 'Shall I cancel your meeting?' : `Shall I cancel your meeting on ${time}?`,
    'Do you want me to cancel the meeting?',
  ],
  meetingStays: () => ['All right, the meeting stays as it is.', 'Good, your meeting stands.'],
  cancelled: () => [
    'Your meeting is cancelled, and an email about it is on its way.',
    "Cancelled; you'll get an email about it.",
  ],
  meetingIs: (time: string) => [`Your meeting is on ${time}.`, `It's on ${time}.`],
  meetingTakes: (minutes: number) => [`It takes ${minutes} minutes.`, `${minutes} minutes are planned for it.`],
  lengthUnknown: () => ['The invitation says how long it takes.'],
  callLength: () => ["I don't know how long the call takes. Tell them how much time you have."],
  whoComes: () => [
    "Someone from the team; I don't know yet who.",
    "A person from the team. I don't know who it will be.",
  ],
  nothingToCancel: () => ["I don't see a meeting of yours here.", "I can't find a meeting from this conversation."],
  noCall: () => ['All right, nobody will call you.', 'Of course, no calls.'],
  bookingCancelled: () => ['All right, no meeting.', "No problem, we'll leave it there.", 'Sure, no meeting.'],
  /** `zone` is '' for the visitor's own. */
  ownZone: (zone: string) => [zone === '' ? 'All times are in your own time zone.' : `All times are in ${zone}.`],
  busy: () => ["One moment, I'm checking the calendar.", 'Just a moment longer.'],
} as const

/** A time to say, with its zone if the visitor named one. */
export interface SpokenSlot {
  readonly spoken: string
  readonly zone?: string
}

/** Says the zone once after several times. */
export function withZone(times: string, [first]: readonly SpokenSlot[]): string {
  return first?.zone === undefined ? times : `${times}, ${first.zone}`
}

function toList(parts: readonly string[], word = 'or'): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`
}
