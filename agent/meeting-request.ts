import { mentionsTime } from './offered-slot.ts'
import { either, has, is, startsWith } from './phrases.ts'

/* Requests for a meeting, by their words. */

/** “Book a meeting”, “can we schedule a call”, “talk to sales”; not “how do I book a meeting in your product”. */
export function asksForMeeting(said: string): boolean {
  return (!isQuestionAboutProduct(said) || namesOurPeople(said)) && wantsMeeting(said)
}

/** “Would a call on Monday be possible?”; not “is a call possible from the app?” */
export function asksIfMeetingPossible(said: string): boolean {
  return asksIfPossible.test(said) && mentionsTime(said)
}

const asksIfPossible =
  /\b(?:an?|some) (?:\w+ ){0,2}(?:conversation|call|meeting|chat|talk|session|appointment|demo|demonstration|presentation|viewing)\b.*\b(?:feasible|possible|convenient|conceivable|doable|ok|okay)\b/

const isQuestionAboutProduct = startsWith('how, what, why, where, when, does, do you, is, are')
const namesOurPeople = has('with you, with the|your team, with sales')
const wantsMeeting = either(
  has(
    'book, schedule, arrange, set up, plan, make, have, get, want, need, like, fix',
    'meeting, call, appointment, demo call, live demo, personal demo, session, slot, time to talk|meet',
  ),
  has(
    'talk, speak, chat, connect, meet',
    'sales, sales person|rep|team, salesperson, salesrep, salesteam, account executive, your team',
  ),
  has('book, put, pencil, schedule', 'me in, us in, me for, us for, me down, us down'),
  is(
    '[can we|can i|could we|could i|let s|i d like to|i want to] {meet|book|book it|reschedule|reschedule it|reschedule the meeting|move the meeting} [please]',
  ),
  has('see, watch, get, have, want', 'demo|demonstration with [a|some|real|live] person|human|someone|somebody'),
  has('reschedule, move', 'meeting, call, appointment'),
  is(
    '{set|put|get|book|schedule|arrange} {something|some time|a time} [up|in|in the calendar|on the calendar] [please]',
    {
      before: 'ok, yes, yeah, sure, well, let s, lets, can we, could we, we should, please',
    },
  ),
  startsWith(
    [
      '{can|could|shall|may|should|let s|i d like to|i want to|i would like to} [we|i|you and i|us] {meet|have a chat|have a talk|talk|speak}',
      'today, tomorrow, monday, tuesday, wednesday, thursday, friday, saturday, sunday, next week, this week, at \\d+, \\d+ am|pm, \\d+am|\\d+pm, o clock',
    ],
    { before: 'ok, so, well, hi, yes' },
  ),
)

/** “Could you pop in at the workshop?” */
export const asksForVisit =
  /\b(?:some(?:one|body)|one of you|an engineer|a technician|a rep) (?:should|could|can|would|must|has to) (?:pop|come|drop|stop) (?:in|by|round|over|out|here|and see|to (?:see|us|our))\b|\b(?:we|i)(?:['’]d| would)? (?:want|like|need) (?:an? (?:engineer|technician|rep|visit)|some(?:one|body)) (?:on site|here|to come)\b|\b(?:can|could|will|would) (?:you|someone|somebody|anyone|one of you|they)\b.{0,30}\b(?:pop (?:in|over|round|by)|come (?:over|by|round|out|in person|to (?:us|our))|drop (?:in|by|round)|visit us)\b|\b(?:meet|see) (?:you|us|someone|somebody)\b.{0,20}\b(?:in person|face to face)\b/i
