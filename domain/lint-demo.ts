import { cardAddressProblem, cardNames, hasButton, type Card } from './card.ts'
import { demoPaths, endlessSteps, unreachableSteps } from './demo-paths.ts'
import type { Demo, Step } from './demo.ts'
import type { Result } from './result.ts'
import { hasSecret, hideSecrets } from './secret-text.ts'
import { scriptStamp, stepSpeaker } from './step-narration.ts'
import { untitledName } from './file-names.ts'
import { finishedCard, unfinishedParts } from './unfinished-card.ts'
import { bareVariableNames } from './variables.ts'

/* Checks a demo before it is shared. */

/** A change that fixes a finding. Has the shape of the editor's edits. */
export type LintFix =
  | { readonly type: 'name'; readonly name: string }
  | {
      readonly type: 'step'
      readonly id: string
      readonly patch: { readonly title?: string; readonly alt?: string; readonly targetStepId?: null }
    }
  | { readonly type: 'card'; readonly id: string; readonly card: Card | null }

/** Where the author fixes it. */
export type LintPlace =
  | 'name'
  | 'steps'
  | 'title'
  | 'alt'
  | 'notes'
  | 'hotspot'
  | 'card'
  | 'variables'
  | 'cover'
  | 'ending'
  | 'frame'
  | 'narration'
  | 'page'

export interface LintFinding {
  /** Stable for the same problem, so that a list keeps its position. */
  readonly key: string
  /** `problem`: a visitor gets stuck, or doesn't see something. `advice`: the demo works, but could be better. */
  readonly severity: 'problem' | 'advice'
  readonly topic: 'texts' | 'pictures' | 'branches' | 'links' | 'secrets'
  /** "No alt text". */
  readonly title: string
  /** "Step 2 · Orders come in", or "Demo". */
  readonly where: string
  readonly stepId: string | null
  readonly cardId: string | null
  readonly place: LintPlace
  /** The button's label: names the fix, or where to make it. */
  readonly action: string
  /** The button applies it at once; null: the button leads to the place. */
  readonly fix: LintFix | null
}

/** The longest text that is comfortable to read in a callout, in characters. */
const calloutTextMax = 240

/** All findings on a demo: problems first, then in step order. */
export function lintDemo(demo: Demo, cards: readonly Card[]): readonly LintFinding[] {
  const { steps } = demo
  const byStep = Map.groupBy(cards, ({ stepId }) => stepId)
  const paths = demoPaths(steps, cards)
  const unreachable = new Set(unreachableSteps(steps, paths))
  const endless = new Set(endlessSteps(steps, paths))
  const findings = [
    ...ofDemo(demo, cards),
    ...steps.flatMap((step, index) => [
      ...ofStep(step, demo),
      ...ofWays(step, { isUnreachable: unreachable.has(step), isEndless: endless.has(step) }),
      ...(byStep.get(step.id) ?? []).flatMap((card) => ofCard(card, step, index === steps.length - 1)),
    ]),
    ...ofVariables(demo, cards),
  ]
  return findings.toSorted((a, b) => rank(a) - rank(b))
}

function rank({ severity }: LintFinding): number {
  return severity === 'problem' ? 0 : 1
}

function ofDemo(demo: Demo, cards: readonly Card[]): readonly LintFinding[] {
  const { name, steps, look } = demo
  const finding = (draft: Draft) => findingOf(draft, null, 'Demo')
  const texts = [look.cover.title, look.cover.text, look.ending.title, look.ending.text, look.frameAddress]
  const isUntold = look.ending.kind === 'none' && !cards.some((card) => card.type === 'lead' || card.linkUrl !== null)
  return [
    ...(name.trim() === '' ? [finding(drafts.noName)] : []),
    ...(name === untitledName ? [finding(drafts.untitled)] : []),
    ...(hasSecret(name) ? [finding({ ...drafts.secretName, fix: { type: 'name', name: hideSecrets(name) } })] : []),
    ...(steps.length === 0 ? [finding(drafts.noSteps)] : []),
    ...(steps.length > 0 && isUntold ? [finding(drafts.noEnding)] : []),
    ...(look.ending.kind === 'link' && look.ending.url === '' ? [finding(drafts.endingWithoutLink)] : []),
    ...(look.ending.kind === 'form' && !isForm(cards, look.ending.cardId) ? [finding(drafts.endingWithoutForm)] : []),
    ...(texts.some(hasSecret) ? [finding(drafts.secretLook)] : []),
  ]
}

