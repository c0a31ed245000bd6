/** Identifies the sentence with which a visitor accepts a recording; another meaning needs another number. */
export const recordingConsentVersion = 1

/** For how many days a workspace may keep recordings of talks. */
export const recordingDays = { min: 1, max: 365 } as const

/** What a visitor is told before a talk is recorded, and accepts. */
export interface RecordingTerms {
  /** `recordingConsentVersion` of the page. */
  readonly version: number
  readonly days: number
}

/** Whether the visitor has accepted today's sentence. */
export function isAccepted(terms: RecordingTerms | undefined): terms is RecordingTerms {
  if (terms === undefined || terms.version !== recordingConsentVersion) return false
  return Number.isInteger(terms.days) && terms.days >= recordingDays.min && terms.days <= recordingDays.max
}

/** Why nothing is added to a recording any more, although the talk goes on. */
export type RecordingStop = 'talk-limit' | 'workspace-limit' | 'off' | 'failed'
