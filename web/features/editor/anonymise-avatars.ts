import type { Step } from '#domain/demo.ts'
import type { PageEdit, PageEdits } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'
import type { PageTexts } from '#protocol/page-edits.ts'

import { initialsOf } from '#domain/initials.ts'
import { uploadPageFile } from '../../lib/page-calls.ts'
import type { PageView } from '../../lib/page-picture/page-view.ts'
import { px, styleOf } from '../../lib/page-picture/flat-tree.ts'
import { visibleSteps, type EditorState } from './editor-state.ts'
import { contentSize } from './page-changes.ts'
import { hasPage, pageEditsOf } from '../../lib/page-texts.ts'
import { withPageEdit } from './page-edit-list.ts'
import { readPage } from './read-page.ts'

/** An image beside a person's name. */
export interface Avatar {
  readonly step: Step
  readonly path: PagePath
  readonly name: string
  /** Whether its own alternative text names the person. */
  readonly isNamed: boolean
}

export function avatarsBeside(
  pages: readonly PageTexts[],
  state: EditorState,
  people: readonly { readonly found: string }[],
): readonly Avatar[] {
  return pages.flatMap(({ stepIds, images }) => {
    const step = visibleSteps(state).find((each) => stepIds.includes(each.id) && hasPage(each))
    if (step === undefined) return []
    return images.flatMap(({ path, file, alt, beside: [before = '', after = '', next = ''], isField }) => {
      if (file === '' || isField) return []
      const name = [alt, after, before, next].flatMap((text) => nameIn(text, people) ?? [])[0]
      return name === undefined ? [] : [{ step, path, name, isNamed: nameIn(alt, people) !== null }]
    })
  })
}

/** The longest name in a text. */
function nameIn(text: string, people: readonly { readonly found: string }[]): string | null {
  const names = people.filter(({ found }) => text.includes(found)).map(({ found }) => found)
  return names.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** Replaces small round images by the new initials; keeps others. Returns the steps' new lists of edits. */
export async function avatarEdits(
  state: EditorState,
  avatars: readonly Avatar[],
  words: ReadonlyMap<string, string>,
  onProgress: (done: number) => void,
): Promise<Map<string, PageEdits>> {
  const lists = new Map<string, PageEdits>()
  const files = new Map<string, string>()
  let done = 0
  for (const [step, onPage] of Map.groupBy(avatars, (avatar) => avatar.step)) {
    const found = await readPage(step.id, (view) => onPage.flatMap((avatar) => roundImage(view, avatar) ?? []))
    for (const { avatar, edit } of found ?? []) {
      const initials = initialsOf(words.get(avatar.name) ?? avatar.name)
      const file = files.get(initials) ?? (await storedInitials(step.id, initials))
      done += 1
      onProgress(done)
      if (file === null) continue
      files.set(initials, file)
      const current = visibleSteps(state).find(({ id }) => id === step.id) ?? step
      lists.set(step.id, withPageEdit(lists.get(step.id) ?? pageEditsOf(current), { ...edit, to: { file } }))
    }
  }
  return lists
}

type ImageChange = PageEdit & { readonly kind: 'image' }

/** Null for an image that isn't a face: large, or with corners and without the person's name. */
function roundImage(view: PageView, avatar: Avatar): { readonly avatar: Avatar; readonly edit: ImageChange } | null {
  const size = contentSize(view, avatar.path)
  const element = view.element(avatar.path)
  if (size === null || element === null || size.width > 96 || Math.abs(size.width - size.height) > 2) return null
  const radius = styleOf(element).borderTopLeftRadius
  const isRound = radius.endsWith('%') ? px(radius) >= 40 : px(radius) >= size.width * 0.4
  const outer = element.parentElement
  const isCut =
    outer !== null &&
    styleOf(outer).overflowX !== 'visible' &&
    px(styleOf(outer).borderTopLeftRadius) >= size.width * 0.4
  if (!isRound && !isCut && !avatar.isNamed) return null
  const was = view.capturedFile(avatar.path)
  return { avatar, edit: { kind: 'image', path: avatar.path, was, to: { file: was }, ...size } }
}

/** Draws the initials and stores them as a file of the step's page. */
async function storedInitials(stepId: string, initials: string): Promise<string | null> {
  const canvas = new OffscreenCanvas(pictureSize, pictureSize)
  const context = canvas.getContext('2d')
  if (context === null) return null
  const hue = [...initials].reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7) % 360
  context.fillStyle = `hsl(${hue} 45% 42%)`
  context.fillRect(0, 0, pictureSize, pictureSize)
  context.fillStyle = '#ffffff'
  context.font = `600 ${pictureSize * 0.4}px sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(initials, pictureSize / 2, pictureSize * 0.53)
  const stored = await uploadPageFile(stepId, await canvas.convertToBlob())
  return stored.ok ? stored.value : null
}

const pictureSize = 128
