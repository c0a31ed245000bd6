/** The version of the sentence that visitors accept before a recording. Increase it when the meaning changes. */
export const recordingConsentVersion = 1

/** How many days a workspace can keep recordings. */
export const recordingDays = { min: 1, max: 365 } as const

/** The terms a visitor accepts before a talk is recorded. */
export interface RecordingTerms {
  /** `recordingConsentVersion` of the page. */
  readonly version: number
  readonly days: number
}

/** Whether the visitor has accepted the current sentence. */
export function isAccepted(terms: RecordingTerms | undefined): terms is RecordingTerms {
  if (terms === undefined || terms.version !== recordingConsentVersion) return false
  return Number.isInteger(terms.days) && terms.days >= recordingDays.min && terms.days <= recordingDays.max
}

/** Why a recording stopped before its talk ended. */
export type RecordingStop = 'talk-limit' | 'workspace-limit' | 'off' | 'failed'
