import type { Hotspot } from '#domain/demo.ts'
import type { PageEdits, TextAttribute } from '#domain/page-edits.ts'
import type { PagePath } from '#domain/page-path.ts'

/*
 * /snapshots/v1, editing: authors change captured pages (domain/page-edits.ts says how). Edits are burnt into the page
 * that visitors get, and every save starts from the page as it was captured. Refusals are `{code, message}`.
 */

/** A row of rpc/get_page_edits (`p_demo_id`), for editors: every picture of the demo's steps that has a page. */
export interface PageEditsRow {
  /** The picture, as screenshot_url. */
  readonly path: string
  readonly edits: unknown
}

/**
 * GET /snapshots/v1/steps/{id}/edits, for editors. 404 `gone`: no such step that the caller may edit; 404 `no_page`: its
 * picture has no page.
 */
export interface PageEditing {
  /**
   * The page as captured, for an `<iframe sandbox="allow-same-origin">` of this origin: no script runs in it, and the
   * caller can read and change its DOM. Its `img-src` is its folder, which has every file of the workspace by its
   * hash, `blob:` and `data:`. Works for `pageUrlHours`; ask again afterwards.
   */
  readonly pageUrl: string
  readonly width: number
  readonly height: number
  readonly pictureWidth: number
  /** The step's picture now: `expected` of the next save. */
  readonly screenshotUrl: string
  readonly edits: PageEdits
}

/** Long enough to edit a page, and short enough that a former editor's address soon expires. */
export const pageUrlHours = 2

/**
 * PUT /snapshots/v1/steps/{id}/edits: a form with this as JSON in `change`, and the file `picture`: the edited page, drawn
 * at the size of the captured picture (GET /pictures/v1/steps/{id}/original; without edits, the step's picture). Without
 * edits there is no file, and the captured picture and page are restored.
 *
 * 400 `bad_request`: the shape is wrong; 400 `bad_edits`: an edit doesn't fit the page, which the message names; 400
 * `bad_picture`; 404 `gone`, `no_page`; 409 `changed`: the step shows another picture by now; 409 `missing`: a file named
 * by an edit has to be uploaded first; 413 `too_large`, `no_room`; 429; 503.
 */
export interface PageEditsRequest {
  /** The step's screenshot_url as the author saw it. */
  readonly expected: string
  /** The whole list; [] undoes all of them. */
  readonly edits: PageEdits
  /** The hotspot's position after the edits, saved with them; missing if unchanged. */
  readonly hotspot?: Hotspot | null
}

export interface PageEditsAnswer {
  /** The picture's new name, in every step of the workspace that had the former one. */
  readonly screenshotUrl: string
  readonly width: number | null
  readonly height: number | null
  readonly edits: PageEdits
  /** How many steps show it, this one included. */
  readonly steps: number
}

/** POST /snapshots/v1/demos/{id}/texts, for editors: the texts of all pages of a demo. 404 `gone`. */
export interface PageTextsRequest {
  /** `next` of the previous answer; null or missing starts with the first step. */
  readonly after?: string | null
}

export interface PageTextsAnswer {
  readonly pages: readonly PageTexts[]
  /** `after` of the next request; null at the end. */
  readonly next: string | null
}

/** One page; several steps may show it. */
export interface PageTexts {
  /** Steps of this demo that show it, in the demo's order. */
  readonly stepIds: readonly string[]
  readonly screenshotUrl: string
  /** The stored edits, to which the next save adds. */
  readonly edits: PageEdits
  /** What visitors can see now: nothing that edits hide or remove, and nothing off-screen. */
  readonly texts: readonly PageText[]
  readonly images: readonly PageImage[]
}

export interface PageText {
  readonly path: PagePath
  readonly attribute?: TextAttribute
  /** As edited; variables as the author wrote them. */
  readonly text: string
  /** As captured, where an edit changed it. */
  readonly was?: string
}

export interface PageImage {
  readonly path: PagePath
  /** Hash of the file as captured: the same image has the same one on all pages; '' for an inline `svg`. */
  readonly file: string
  /** Its alternative text; '' if it has none. */
  readonly alt: string
  /** Texts just before and after it, such as the name beside an avatar. */
  readonly beside: readonly string[]
  readonly isEdited: boolean
  /** Whether it is the picture of a field or editor with what was typed or chosen there. */
  readonly isField: boolean
}

export const pageTextLimits = {
  /** Per page; further ones are left out. */
  textsMax: 5_000,
  imagesMax: 500,
  /** Per answer. */
  pagesMax: 20,
  charactersMax: 1_000_000,
} as const

/**
 * Of the page that visitors get: GET /snapshots/v1/{snapshot}/page?v.company=Acme&f.company=you fills `{{company}}` in
 * edited texts: with the value (`v.`), the text's fallback or the demo's (`f.`).
 */
export const valuePrefix = 'v.'
export const fallbackPrefix = 'f.'