function isForm(cards: readonly Card[], id: string | null): boolean {
  const card = cards.find((candidate) => candidate.id === id)
  return card !== undefined && canBeSent(card).ok
}

function ofStep(step: Step, { look }: Demo): readonly LintFinding[] {
  const finding = (draft: Draft) => findingOf(draft, step)
  const patched = (patch: Extract<LintFix, { type: 'step' }>['patch']): LintFix => ({
    type: 'step',
    id: step.id,
    patch,
  })
  const title = step.title?.trim() ?? ''
  const alt = step.alt?.trim() ?? ''
  const text = step.description?.trim() ?? ''
  const isSecretTitle = hasSecret(title)
  const isSecretAlt = hasSecret(alt)
  const isLong = look.layout === 'callout' && text.length > calloutTextMax
  return [
    ...(step.screenshotUrl.trim() === '' ? [finding(drafts.noPicture)] : []),
    ...(title === ''
      ? [
          finding(
            alt === '' || isSecretAlt || alt.length > 80
              ? drafts.noTitle
              : { ...drafts.noTitle, ...useAlt(alt, patched) },
          ),
        ]
      : []),
    ...(alt === ''
      ? [finding(title === '' || isSecretTitle ? drafts.noAlt : { ...drafts.noAlt, ...useTitle(title, patched) })]
      : []),
    ...(isSecretTitle ? [finding({ ...drafts.secretTitle, fix: patched({ title: hideSecrets(title) }) })] : []),
    ...(isSecretAlt ? [finding({ ...drafts.secretAlt, fix: patched({ alt: hideSecrets(alt) }) })] : []),
    ...(look.isNarrated ? ofNarration(step) : []),
    ...(isLong ? [finding({ ...drafts.longText, title: `${countWords(text)} words in the callout` })] : []),
  ]
}

function ofNarration(step: Step): readonly LintFinding[] {
  if (stepSpeaker(step) === 'nobody') return [findingOf(drafts.noWords, step)]
  const { narration } = step
  const isOld = narration !== null && narration !== undefined && narration.of !== scriptStamp(step)
  return isOld ? [findingOf(drafts.oldRecording, step)] : []
}

type Patched = (patch: Extract<LintFix, { type: 'step' }>['patch']) => LintFix

function useTitle(title: string, patched: Patched): Pick<Draft, 'action' | 'fix'> {
  return { action: 'Use title', fix: patched({ alt: title }) }
}

function useAlt(alt: string, patched: Patched): Pick<Draft, 'action' | 'fix'> {
  return { action: 'Use alt text', fix: patched({ title: alt }) }
}

function ofWays(
  step: Step,
  { isUnreachable, isEndless }: { readonly isUnreachable: boolean; readonly isEndless: boolean },
): readonly LintFinding[] {
  if (isUnreachable) return [findingOf(drafts.unreachable, step)]
  if (!isEndless) return []
  const fix: LintFix = { type: 'step', id: step.id, patch: { targetStepId: null } }
  return [
    findingOf(step.targetStepId === null ? drafts.endless : { ...drafts.endless, action: 'Lead to next', fix }, step),
  ]
}

