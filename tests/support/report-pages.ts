import sharp from 'sharp'

import { removeDiscardedFiles } from '#backend/storage/discarded-files.ts'
import { captureBucket } from '#domain/limits.ts'
import type { PageEdit } from '#domain/page-edits.ts'
import { createPictureFiles } from '#server/pictures/picture-files.ts'

import type { Backend, SignedUp } from './backend.ts'
import { bearer, captureDemo, hashOf, plainPicture, textEdit, type CapturedDemo } from './captured-demo.ts'
import { startStorageBackend } from './storage-backend.ts'

/* Demos of a captured report about Jane Roe, for tests of page edits. */

export interface ReportPages {
  readonly backend: Backend
  readonly author: SignedUp
  /** The picture of an edited page. */
  readonly blue: Uint8Array<ArrayBuffer>
  /** Beside the name in every report. */
  readonly avatar: Uint8Array<ArrayBuffer>
  /** Each page has a text of its own, so that no two share a file. */
  readonly capture: (owner?: SignedUp) => Promise<CapturedDemo & { readonly heading: string }>
  readonly get: (url: string, account?: SignedUp | null) => Promise<Response>
  /** As if an hour had passed since every edit that was not saved. */
  readonly endEdits: () => Promise<void>
}

export async function startReportPages(): Promise<ReportPages> {
  const backend = await startStorageBackend()
  const author = await backend.signUp()
  const avatar = await plainPicture('#00ff00', 40, 30)
  const face = hashOf(avatar)
  let count = 0
  return {
    backend,
    author,
    blue: await plainPicture('#0000ff'),
    avatar,
    capture: async (owner = author) => {
      const heading = `Report ${(count += 1)}`
      const html =
        `<!DOCTYPE html><h1>${heading}</h1><p data-name="Jane Roe">Jane Roe</p>` +
        `<img id="face" src="${face}" alt="Jane Roe"><div id="secret"><b>Salary 90,000</b><img src="${face}"></div>`
      return { ...(await captureDemo(backend, owner, html, [avatar])), heading }
    },
    get: async (url, account = null) => backend.app.request(url, { headers: { authorization: bearer(account) } }),
    endEdits: async () => {
      await backend.services.database.runScript(
        "update public.file_removals set remove_at = now() - interval '1 second'",
      )
      await createPictureFiles(backend.services).removeDue()
      await removeDiscardedFiles(backend.backendServices)
    },
  }
}

export const publicPicture = (path: string) => `/storage/v1/object/public/${captureBucket}/${path}`

export const rename = ({ html }: CapturedDemo, to = 'Ada Byron'): PageEdit => textEdit(html, 'Jane Roe', to)

export async function stepOf({ author: { client }, stepId }: CapturedDemo): Promise<Record<string, unknown> | null> {
  const { data } = await client.from('demo_steps').select().eq('id', stepId).single<Record<string, unknown>>()
  return data
}

/** “00f” for a blue picture. */
export async function colorOf(answer: Response): Promise<string> {
  const { dominant } = await sharp(new Uint8Array(await answer.arrayBuffer())).stats()
  return [dominant.r, dominant.g, dominant.b].map((each) => (each > 128 ? 'f' : '0')).join('')
}
