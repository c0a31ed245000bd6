import type { Intent } from './intent.ts'
import { either, has, is, startsWith, type Matcher } from './phrases.ts'
import { statesCheaper } from './plain-remarks.ts'

/* The phrases of each command. */

type Command = Exclude<
  Intent['type'],
  'go-to' | 'move' | 'question' | 'nothing' | 'contact' | 'book' | 'backchannel' | 'remark' | 'foreign'
>

const invitations = 'please, can we, can you, could you, ok, let s'
const satisfied = 'ok, okay, great, perfect, cool'

const requests = 'please, can you, could you, would you'
const asksAgain = either(
  has('{say|tell me|explain} that|it|this again'),
  startsWith('repeat, once more, again, come again, what {did you|was that} [just] [say], say again', {
    before: `${requests}, sorry, pardon, excuse me`,
  }),
  is(
    'huh, what, sorry, pardon, pardon me, excuse me, i {don t|do not|didn t|did not} understand|get|hear|catch [it|that|this|you|what you said|what you mean]',
    { before: 'sorry, pardon, excuse me' },
  ),
)
/** “Repeat after me” is an instruction, not a command. */
const dictates = startsWith('repeat after', { before: requests })
const asksToRepeat: Matcher = (said) => asksAgain(said) && !dictates(said)

const machines = 'robot, bot, human, person, ai, machine, computer, chatbot'
const machine = machines.replaceAll(', ', '|')

/** “Do I speak with a computer?”, “is there a person behind this?” */
const asksIfPerson = new RegExp(
  String.raw`\b(?:(?:am|are|do) (?:i|we) (?:talk|speak|chat|deal|writ)(?:ing|e)? (?:to|with)|is this) (?:an? )?(?:real |actual |live )?(?:${machine})\b|\bis there (?:an? )?(?:real |actual |live )?(?:${machine}|someone|somebody|anyone|anybody)(?: \w+){0,2} (?:behind|answering|typing|writing)(?: (?:this|here|me|it|that|these|the|chat|messages|answers|questions))*$`,
)

const somebody =
  'human, real person, person, someone, somebody, sales, representative, rep, agent, author, team, colleague, people, support'

const asksForFavour = has(
  'discount, cheaper, better price|deal, {can|could|will|would} {you|i|we} \\w+ it|this|that free of charge, guarantee, promise, commit to, legally, liable, sue, refund me, sign a|the contract, \\d+ [percent] off, {can|could|will|would} you do [it|this] [for] \\d+, negotiate, negotiation, lower [the|your] price, special price|offer, deal for, by when will you',
)

/** “It's ok, cheaper than coffee here” */
const findsCheap =
  /^(?!.*\b(?:can|could|will|would|get|make|do|like|want|hope|need|pay)\b).*\bcheaper than (?!(?:that|this|your|it|what)\b)/

/** “They all promise that” asks for nothing. */
const othersPromise =
  /^(?:(?:yeah|well|but|hm+|lol|sure) )*(?:they|everyone|everybody|you lot|you people|(?:every|each|all|my|our|the) (?:\w+ ){1,3})(?: ?(?:all|always|also|both))* ?(?:promised?|promises|guaranteed?|guarantees)\b/

