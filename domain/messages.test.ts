import { expect, test } from 'vitest'

import { sampleFigures, startingCredits } from './sample-figures.ts'
import { messages, stepOfText } from './messages.ts'
import { limits } from './limits.ts'
import {
  engageMessage,
  trackerFailuresMax,
  trackerFlushMs,
  trackerRetriesMax,
  trackerRetryDelayMs,
} from './tracking-rules.ts'

/* E2e tests look up sentences and numbers; here they are spelled out as in the specification. */

test('the sentences are the specification’s', () => {
  expect(messages).toMatchObject({
    signInFailed: 'Failed to sign in. Please check your credentials.',
    signUpFailed: 'Failed to create an account',
    signUpModalFailed: 'Failed to create account. Please try again.',
    allFieldsRequired: 'All fields are required',
    onboardingFailed: 'An error occurred. Please try again.',
    demosFailed: 'Failed to load demos. Please try again.',
    sessionsFailed: 'Failed to load sessions. Please try again later.',
    noDemosTitle: 'No Demos Yet',
    noDemosHint: 'Create your first demo to get started.',
    demoDetailsFailed: 'Failed to load demo details',
    demoStepsFailed: 'Failed to load demo steps',
    demoFailed: 'Failed to load demo',
    demoNotFound: 'Demo not found',
    noSteps: 'No steps found for this demo',
    missingScreenshot: 'Invalid step data: missing screenshot URL',
    noDemoId: 'No demo ID provided',
    stepNotFound: 'Step not found',
    demoNotFoundOrEmpty: 'Demo not found or has no steps',
    noNotes: 'No speaker notes for this step.',
    viewerTip: "Tip: Press 'N' to toggle notes, arrow keys to navigate",
    playerHint: 'Use arrow keys to navigate',
    orderFailed: 'Failed to save new order',
    demoSaveFailed: 'Failed to save demo changes',
    notesFailed: 'Failed to save speaker notes',
    notesSaved: 'Notes saved successfully',
    notesPlaceholder: 'Add notes for this step...',
    stepIdRequired: 'Step ID is required for syncing notes',
    captureIdInvalid: 'Invalid capture ID format',
    stepNotesLog: 'Error updating demo step notes',
    captureNotesLog: 'Error updating capture notes',
    notesSyncLog: 'Error syncing notes',
    copyLog: 'Failed to copy',
  } satisfies Partial<typeof messages>)
  expect(stepOfText(1, 7)).toBe('Step 2 of 7')
  expect(engageMessage).toBe("I noticed you've been browsing. Would you like to learn more about our AI voice agents?")
})

test('the numbers are the specification’s', () => {
  expect(limits).toMatchObject({
    extensionCheckTimeoutMs: 3_000,
    pinHelpDelayMs: 1_000,
    recentDemos: 100,
    minutesPerStep: 2,
    cardPreviewSteps: 4,
    toastMs: 3_000,
    copyFeedbackMs: 2_000,
    zoomMinPercent: 50,
    zoomMaxPercent: 200,
    zoomStepPercent: 25,
    zoomDefaultPercent: 100,
    stepsGridColumns: 6,
  } satisfies Partial<typeof limits>)
  expect([trackerFlushMs, trackerRetriesMax, trackerRetryDelayMs, trackerFailuresMax]).toEqual([5_000, 3, 1_000, 3])
  expect(sampleFigures).toEqual({ demos: '12', active: '4', conversion: '28.5%' })
  expect(startingCredits).toBe(4_750)
})
