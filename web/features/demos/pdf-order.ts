/* Messages between the page and the worker that renders a PDF. */

export interface PdfOrder {
  readonly bytes: ArrayBuffer
  readonly pagesMax: number
  /** The width of each picture, unless that exceeds the allowed number of pixels. */
  readonly width: number
  readonly pixelsMax: number
}

export type PdfProblem = 'locked' | 'broken'

export type PdfNews =
  | {
      readonly type: 'page'
      readonly picture: Blob
      readonly title: string
      readonly number: number
      readonly count: number
      /** Pages beyond the limit. */
      readonly left: number
    }
  | { readonly type: 'done' }
  | { readonly type: 'failed'; readonly problem: PdfProblem }
