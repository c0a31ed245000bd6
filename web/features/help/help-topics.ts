/** What the help page answers; plain text, searched as it stands. */
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
    title: 'Make a demo from screenshots',
    text: 'Drop or paste 1 to 200 images anywhere on the demo list: PNG, JPEG, WebP, GIF or AVIF. They become steps in the order of their names. Add the place to click in the editor.',
    to: { path: '/dashboard/demos', label: 'Go to your demos' },
  },
  {
    id: 'notes',
    title: 'Write speaker notes',
    text: 'Notes are what you would say at a step. The viewer shows them beside the picture, visitors read them below it, and the agent answers from them. A step without notes is a step the agent can say little about.',
  },
  {
    id: 'hotspots',
    title: 'Move or remove a hotspot',
    text: 'In the editor, drag the red marker, or focus it and use the arrow keys. Delete removes it; Add hotspot puts a new one in the middle.',
  },
  {
    id: 'present',
    title: 'Present full screen',
    text: 'Open a demo and press F. The arrow keys change the step, N shows or hides your notes, Escape leaves. P opens a presenter window for your own screen: your notes, the next step and a timer, in step with what the audience sees.',
  },
  {
    id: 'share',
    title: 'Share by link or embed',
    text: 'Share in the viewer or the editor gives you the link and the embed code. A link works while the demo is on; switch it to draft or archived, and the link is off. Make more links with names, an end or a password when you want to know, or limit, who opens it.',
  },
  {
    id: 'agent',
    title: 'Set up the agent',
    text: 'Choose its name, voice and personality, the demo it presents, a script with what it may say beyond the notes, and its first words. It answers from your words only and says when it does not know. Visitors are told that it is an AI.',
    to: { path: '/dashboard/agents', label: 'Set up the agent' },
  },
  {
    id: 'meetings',
    title: 'Let the agent book meetings',
    text: 'Switch Book meetings on and give your weekly hours, how long a meeting takes, how much notice you need and where it takes place. The agent offers visitors free times, reads the time and their address back, and books when they say yes. You both get an invitation by mail; the meeting stands with the lead, where you can cancel it. It does not know your other calendars.',
    to: { path: '/dashboard/agents', label: 'Say when you can meet' },
  },
  {
    id: 'conversations',
    title: 'Read what visitors asked',
    text: 'Every conversation is kept word for word, with the steps the agent cited. Questions it could not answer show what your notes lack.',
    to: { path: '/dashboard/conversations', label: 'Read conversations' },
  },
  {
    id: 'analytics',
    title: 'See how a demo does',
    text: 'Analytics shows who is there now, how far visitors got, where they clicked and which change helped. Robots, mail scanners and your own people are left out, with the reason. “Not enough data” means: share it with more people first.',
    to: { path: '/dashboard/analytics', label: 'Open Analytics' },
  },
  {
    id: 'offline',
    title: 'Work without a network',
    text: 'What you change in the editor is kept in this browser and saved when the network is back. The header says so: Saved, Saving, or Offline, kept here. When you come back after a crash, the page says which changes still wait, and the editor sends them.',
  },
  {
    id: 'account',
    title: 'Change your password, email or second factor',
    text: 'The account page changes them, lists where you are signed in, and signs you out elsewhere. It also hands over all your data, or deletes it.',
    to: { path: '/dashboard/account', label: 'Go to your account' },
  },
]

/** Spec §2 and §9; the editor's own dialog says the same. */
export const shortcuts: readonly { readonly keys: string; readonly what: string }[] = [
  { keys: 'Ctrl K', what: 'Go anywhere, do anything by its name' },
  { keys: 'N', what: 'Show or hide speaker notes' },
  { keys: 'V', what: 'Grid or vertical view of the steps (editor)' },
  { keys: '+', what: 'Zoom in (editor)' },
  { keys: '-', what: 'Zoom out (editor)' },
  { keys: '← →', what: 'Move between steps (viewer, player)' },
  { keys: 'F', what: 'Full screen (viewer)' },
  { keys: 'P', what: 'Presenter window (viewer)' },
  { keys: 'Ctrl B I U K', what: 'Bold, italic, underline, link (card text)' },
  { keys: 'Ctrl S', what: 'Save (editor)' },
  { keys: 'Esc', what: 'Leave full screen (viewer)' },
]

/** The topics that hold every word asked for, in the order they stand in; all of them when nothing is asked. */
export function findTopics(question: string): readonly HelpTopic[] {
  const words = question.toLowerCase().split(/\s+/).filter(Boolean)
  return helpTopics.filter(({ title, text }) => {
    const searched = `${title} ${text}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
