import { asksToCancelMeeting } from './meeting-remarks.ts'

/* Recognises visitors who want no meeting and no call. */

/** “I don't want a call”, “no calls please”, “cancel the meeting”. */
export function refusesMeeting(said: string): boolean {
  if (asksFirst.test(said)) return false
  const words = said.split(' ').length
  return words <= 16 ? refusesCall.test(said) || asksToCancelMeeting(said) : words <= 24 && refusesCaller.test(said)
}

const meetings = '(?:(?:phone |sales |video )?calls?|meetings?|appointments?|sales ?(?:people|reps?|pitch))'
/** “I'll talk to my director first, please do not telephone me.” */
const refusesCaller =
  /\b(?:don t|dont|do not|never|stop) (?:\w+ )?(?:call|ring|phone|telephone|contact|chase|bother|calling|ringing|phoning|telephoning|contacting) (?:me|us)\b/
const refusesCall = new RegExp(
  [
    `\\b(?:don t|dont|do not|won t|rather not|prefer not to|no need|not interested in|not up for)(?: \\w+){0,5} ${meetings}\\b`,
    refusesCaller.source,
    '\\b(?:not|isn t|no) (?:necessary|needed|required|need) (?:for you |that you |to )+(?:call|ring|phone|telephone|contact) (?:me|us)\\b',
    '\\b(?:don t|do not|no) (?:wish|want|like|need) (?:\\w+ )?(?:telephone|phone)$',
    `^(?:(?:ok|please|but|so|and|thanks|sorry|well|yeah) )*not (?:a |another )?${meetings}\\b`,
    `^(?:(?:ok|please|but|so|and|thanks|sorry|well|yeah) )*no (?:more |sales |phone )?${meetings}\\b`,
  ].join('|'),
)
const asksFirst = /^(?:(?:so|and|but|ok) )*(?:how|what|why|where|when|does|do you|can|could|is|are|will|would|which)\b/
