/** Help topics; searched as plain text. */
export interface HelpTopic {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly to?: { readonly path: string; readonly label: string }
}

export const helpTopics: readonly HelpTopic[] = [
  {
    id: 'record',
    title: 'Record a demo with the extension',
    text: 'Install the extension from the demo list, open the web app you want to show, and start the recording from the extension’s button. Every click becomes a step with its screenshot. What you type is never part of a step’s name. Pair the extension with this site once, by the code the demo list shows. End the recording in the extension; the demo opens here.',
    to: { path: '/dashboard/demos', label: 'Go to your demos' },
  },
  {
    id: 'images',
    title: 'Create a demo from screenshots',
    text: 'Drop or paste 1 to 200 images anywhere on the demo list: PNG, JPEG, WebP, GIF or AVIF. They become steps in the order of their names. Add the place to click in the editor.',
    to: { path: '/dashboard/demos', label: 'Go to your demos' },
  },
  {
    id: 'notes',
    title: 'Write speaker notes',
    text: 'Notes are what you would say at a step. The viewer shows them beside the image, visitors read them below it, and the agent answers from them.',
  },
  {
    id: 'hotspots',
    title: 'Move or remove a hotspot',
    text: 'In the editor, drag the red marker, or focus it and use the arrow keys. Delete removes it; H places a new one: click for a ring, drag for a box.',
  },
  {
    id: 'present',
    title: 'Present full screen',
    text: 'Open a demo and press F. The arrow keys change the step, N shows or hides your notes, Escape leaves. P opens a presenter window for your own screen: your notes, the next step and a timer, in step with what the audience sees.',
  },
  {
    id: 'share',
    title: 'Share by link or embed',
    text: 'Share in the viewer or the editor gives you the link and the embed code. A link works while the demo is on; switch it to draft or archived, and the link is off. Create personal links with an expiry date or a password to see, or limit, who opens it.',
  },
  {
    id: 'agent',
    title: 'Set up the agent',
    text: 'Choose its name, voice and personality, the demo it presents, a script with what it may say beyond the notes, and its welcome message. It answers only from your text and says when it does not know. Visitors are told that it is an AI.',
    to: { path: '/dashboard/agents', label: 'Set up the agent' },
  },
  {
    id: 'meetings',
    title: 'Let the agent book meetings',
    text: 'Switch Book meetings on and give your weekly hours, meeting length, notice and location. The agent offers visitors free times, reads the time and their address back, and books when they say yes. You both get an invitation by email. The meeting is listed with the lead, where you can cancel it. The agent does not know your other calendars.',
    to: { path: '/dashboard/agents', label: 'Set your hours' },
  },
  {
    id: 'conversations',
    title: 'Read what visitors asked',
    text: 'Every conversation is kept word for word, with the steps the agent cited. Questions it could not answer show what your notes are missing.',
    to: { path: '/dashboard/conversations', label: 'Read conversations' },
  },
  {
    id: 'analytics',
    title: 'See how a demo performs',
    text: 'Analytics shows who is there now, how far visitors got, where they clicked and which change helped. Bots, mail scanners and your team are excluded, with the reason. “Not enough data” means: share it with more people first.',
    to: { path: '/dashboard/analytics', label: 'Open Analytics' },
  },
  {
    id: 'offline',
    title: 'Work offline',
    text: 'Your edits are kept in this browser and saved when you are back online. The header shows Saved, Saving, or Offline, kept here. After a crash, the page lists changes that are still waiting, and the editor sends them.',
  },
  {
    id: 'account',
    title: 'Change your password, email or second factor',
    text: 'The account page changes them, lists where you are signed in, and signs you out elsewhere. It also exports or deletes all your data.',
    to: { path: '/dashboard/account', label: 'Go to your account' },
  },
]

/** Spec §2 and §9; the editor's dialog shows the same. */
export const shortcuts: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: 'Ctrl K', what: 'Command palette' },
  { keys: 'N', what: 'Show or hide speaker notes' },
  { keys: 'V', what: 'Grid or vertical view of the steps (editor)' },
  { keys: '+', what: 'Zoom in (editor)' },
  { keys: '-', what: 'Zoom out (editor)' },
  { keys: '← →', what: 'Move between steps (viewer, player)' },
  { keys: 'F', what: 'Full screen (viewer)' },
  { keys: 'P', what: 'Presenter window (viewer)' },
  { keys: 'Ctrl B I U K', what: 'Bold, italic, underline, link (card text)' },
  { keys: 'Ctrl S', what: 'Save (editor)' },
  { keys: 'Esc', what: 'Exit full screen (viewer)' },
]

/** Topics that contain every word of the query; all topics if it is empty. */
export function findTopics(question: string): readonly HelpTopic[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  return helpTopics.filter(({ title, text }) => {
    const searched = `${title} ${text}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
