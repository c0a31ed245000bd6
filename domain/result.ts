/** An expected outcome: a value, or one of a closed list of problems. Unexpected ones are thrown. */
export type Result<T, P extends string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: P }

export function succeed<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function fail<P extends string>(problem: P): { readonly ok: false; readonly problem: P } {
  return { ok: false, problem }
}