function ofCard(card: Card, step: Step, isLast: boolean): readonly LintFinding[] {
  const finding = (draft: Draft) => findingOf(draft, step, `Step ${step.order} · ${cardNames[card.type].name}`, card.id)
  const missing = unfinishedParts(card)
  const shown = finishedCard(card)
  const sending = card.type === 'lead' && card.gate !== 'none' ? canBeSent(card) : null
  const address = card.linkUrl ?? card.mediaUrl ?? ''
  const isBadLink = address !== '' && cardAddressProblem(address, card.linkUrl === null ? 'media' : 'link') !== null
  const leadsNowhere = hasButton(card) && isLast && card.linkUrl === null && card.targetStepId === null
  const isSecret = hasSecret(card.title) || hasSecret(card.buttonLabel)
  const isLong = card.type !== 'lead' && card.description.trim().length > calloutTextMax
  return [
    ...(sending?.ok === false ? [finding({ ...drafts.closedGate, title: sending.problem })] : []),
    ...(missing.length > 0
      ? [finding({ ...drafts.unfinishedCard, title: missingTitle(missing, shown !== null) })]
      : []),
    ...(isBadLink ? [finding(drafts.badLink)] : []),
    ...(leadsNowhere && shown !== null ? [finding(drafts.idleButton)] : []),
    ...(isSecret ? [finding(drafts.secretCard)] : []),
    ...(isLong ? [finding({ ...drafts.longCard, title: `${countWords(card.description)} words in a card` })] : []),
  ]
}

/** Whether visitors can send a lead card's form. */
function canBeSent(card: Card): Result<null, 'Visitors must send a form they don’t see' | 'The form can’t be sent'> {
  const shown = finishedCard(card)
  if (card.type !== 'lead' || shown === null) return { ok: false, problem: 'Visitors must send a form they don’t see' }
  const asked = new Set(shown.fields.map(({ id }) => id))
  // The server refuses a lead without them, and a field without a label isn't shown.
  return asked.has('email') && asked.has('name')
    ? { ok: true, value: null }
    : { ok: false, problem: 'The form can’t be sent' }
}

function missingTitle(parts: readonly string[], isShown: boolean): string {
  return isShown
    ? `Unfinished: ${parts.join(', ')}`
    : `Hidden, no ${new Intl.ListFormat('en', { type: 'disjunction' }).format(parts)}`
}

function ofVariables(demo: Demo, cards: readonly Card[]): readonly LintFinding[] {
  const given = new Set(
    demo.look.variables.filter(({ fallback }) => fallback.trim() !== '').map(({ name }) => name.toLowerCase()),
  )
  const seen = new Set<string>()
  const bare = (texts: readonly (string | null)[], finding: (draft: Draft) => LintFinding) => {
    const names = new Set(texts.flatMap((text) => bareVariableNames(text ?? '')))
    const unseen = [...names].filter((name) => !given.has(name) && !seen.has(name))
    for (const name of unseen) seen.add(name)
    return unseen.map((name) =>
      finding({ ...drafts.bareVariable, key: `variable ${name}`, title: `{{${name}}} may be empty` }),
    )
  }
  const { cover, ending } = demo.look
  return [
    ...demo.steps.flatMap((step) => [
      ...bare([step.title, step.description], (draft) => findingOf(draft, step)),
      ...cards
        .filter(({ stepId }) => stepId === step.id)
        .flatMap((card) =>
          bare([card.title, card.description, card.buttonLabel, card.linkUrl], (draft) =>
            findingOf(draft, step, `Step ${step.order} · ${cardNames[card.type].name}`, card.id),
          ),
        ),
    ]),
    ...bare([cover.title, cover.text, ending.title, ending.text, ending.button, ending.url], (draft) =>
      findingOf(draft, null, 'Demo'),
    ),
  ]
}

function countWords(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length
}

type Draft = Pick<LintFinding, 'key' | 'severity' | 'topic' | 'title' | 'place' | 'action'> & {
  readonly fix?: LintFix | null
}

/** A finding on a step, or on the whole demo. */
export function findingOf(
  draft: Draft,
  step: Step | null,
  where = placeName(step),
  cardId: string | null = null,
): LintFinding {
  const key = [draft.key, step?.id, cardId].filter((part) => part !== null && part !== undefined).join(' ')
  return { fix: null, ...draft, key, where, stepId: step?.id ?? null, cardId }
}

function placeName(step: Step | null): string {
  if (step === null) return 'Demo'
  const title = step.title?.trim() ?? ''
  return title === '' ? `Step ${step.order}` : `Step ${step.order} · ${title}`
}

