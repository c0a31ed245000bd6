import { limits } from '#domain/limits.ts'

export interface ToastMessage {
  readonly text: string
  readonly tone?: 'plain' | 'danger'
  readonly action?: { readonly label: string; readonly onSelect: () => void }
  /** Runs once when the toast goes away without its action: the moment a delayed deletion becomes real. */
  readonly onExpire?: () => void
}

export interface ShownToast extends ToastMessage {
  readonly id: number
}

/** Long enough to reach Undo by keyboard; spec §9's three seconds are for toasts that only tell. */
const actionToastMs = 8_000

let shown: readonly ShownToast[] = []
let nextId = 1
const listeners = new Set<() => void>()
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a toast that hides on its own after 3 s (spec §9); one with an action stays longer. Returns how to hide it. */
export function showToast(message: ToastMessage): () => void {
  const toast = { ...message, id: nextId++ }
  publish([...shown, toast])
  resumeToast(toast)
  return () => closeToast(toast)
}

/** Stops the clock of a toast with an action while someone points at it or has focus in it. */
export function holdToast(toast: ShownToast): void {
  if (toast.action !== undefined) clearTimeout(timers.get(toast.id))
}

export function resumeToast(toast: ShownToast): void {
  clearTimeout(timers.get(toast.id))
  timers.set(
    toast.id,
    setTimeout(() => closeToast(toast), toast.action === undefined ? limits.toastMs : actionToastMs),
  )
}

export function takeToastAction(toast: ShownToast): void {
  remove(toast.id)
  toast.action?.onSelect()
}

export function closeToast(toast: ShownToast): void {
  if (remove(toast.id)) toast.onExpire?.()
}

export function currentToasts(): readonly ShownToast[] {
  return shown
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function remove(id: number): boolean {
  clearTimeout(timers.get(id))
  timers.delete(id)
  if (!shown.some((toast) => toast.id === id)) return false
  publish(shown.filter((toast) => toast.id !== id))
  return true
}

function publish(toasts: readonly ShownToast[]): void {
  shown = toasts
  for (const listener of listeners) listener()
}
