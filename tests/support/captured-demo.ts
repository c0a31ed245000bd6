import { createHash, randomUUID } from 'node:crypto'

import { expect } from 'vitest'
import sharp from 'sharp'

import { captureBucket } from '#domain/limits.ts'
import { coverText, type PageEdit, type PageEdits } from '#domain/page-edits.ts'
import { walkPlaces, type PagePath } from '#domain/page-path.ts'
import type { PageEditing, PageEditsAnswer } from '#protocol/page-edits.ts'
import { snapshotsPath } from '#protocol/snapshots.ts'
import { cleanPage } from '#server/snapshots/clean-page.ts'
import { textContentOf } from '#server/snapshots/page-targets.ts'
import {
  attributeOf,
  isElement,
  isTextNode,
  pageTree,
  parsePage,
  rootOf,
  type ChildNode,
  type Element,
  type ParentNode,
} from '#server/snapshots/parse-page.ts'

import type { Backend, SignedUp } from './backend.ts'

/* A demo whose step has a captured page, and its author's calls. */

export async function plainPicture(background: string, width = 80, height = 60): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background } }).png()
  return new Uint8Array(await image.toBuffer())
}

export const hashOf = (content: Uint8Array | string) => createHash('sha256').update(content).digest('base64url')

export interface CapturedDemo {
  readonly author: SignedUp
  readonly workspaceId: string
  readonly demoId: string
  readonly stepId: string
  /** The picture as captured. */
  readonly picture: string
  readonly html: string
}

export async function captureDemo(
  backend: Backend,
  author: SignedUp,
  html: string,
  files: readonly Uint8Array<ArrayBuffer>[] = [],
): Promise<CapturedDemo> {
  const [demoId, stepId] = [randomUUID(), randomUUID()]
  const { data } = await author.client.from('workspaces').select('id').limit(1).single<{ id: string }>().throwOnError()
  const picture = `${data.id}/${demoId}/${stepId}.png`
  const image = new Blob([await plainPicture('#ffaa00')], { type: 'image/png' })
  const stored = await author.client.storage.from(captureBucket).upload(picture, image, { contentType: 'image/png' })
  expect(stored.error).toBeNull()
  const steps = [{ id: stepId, screenshot_url: picture, title: 'One', width: 80, height: 60, click_x: 10, click_y: 20 }]
  await author.client.rpc('import_demo', { p_demo_id: demoId, p_name: 'Tour', p_steps: steps }).throwOnError()
  await author.client.from('demos').update({ status: 'active' }).eq('id', demoId).throwOnError()
  for (const content of files) await uploadFile(backend, author, stepId, content)
  const body = { picture, html, files: files.map(hashOf), width: 800, height: 600, pictureWidth: 815 }
  const saved = await backend.app.request(`${snapshotsPath}/steps/${stepId}`, {
    method: 'POST',
    headers: { authorization: bearer(author), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await saved.json()).toEqual({ missing: [] })
  return { author, workspaceId: data.id, demoId, stepId, picture, html: cleanPage(html) }
}

export function bearer(account: SignedUp | null): string {
  return account === null ? '' : `Bearer ${account.session.access_token}`
}

export async function uploadFile(
  backend: Backend,
  author: SignedUp,
  stepId: string,
  content: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const isCss = content[0] !== 0x89 && content[0] !== 0x3c
  const answer = await backend.app.request(`${snapshotsPath}/steps/${stepId}/files`, {
    method: 'PUT',
    headers: { authorization: bearer(author), 'content-type': isCss ? 'text/css' : 'image/png' },
    body: content,
  })
  expect(answer.status).toBe(200)
  return hashOf(content)
}

/** Sends edits as the editor does. */
export async function putEdits(
  backend: Backend,
  account: SignedUp | null,
  { stepId }: Pick<CapturedDemo, 'stepId'>,
  change: unknown,
  picture: Uint8Array<ArrayBuffer> | null,
): Promise<Response> {
  const form = new FormData()
  form.set('change', typeof change === 'string' ? change : JSON.stringify(change))
  if (picture !== null) form.set('picture', new Blob([picture], { type: 'image/png' }), 'picture.png')
  return backend.app.request(`${snapshotsPath}/steps/${stepId}/edits`, {
    method: 'PUT',
    headers: { authorization: bearer(account) },
    body: form,
  })
}

export async function editPage(
  backend: Backend,
  demo: CapturedDemo,
  expected: string,
  edits: PageEdits,
): Promise<PageEditsAnswer> {
  const picture = edits.length === 0 ? null : await plainPicture('#0000ff')
  const answer = await putEdits(backend, demo.author, demo, { expected, edits }, picture)
  expect([answer.status, answer.ok ? '' : await answer.clone().text()]).toEqual([200, ''])
  return (await answer.json()) as PageEditsAnswer
}

export async function getEdits(
  backend: Backend,
  account: SignedUp | null,
  { stepId }: Pick<CapturedDemo, 'stepId'>,
): Promise<{ readonly status: number; readonly body: PageEditing }> {
  const answer = await backend.app.request(`${snapshotsPath}/steps/${stepId}/edits`, {
    headers: { authorization: bearer(account) },
  })
  return { status: answer.status, body: (await answer.json()) as PageEditing }
}

/** The address of the page that the public demo shows; null where it shows none. */
export async function sharedPage(
  backend: Backend,
  { demoId, stepId }: Pick<CapturedDemo, 'demoId' | 'stepId'>,
): Promise<string | null> {
  const { data } = await backend.anonClient({ 'x-demo-id': demoId }).rpc('shared_snapshots').throwOnError()
  const row = (data as { step_id: string; id: string }[]).find((each) => each.step_id === stepId)
  return row === undefined ? null : `${snapshotsPath}/${row.id}/page`
}

/** Where a text is in a page, or the element with an id. */
export function pathIn(html: string, name: string): PagePath {
  return placeIn(html, name).path
}

export function textEdit(html: string, was: string, to: string): PageEdit {
  return { kind: 'text', path: pathIn(html, was), was, to }
}

export function coverEdit(html: string, kind: 'hide' | 'blur' | 'remove', id: string): PageEdit {
  const { path, element } = placeIn(html, `#${id}`)
  return { kind, path, was: element === null ? '' : coverText(textContentOf(element)) }
}

function placeIn(html: string, name: string): { readonly path: PagePath; readonly element: Element | null } {
  const page = parsePage(html)
  for (const { path, place } of walkPlaces<ParentNode | ChildNode>(rootOf(page.document), pageTree(page))) {
    if (place.type === 'text') {
      if (place.nodes.map((node) => (isTextNode(node) ? node.value : '')).join('') === name)
        return { path, element: null }
    } else if (isElement(place.node) && `#${attributeOf(place.node, 'id') ?? ''}` === name) {
      return { path, element: place.node }
    }
  }
  throw new Error(`The page has no ${name}`)
}