const problem = { severity: 'problem' } as const
const advice = { severity: 'advice' } as const

const drafts = {
  noName: { ...problem, key: 'name', topic: 'texts', title: 'No demo name', place: 'name', action: 'Write' },
  untitled: { ...advice, key: 'name', topic: 'texts', title: 'No name yet', place: 'name', action: 'Write' },
  noSteps: { ...problem, key: 'steps', topic: 'pictures', title: 'No steps yet', place: 'steps', action: 'Add' },
  noPicture: { ...problem, key: 'picture', topic: 'pictures', title: 'No picture', place: 'steps', action: 'Replace' },
  unreachable: {
    ...problem,
    key: 'unreachable',
    topic: 'branches',
    title: 'Visitors can’t get here',
    place: 'hotspot',
    action: 'Show',
  },
  endless: {
    ...problem,
    key: 'endless',
    topic: 'branches',
    title: 'Loops without an end',
    place: 'hotspot',
    action: 'Show',
  },
  closedGate: { ...problem, key: 'gate', topic: 'branches', title: '', place: 'card', action: 'Edit' },
  endingWithoutLink: {
    ...problem,
    key: 'ending',
    topic: 'links',
    title: 'The ending’s button has no link',
    place: 'ending',
    action: 'Edit',
  },
  endingWithoutForm: {
    ...problem,
    key: 'ending',
    topic: 'links',
    title: 'The ending has no form',
    place: 'ending',
    action: 'Edit',
  },
  badLink: { ...problem, key: 'link', topic: 'links', title: 'The link doesn’t work', place: 'card', action: 'Edit' },
  idleButton: {
    ...problem,
    key: 'button',
    topic: 'links',
    title: 'The button leads nowhere',
    place: 'card',
    action: 'Edit',
  },
  secretName: {
    ...problem,
    key: 'secret name',
    topic: 'secrets',
    title: 'Personal data in the demo name',
    place: 'name',
    action: 'Mask',
  },
  secretTitle: {
    ...problem,
    key: 'secret title',
    topic: 'secrets',
    title: 'Personal data in the title',
    place: 'title',
    action: 'Mask',
  },
  secretAlt: {
    ...problem,
    key: 'secret alt',
    topic: 'secrets',
    title: 'Personal data in the alt text',
    place: 'alt',
    action: 'Mask',
  },
  secretCard: {
    ...problem,
    key: 'secret card',
    topic: 'secrets',
    title: 'Personal data in a card',
    place: 'card',
    action: 'Edit',
  },
  secretLook: {
    ...problem,
    key: 'secret look',
    topic: 'secrets',
    title: 'Personal data in the cover, ending or address bar',
    place: 'cover',
    action: 'Edit',
  },
  unfinishedCard: { ...problem, key: 'unfinished', topic: 'texts', title: '', place: 'card', action: 'Edit' },
  noTitle: { ...advice, key: 'title', topic: 'texts', title: 'No title', place: 'title', action: 'Write' },
  noAlt: { ...advice, key: 'alt', topic: 'texts', title: 'No alt text', place: 'alt', action: 'Write' },
  noWords: {
    ...advice,
    key: 'words',
    topic: 'texts',
    title: 'Nothing for the narration to read',
    place: 'narration',
    action: 'Add',
  },
  oldRecording: {
    ...advice,
    key: 'recording',
    topic: 'texts',
    title: 'The recording is older than the text',
    place: 'narration',
    action: 'Listen',
  },
  longText: { ...advice, key: 'long', topic: 'texts', title: '', place: 'notes', action: 'Shorten' },
  longCard: { ...advice, key: 'long', topic: 'texts', title: '', place: 'card', action: 'Shorten' },
  noEnding: {
    ...advice,
    key: 'ending',
    topic: 'links',
    title: 'No call to action at the end',
    place: 'ending',
    action: 'Add',
  },
  bareVariable: { ...advice, key: '', topic: 'texts', title: '', place: 'variables', action: 'Set' },
} as const satisfies Readonly<Record<string, Draft>>
