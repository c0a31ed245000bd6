import { either, has, is, startsWith } from './phrases.ts'
import type { RemarkRule } from './remark.ts'

/* The phrases of remarks that are tried only if the notes have no answer. */

/** “Do we have to sign up for a year?” */
export const asksTerms =
  /^(?:(?:so|and|but|ok) )*(?:do|does|is|are|am|must|will) .*\b(?:have to|need to|must|obliged|forced|tied|locked|commit\w*|minimum|for (?:a|one|two|three|\d+) (?:whole |full )?(?:years?|months?))\b/i

/** “I want to play with it before I buy.” */
export const buysLater = /\bbefore (?:i|we|my \w+) (?:buy|order|pay|sign|commit|decide)/i
/** “Can you order the sandwiches with it?” */
export const ordersThings =
  /\b(?:can|could|does|do|will|would) (?:you|u|it|we|they|i|people|customers?) (?:also )?(?:order|buy|purchase|sign) (?:the|a|an|some|in|more|our|their|my)\b(?! (?:licen[cs]e|plan|subscription|product|software|tool)\b)/
const wantsToBuy = has(
  'buy, purchase, order, subscribe, sign|signing [me] up, get started, start using, try it [out], start now, where do i start',
)

const insults = has(
  'stupid, idiot, idiots, dumb, moron, useless, worthless, shit, shitty, crap, bullshit, fuck\\w*, asshole, suck, sucks, hate you|this, garbage, trash, rubbish, terrible, waste of [my] time, screw you, bastard, bitch',
)

/** “I'm rubbish with computers” */
const blamesThemselves =
  /\b(?:i m|im|i am|we re|we are)(?: \w+){0,3} (?:rubbish|useless|crap|terrible|dumb|stupid|an idiot)\b/

export const unansweredRemarks: readonly RemarkRule[] = [
  // “Why should I buy this?” asks what it is good for.
  [
    'about',
    14,
    has(
      'why {should|would|do} {i|we|anyone|somebody}, what s|is in it for me|us, what do i|we gain|get, [main|biggest|key] benefit|benefits|advantage|advantages of, what s|is the point|benefit|advantage',
    ),
  ],
  [
    'compare',
    20,
    has(
      'compare, compared, compares, comparison, versus, vs, better than, different from|to|than, difference to|between|from, alternative, alternatives, competitor, competitors, competition, instead of, over your, choose you, pick you, switch|switching from',
    ),
  ],
  [
    'competitor',
    20,
    either(has('already, currently|currently use|using'), is('we use|have \\w+ [\\w+] [already|now]')),
  ],
  ['buy', 12, (said) => wantsToBuy(said) && !asksTerms.test(said) && !buysLater.test(said) && !ordersThings.test(said)],
  [
    'insult',
    20,
    // “What if it's rubbish?” asks for the terms.
    (said) => !/\bif\b/.test(said) && !blamesThemselves.test(said) && insults(said),
  ],
  [
    'told',
    30,
    either(
      startsWith(
        [
          'our|my|the {budget|team|company|timeline|deadline|goal|problem|job|role|current tool|current process}',
          'is, has, are, was',
        ],
        { before: 'well, so, and, ok' },
      ),
      startsWith(
        'we|i {are|re|m|am|have|work|need it|need this|need something|plan|want it by|want this by|would be|manage|lead}',
      ),
    ),
  ],
]
