import { playerHint } from './player-texts.ts'

/**
 * Every sentence that the specification fixes (spec §4–§8), and those for queries beyond it. Screens look them up here.
 */
export const messages = {
  // spec §8: sign-in and sign-up
  signInFailed: 'Failed to sign in. Please check your credentials.',
  signUpFailed: 'Failed to create an account',
  signUpModalFailed: 'Failed to create account. Please try again.',
  allFieldsRequired: 'All fields are required',
  onboardingFailed: 'An error occurred. Please try again.',

  // spec §8: lists
  demosFailed: 'Failed to load demos. Please try again.',
  sessionsFailed: 'Failed to load sessions. Please try again later.',
  noDemosTitle: 'No Demos Yet',
  noDemosHint: 'Create your first demo to get started.',

  // spec §8: viewer, editor and player
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
  playerHint,

  demoTooLarge: 'The texts of this demo are too large to show.',

  // a link's password
  linksFailed: 'Failed to load the links',
  linkSaveFailed: 'Failed to save the link',
  linkPasswordRule: 'A password has 4 to 72 characters.',
  linkPasswordWrong: 'Wrong password. Try again.',
  linkTooManyTries: 'Too many attempts. Wait 15 minutes, then try again.',
  linkBusy: 'Many people are opening links right now. Try again in a moment.',
  linkCookieBlocked: 'The password is correct, but your browser blocks cookies in embedded pages.',

  // spec §8: editor saves
  orderFailed: 'Failed to save new order',
  demoSaveFailed: 'Failed to save demo changes',
  notesFailed: 'Failed to save speaker notes',
  notesSaved: 'Notes saved successfully',
  notesPlaceholder: 'Add notes for this step...',

  // Not in the specification: leads
  leadsFailed: 'The leads could not be loaded',
  leadSaveFailed: 'The lead was not changed',
  conversationSaveFailed: 'The conversation was not changed',

  // Not in the specification: the account and the settings of a workspace
  accountFailed: 'Your account could not be loaded',
  settingsFailed: 'The settings could not be loaded',

  // Not in the specification: agents and what they know
  agentsFailed: 'The agents could not be loaded',
  agentSaveFailed: 'The agent was not saved',
  knowledgeFailed: 'The agent’s knowledge could not be loaded',
  testsFailed: 'The agent’s tests could not be loaded',

  // Not in the specification: what visitors did
  analyticsFailed: 'The figures could not be loaded',

  // spec §5 and §8: logged only, never shown
  stepIdRequired: 'Step ID is required for syncing notes',
  captureIdInvalid: 'Invalid capture ID format',
  stepNotesLog: 'Error updating demo step notes',
  captureNotesLog: 'Error updating capture notes',
  notesSyncLog: 'Error syncing notes',
  copyLog: 'Failed to copy',
} as const

export type MessageCode = keyof typeof messages

export { stepOfText } from './player-texts.ts'
