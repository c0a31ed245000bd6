import { isObject } from './is-object.ts'
import { readArea, type PictureArea } from './step-look.ts'

/* Private data found on a page, by its position in the picture. Never the data itself. */

export const secretKinds = ['email', 'phone', 'number', 'key', 'field', 'rule'] as const
export type SecretKind = (typeof secretKinds)[number]

export interface FoundSecret extends PictureArea {
  /** 'field': the value of a form field; 'rule': a rule of the workspace hides it. */
  readonly kind: SecretKind
}

/** The result of searching a page. */
export interface SecretSearch {
  readonly secrets: readonly FoundSecret[]
  /** False if time or another limit ended the search. */
  readonly isWhole: boolean
}

/** The maximum per picture; the server burns in at most 50 areas. */
export const foundSecretsMax = 40

/** Reads a list that another version of the extension may have written. */
export function readFoundSecrets(stored: unknown): readonly FoundSecret[] {
  if (!Array.isArray(stored)) return []
  return stored.slice(0, foundSecretsMax).flatMap((each: unknown) => {
    const area = readArea(each)
    const kind = isObject(each) ? secretKinds.find((known) => known === each['kind']) : undefined
    return area === null || kind === undefined ? [] : [{ kind, ...area }]
  })
}
