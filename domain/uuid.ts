/** A whole UUID of any version, in either case. */
export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const uuidVersion4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** Spec §5: capture ids are UUIDs of version 4. */
export function isUuidVersion4(text: string): boolean {
  return uuidVersion4.test(text)
}