/** In order of precedence, with the maximum words of a command sentence. */
export const commands: readonly (readonly [Command, number, Matcher])[] = [
  [
    'robot',
    14,
    either(
      has('are|r you|u|this', `${machines}, real`),
      (said) => asksIfPerson.test(said),
      is('[so|and|but|ok] {what|who} are you [btw|by the way|then|exactly|anyway]'),
    ),
  ],
  [
    'human',
    14,
    either(
      has('talk, speak, chat, connect, transfer, put me, reach, contact, call, give me', somebody),
      // “We want to keep someone out” asks for nobody.
      has(
        `get|want|need [me|us|to have] [a|an|the|your|some|one of your] [real|actual|live|proper|sales] {${somebody.replaceAll(', ', '|')}}`,
      ),
      is('[a] {human|real person|representative|operator|agent} [please]'),
      has('call me'),
    ),
  ],
  [
    'privacy',
    12,
    either(
      has(
        'record, recording, recorded, store, stored, save, saved, keep, listening',
        'me, this, conversation, talk, chat, voice, i say, call',
      ),
      has('is|are this|you|we [chat|talk|call|conversation] [being] recorded|recording|listening|stored|saved'),
    ),
  ],
  [
    'bye',
    9,
    startsWith(
      'goodbye, good bye, bye [bye], see you [later], that s all, that is all, i m done, i am done, {i|we} might|may|will|ll [just] pop|drop back, might pop|drop back, we re done, end [the] conversation|chat|call|talk|demo, hang up, close',
      { before: 'ok, okay, alright, thanks, thank you, cheers, pal, mate, love, well, no' },
    ),
  ],
  [
    'stop',
    7,
    startsWith(
      'stop [it], wait, pause, hold on, hang on, shut up, be quiet, quiet, silence, enough, one moment, just a moment|second|minute, hold it',
      { before: 'please, ok, okay, no, hey' },
    ),
  ],
  ['repeat', 9, asksToRepeat],
  [
    'restart',
    9,
    either(
      has('start over, start again, from|to the start|beginning, restart, first step|slide|screen'),
      is('[so|and|ok] {what|where} {do|should|would} i|we {click|press|do|start} [first]', {
        after: 'here, now, then',
      }),
    ),
  ],
  ['last', 9, has('last|final step|slide|screen, skip to the end')],
  [
    'back',
    9,
    either(
      is('[go] {back|backwards|previous|previous one|prev} [please|one|a step|step|one step]', { before: invitations }),
      startsWith('[go] {back|backwards|previous|previous one|prev} to the previous', { before: invitations }),
      has('previous|last one|step|slide|screen, go|step|move back'),
    ),
  ],
  [
    'next',
    9,
    either(
      is('[go to|go|move|show] [me the|us the|the] {next|skip|forward|move on} [one]', {
        before: invitations,
        after: 'step, slide, screen, please, this, it',
      }),
      has('next|following step|slide|screen'),
      is('[and|so|ok] what {happens|comes|s|is} next', { after: 'then, now, please, here' }),
    ),
  ],
  [
    'continue',
    8,
    is(
      'show|walk me|us around|through, give me|us a|the tour, go on, go ahead, continue, carry on, proceed, keep going, resume, start, begin, show me, ready, go, yes, yeah, yep, yup, sure, ok, okay, please, alright, play, let s go, absolutely, fine, do it, please do, of course',
      {
        before:
          'hm+, ah, oh, right, yes, yeah, yep, yup, sure, ok, okay, please, can you, could you, alright, absolutely, of course, fine, great, good, perfect, do, and, let s, you can, you may, i m, we can, so, well, then, thanks, thank you',
        after: 'please, the demo, then, now, with it, it, ahead, with the demo, on',
      },
    ),
  ],
  [
    'decline',
    6,
    is('no, nope, nah, not really|yet|now, no thanks, no thank you, never mind, nevermind, don t', {
      after: 'thanks, thank you, please, it s fine, that s fine, i m good, nothing, not now, go on',
    }),
  ],
  [
    'thanks',
    7,
    either(
      is(
        '{thanks|thank you|thx|cheers|merci|danke|gracias|grazie|obrigado|obrigada|dziekuje|dziekuję|dzięki|tack|takk|tak|kiitos|dank je|dank u|bedankt|spasibo|mulțumesc|multumesc|děkuji|hvala|teşekkürler|arigato} [a lot|so much|very much|you|beaucoup|schön|mille|mil]',
        {
          before: satisfied,
        },
      ),
      startsWith('{thanks|thank you|thx|cheers|merci|danke|gracias|grazie|obrigado|obrigada} for \\S+', {
        before: satisfied,
      }),
      is('i|we m|am|re|are [ever|so|very|most|much|really] {obliged|grateful|indebted} [to you]'),
      is('much obliged'),
    ),
  ],
  [
    'hello',
    4,
    is(
      '{hi|hello|hey|hiya|heya|howdy|good morning|good afternoon|good evening|good day|morning|afternoon|evening|greetings} [there|leo|you|all|everyone]',
    ),
  ],
  [
    'help',
    7,
    is(
      'help, help me, what can you|i do|say|ask [here|you], [so] {what|how} can you help [me|us] [with], how does this work, what do i do',
    ),
  ],
  [
    'commitment',
    40,
    (said) => asksForFavour(said) && !statesCheaper(said) && !findsCheap.test(said) && !othersPromise.test(said),
  ],
]
